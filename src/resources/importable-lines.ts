import { defineDraft } from './draft.ts';
import * as draft from './draft-fields.ts';
import type { FileTable } from './file-table.ts';
import { importableProducts } from './importable-products.ts';

const { headings } = importableProducts;

/** What makes a product of a basket out of a row of a file: its SKU or its ID, and how many. */
export const importableLines: FileTable = {
  names: ['product', 'products'],
  draft: defineDraft({
    sku: draft.code('SKU'),
    uprid: draft.uprid('product ID'),
    // An order form lists what is not wanted too: a quantity is never assumed.
    quantity: draft.countOf(1, 'quantity'),
  }),
  key: ['uprid', 'sku'],
  required: ['quantity'],
  headings: {
    sku: headings.sku ?? [],
    uprid: ['productid', 'variant', 'variantid', 'artikelid', 'produktid'],
    quantity: ['aantal', 'qty', 'menge', 'anzahl', 'amount', 'pieces', 'stuks', 'stuck', 'besteld', 'ordered'],
  },
  digits: {},
  example: { field: 'quantity', column: 'Quantity', value: '2' },
};

import type { FileTable } from '../../../resources/file-table.ts';
import { looseHeading } from '../../../text/words.ts';
import { addressPresets, outlookAddresses } from './addresses.ts';
import { customerPresets, outlookCustomers } from './customers.ts';
import {
  type ColumnFinder,
  columnFinder,
  Excluded,
  type Preset,
  type RowShaping,
  type Shape,
  textAt,
  withText,
} from './preset.ts';
import { shopify } from './shopify.ts';
import { woocommerce } from './woocommerce.ts';

/** The product export of Magento 2 (Adobe Commerce). */
const magento: Preset = {
  title: 'Magento',
  signs: [
    ['sku', 'attributesetcode', 'producttype'],
    ['sku', 'storeviewcode', 'name'],
  ],
  headings: {
    sku: ['sku'],
    ean: ['ean', 'gtin', 'barcode'],
    name: ['name'],
    quantity: ['qty'],
    price: ['price'],
    purchasePrice: ['cost'],
    status: ['productonline'],
  },
  never: ['image', 'status'],
  rows: { shape },
};

function shape(column: ColumnFinder): RowShaping {
  const viewAt = column('storeviewcode');
  const typeAt = column('producttype');
  const statusAt = column('productonline');
  const shaped: Shape = (cells) => {
    if (textAt(cells, viewAt) !== '') return new Excluded('{row|rows} with texts for other store views');
    const why = notSold.get(textAt(cells, typeAt).toLowerCase());
    if (why !== undefined) return new Excluded(why);
    // 2 is disabled.
    return textAt(cells, statusAt) === '2' ? withText(cells, statusAt, '0') : cells;
  };
  return { shape: shaped };
}

const parts = '{bundle or group|bundles or groups}: the products in {it|them} are imported instead';

/** Product types that are not sold themselves. */
const notSold: ReadonlyMap<string, string> = new Map([
  ['configurable', 'configurable {product|products}: {its|their} variants are imported instead'],
  ['bundle', parts],
  ['grouped', parts],
]);

/** PrestaShop's import and export files, and the list of products in its back office. */
const prestashop: Preset = {
  title: 'PrestaShop',
  signs: [
    ['active01', 'name', 'reference'],
    ['active01', 'name', 'pricetaxexcl'],
    ['active01', 'name', 'pricetaxexcluded'],
    ['productid', 'name', 'reference', 'pricetaxexcl'],
  ],
  headings: {
    sku: ['reference'],
    ean: ['ean13'],
    model: ['mpn'],
    name: ['name'],
    quantity: ['quantity'],
    price: ['pricetaxexcl', 'pricetaxexcluded'],
    purchasePrice: ['wholesaleprice'],
    status: ['active01', 'status'],
  },
  never: ['image'],
};

const productPresets = { shopify, woocommerce, prestashop, magento } as const satisfies Readonly<
  Record<string, Preset>
>;
export type PresetName = keyof typeof productPresets;
type Presets = Readonly<Record<PresetName, Preset>>;

export const presetNames = Object.keys(productPresets) as readonly PresetName[];

/** The exports of each shop, by what they are of. */
const presets: Readonly<Record<string, Presets>> = {
  products: productPresets,
  customers: customerPresets,
  addresses: addressPresets,
};

/** What no shop wrote. */
const contacts: Readonly<Record<string, readonly Preset[]>> = {
  customers: [outlookCustomers],
  addresses: [outlookAddresses],
};

/** The presets of a noun, if the fields that they read are its. */
export function presetsOf({ names, draft }: Pick<FileTable, 'names' | 'draft'>): Presets | undefined {
  const found = presets[names[1]];
  const fields = Object.values(found ?? {}).flatMap(({ headings }) => Object.keys(headings));
  return fields.every((field) => field in draft.fields) ? found : undefined;
}

/** What no preset of a noun reads. */
export const unreadByPresets = ({ price }: Pick<FileTable, 'price'>): string | undefined =>
  price &&
  'Images, categories, discounts and tax classes are not imported. For all products alike: --set categoryId=<id>, --set taxRate=21.';

/** The preset of a header; undefined if none matches. */
export function presetOf(header: readonly string[], noun: Pick<FileTable, 'names' | 'draft'>): Preset | undefined {
  const has = new Set(header.map(looseHeading));
  const known = presetsOf(noun);
  const candidates = [...Object.values(known ?? {}), ...(known ? (contacts[noun.names[1]] ?? []) : [])];
  return candidates.find(({ signs }) => signs.some((sign) => sign.every((heading) => has.has(heading))));
}

/** What a preset does with rows before their cells are read. Call the result once for each pass over the file. */
export function rowShaping({ rows }: Preset, headings: readonly string[]): (() => RowShaping) | undefined {
  if (!rows) return undefined;
  const { guard, shape: begin } = rows;
  const column = columnFinder(headings);
  const unguard = (cells: readonly string[]): readonly string[] =>
    guard && cells.some((cell) => cell.startsWith("'") && guard.test(cell))
      ? cells.map((cell) => (guard.test(cell) ? cell.slice(1) : cell))
      : cells;
  return () => {
    const { shape, lacks, note, warn } = begin(column);
    return {
      shape: (cells) => shape(unguard(cells)),
      ...(warn ? { warn } : {}),
      ...(lacks ? { lacks: (cells) => lacks(unguard(cells)) } : {}),
      ...(note ? { note: (cells) => note(unguard(cells)) } : {}),
    };
  };
}

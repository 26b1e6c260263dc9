import { type ColumnFinder, Excluded, type Preset, type Shape, textAt, withText } from './preset.ts';

/** The product export of Magento 2 (Adobe Commerce). */
export const magento: Preset = {
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
  shape,
};

function shape(column: ColumnFinder): Shape {
  const [viewAt, typeAt, statusAt] = [column('storeviewcode'), column('producttype'), column('productonline')];
  return (cells) => {
    if (textAt(cells, viewAt) !== '') return new Excluded('{row|rows} with texts for other store views');
    const why = notSold.get(textAt(cells, typeAt).toLowerCase());
    if (why !== undefined) return new Excluded(why);
    // 2 is disabled.
    return textAt(cells, statusAt) === '2' ? withText(cells, statusAt, '0') : cells;
  };
}

const parts = '{bundle or group|bundles or groups}: the products in {it|them} are imported instead';

/** Product types that are not sold themselves. */
const notSold: ReadonlyMap<string, string> = new Map([
  ['configurable', 'configurable {product|products}: {its|their} variants are imported instead'],
  ['bundle', parts],
  ['grouped', parts],
]);

/** PrestaShop's import and export files, and the list of products in its back office. */
export const prestashop: Preset = {
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

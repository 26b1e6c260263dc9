import { type Preset, sharedNotes } from './preset.ts';

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
  notes: [
    sharedNotes.price('price'),
    sharedNotes.categories('categories', 'category'),
    sharedNotes.images('baseimage', 'image'),
    sharedNotes.discounts('specialprice'),
    sharedNotes.taxes('taxclassname', 'taxclassid'),
  ],
  words: { productonline: { '2': '0' } },
  excluded: [
    { heading: 'storeviewcode', holds: 'something', why: '{row|rows} with texts for other store views' },
    {
      heading: 'producttype',
      holds: ['configurable'],
      why: 'configurable {product|products}: {its|their} variants are imported instead',
    },
    {
      heading: 'producttype',
      holds: ['bundle', 'grouped'],
      why: '{bundle or group|bundles or groups}: the products in {it|them} are imported instead',
    },
  ],
};

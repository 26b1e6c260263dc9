import { type Preset, sharedNotes } from './preset.ts';

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
  notes: [
    sharedNotes.categories('categoriesxyz', 'category'),
    sharedNotes.images('imageurlsxyz', 'image'),
    sharedNotes.discounts('discountamount', 'discountpercent'),
    sharedNotes.taxes('taxrulesid'),
  ],
};

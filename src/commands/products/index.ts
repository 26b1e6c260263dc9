import type { Group } from '../../cli/command.ts';
import { cannot } from '../shared/cannot.ts';

/** `shop-cli products`. */
export const products: Group = {
  summary: 'manage products, import, compare and export them',
  singular: 'product',
  verbs: {
    list: {
      summary: 'list products',
      load: async () => (await import('./list.ts')).list,
    },
    get: { summary: 'show products by ID or SKU', load: async () => (await import('./get.ts')).get },
    create: { summary: 'create a product', load: async () => (await import('./create.ts')).create },
    import: {
      summary: 'import products from a CSV or Excel file',
      load: async () => (await import('./import.ts')).importProducts,
    },
    diff: {
      summary: 'compare a CSV or Excel file with the store',
      load: async () => (await import('./diff.ts')).diffProducts,
    },
    export: {
      summary: 'export products to a CSV or Excel file',
      load: async () => (await import('./export.ts')).exportProducts,
    },
    update: cannot('The API cannot update products.', 'Update it in the back office of the shop.'),
    delete: cannot('The API cannot delete products.', 'Delete it in the back office of the shop.'),
  },
};

import type { Group } from '../../cli/command.ts';
import { cannot } from '../shared/cannot.ts';

/** `shop-cli products`. */
export const products: Group = {
  summary: 'list, look up, create, import and export products',
  singular: 'product',
  verbs: {
    list: {
      summary: 'list products, with filters',
      load: async () => (await import('./list.ts')).list,
    },
    get: { summary: 'show products by id or SKU', load: async () => (await import('./get.ts')).get },
    create: { summary: 'create one product', load: async () => (await import('./create.ts')).create },
    import: {
      summary: 'create products from a CSV file',
      load: async () => (await import('./import.ts')).importProducts,
    },
    export: {
      summary: 'write products as CSV that import reads',
      load: async () => (await import('./export.ts')).exportProducts,
    },
    update: cannot('The API cannot change products.', 'Change it in the back office of the shop'),
    delete: cannot('The API cannot delete products.', 'Delete it in the back office of the shop'),
  },
};

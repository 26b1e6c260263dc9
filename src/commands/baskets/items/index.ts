import type { Group } from '../../../cli/command.ts';

/** `shop-cli baskets items`. */
export const items: Group = {
  summary: 'manage the products of a basket',
  singular: 'item',
  verbs: {
    list: { summary: 'list the products of a basket', load: async () => (await import('./list.ts')).list },
    get: { summary: 'show a product of a basket', load: async () => (await import('./get.ts')).get },
    add: { summary: 'add products to a basket', load: async () => (await import('./add.ts')).add },
    update: { summary: 'update a product of a basket', load: async () => (await import('./update.ts')).update },
    delete: {
      summary: 'remove a product from a basket',
      load: async () => (await import('./delete.ts')).remove,
    },
  },
};

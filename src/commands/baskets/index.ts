import type { Group } from '../../cli/command.ts';
import { items } from './items/index.ts';

/** `shop-cli baskets`. */
export const baskets: Group = {
  summary: 'manage baskets and their products',
  singular: 'basket',
  verbs: {
    list: { summary: 'list baskets', load: async () => (await import('./list.ts')).list },
    get: { summary: 'show baskets', load: async () => (await import('./get.ts')).get },
    create: { summary: 'create a basket', load: async () => (await import('./create.ts')).create },
    update: {
      summary: 'update a basket, or add products to it',
      load: async () => (await import('./update.ts')).update,
    },
    delete: { summary: 'delete a basket', load: async () => (await import('./delete.ts')).remove },
    items,
  },
};

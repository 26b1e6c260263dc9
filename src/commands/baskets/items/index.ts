import type { Group } from '../../../cli/command.ts';
import { cannot } from '../../shared/cannot.ts';

/** `shop-cli baskets items`. */
export const items: Group = {
  summary: 'look up, add, change and remove the products of a basket',
  verbs: {
    get: { summary: 'show a product of a basket', load: async () => (await import('./get.ts')).get },
    add: { summary: 'add products to a basket', load: async () => (await import('./add.ts')).add },
    update: { summary: 'change a product of a basket', load: async () => (await import('./update.ts')).update },
    delete: {
      summary: 'remove a product from a basket',
      aliases: ['rm'],
      load: async () => (await import('./delete.ts')).remove,
    },
    list: cannot('The API has no such list.', "Use 'shop-cli baskets get <key>' to see its products.", ['ls']),
  },
};

import type { Group } from '../../cli/command.ts';
import { whereToFind } from '../../cli/hints.ts';
import { cannot } from '../shared/cannot.ts';

/** `shop-cli orders`. */
export const orders: Group = {
  summary: 'manage orders',
  singular: 'order',
  verbs: {
    get: { summary: 'show orders', load: async () => (await import('./get.ts')).get },
    create: { summary: 'create an order from a basket', load: async () => (await import('./create.ts')).create },
    delete: { summary: 'delete an order', load: async () => (await import('./delete.ts')).remove },
    list: cannot('The API cannot list orders.', whereToFind.order),
    update: cannot(
      'The API cannot update orders.',
      'Change the basket before you order it: shop-cli baskets update <key>',
    ),
  },
};

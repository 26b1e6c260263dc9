import type { Group } from '../../cli/command.ts';
import { whereToFind } from '../../cli/hints.ts';
import { cannot } from '../shared/cannot.ts';

/** `shop-cli customers`. */
export const customers: Group = {
  summary: 'manage customers',
  singular: 'customer',
  verbs: {
    get: { summary: 'show customers', load: async () => (await import('./get.ts')).get },
    create: { summary: 'create a customer', load: async () => (await import('./create.ts')).create },
    update: { summary: 'update a customer', load: async () => (await import('./update.ts')).update },
    delete: { summary: 'delete a customer', load: async () => (await import('./delete.ts')).remove },
    list: cannot('The API cannot list customers.', whereToFind.customer),
  },
};

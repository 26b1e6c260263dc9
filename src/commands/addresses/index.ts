import type { Group } from '../../cli/command.ts';

/** `shop-cli addresses`. */
export const addresses: Group = {
  summary: 'manage the addresses of a customer',
  singular: 'address',
  verbs: {
    list: {
      summary: 'list the addresses of a customer',
      load: async () => (await import('./list.ts')).list,
    },
    get: { summary: 'show addresses', load: async () => (await import('./get.ts')).get },
    create: { summary: 'create an address for a customer', load: async () => (await import('./create.ts')).create },
    update: { summary: 'update an address', load: async () => (await import('./update.ts')).update },
    delete: { summary: 'delete an address', load: async () => (await import('./delete.ts')).remove },
  },
};

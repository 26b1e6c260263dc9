import type { Group } from '../../cli/command.ts';

/** `shop-cli imports`: the runs of `products import` on this machine. */
export const imports: Group = {
  summary: 'show and manage product imports run on this machine',
  singular: 'import',
  verbs: {
    list: {
      summary: 'list the imports into this store',
      load: async () => (await import('./list.ts')).list,
    },
    show: {
      summary: 'show an import and its problems, or a plan',
      load: async () => (await import('./show.ts')).show,
    },
    apply: {
      summary: 'apply a plan that was approved',
      load: async () => (await import('./apply.ts')).apply,
    },
    verify: {
      summary: 'look up every row of an import again',
      load: async () => (await import('./verify.ts')).verify,
    },
    delete: {
      summary: 'delete the local history of an import',
      load: async () => (await import('./delete.ts')).remove,
    },
    prune: {
      summary: 'delete the local history of old imports',
      load: async () => (await import('./prune.ts')).prune,
    },
  },
};

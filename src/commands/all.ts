import { addresses } from './addresses/index.ts';
import { baskets } from './baskets/index.ts';
import type { Tree } from './command.ts';
import { completion } from './completion/index.ts';
import { customers } from './customers/index.ts';
import { imports } from './imports/index.ts';
import { orders } from './orders/index.ts';
import { products } from './products/index.ts';

/** Every command. */
export const tree: Tree = {
  products,
  imports,
  baskets,
  customers,
  addresses,
  orders,
  api: { summary: 'make any request to the API of the store', load: async () => (await import('./api.ts')).api },
  sandbox: { summary: 'run an embedded store to try things on', load: async () => (await import('./sandbox.ts')).sandbox },
  completion,
};

import type { Tree } from '../cli/command.ts';
import { addresses } from './addresses/index.ts';
import { auth } from './auth/index.ts';
import { baskets } from './baskets/index.ts';
import { completion } from './completion.ts';
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
  auth,
  api: {
    summary: 'send any request to the API',
    load: async () => (await import('./api.ts')).api,
  },
  sandbox: {
    summary: 'run an embedded store for trials',
    load: async () => (await import('./sandbox/sandbox.ts')).sandbox,
  },
  doctor: {
    summary: 'check settings, files, network and store',
    load: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  template: {
    summary: 'write an empty file to fill in for products import',
    load: async () => (await import('./products/template.ts')).template,
  },
  commands: {
    summary: 'list every command, for people and programs',
    load: async () => (await import('./commands.ts')).commandsOf(() => tree),
  },
  schema: {
    summary: 'print the JSON Schema of what a command prints',
    load: async () => (await import('./schema/schema.ts')).schemaOf(() => tree),
  },
  completion,
};

import { join } from 'node:path';
import type { Outcome } from './run.ts';
import { namedStore, type SeenRequest, type TestStore } from './store.ts';
import { type RunningTwin, withTwin } from './twin.ts';

interface CopyOptions {
  readonly args?: readonly string[];
  readonly use?: (twin: RunningTwin) => Promise<void>;
}

/** Copies a store to `twin.db` in a directory of its own. */
export const copyOf = (store: TestStore, directory: string, { args = [], use }: CopyOptions = {}): Promise<Outcome> =>
  withTwin(['--copy-of', store.url, '--db', join(directory, 'twin.db'), ...args], { env: store.variables }, use);

export interface Records {
  readonly [field: string]: unknown;
}

/** A store with these records, in pages of at most `cap`. */
export const listing =
  (records: readonly Records[], { cap = 100, numRows = records.length as unknown } = {}) =>
  ({ path, query }: Pick<SeenRequest, 'path' | 'query'>): unknown => {
    if (path.endsWith('/baskets')) return [];
    const [limit, offset] = ['limit', 'offset'].map((name) => Number(query.get(name) ?? 0));
    const data = records.slice(offset, Number(offset) + Math.min(Number(limit) || cap, cap));
    return { ...(numRows === undefined ? {} : { numRows }), data };
  };

export const product = (id: number, more: Records = {}): Records => ({
  productId: id,
  uprid: String(id),
  sku: `S-${id}`,
  ...more,
});
export const products = (count: number): Records[] => Array.from({ length: count }, (_, at) => product(1000 + 7 * at));

/** What the messages say, without the directory. */
export const said = (err: string): string => namedStore(err).replace(/\/\S*\/(?=twin\.db)/g, '');

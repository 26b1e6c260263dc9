import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { allowStoresIn } from './canary.ts';
import { type Outcome, ownDirectory, type RunOptions, shopCli } from './run.ts';
import { namedStore, type SeenRequest, type TestStore } from './store.ts';

/** A sandbox that a command line runs. */
interface RunningTwin {
  readonly url: string;
  readonly token: string;
  /** Runs a command line against it. */
  run(line: string | readonly string[]): Promise<Outcome>;
}

/**
 * Runs `shop-cli sandbox` with these arguments, calls `use` once it serves, and stops it. What it writes is the outcome, also
 * where it never serves.
 */
export async function withTwin(
  args: readonly string[],
  options: RunOptions,
  use: (twin: RunningTwin) => Promise<void> = async () => undefined,
): Promise<Outcome> {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const uses: Promise<void>[] = [];
  let out = '';
  const onOut = (text: string): void => {
    out += text;
    const [, url, token] = /SHOP_URL=(\S+)\nSHOP_TOKEN=(\S+)\n/.exec(out) ?? [];
    if (url === undefined || token === undefined || uses.length > 0) return;
    allowStoresIn(url);
    const run = (line: string | readonly string[]) => shopCli(line, { env: { SHOP_URL: url, SHOP_TOKEN: token } });
    uses.push(use({ url, token, run }).finally(() => stop.abort('SIGINT')));
  };
  const outcome = await shopCli(['sandbox', '--port', '0', ...args], { ...options, interrupted: stop.signal, onOut });
  await Promise.all(uses);
  return outcome;
}

interface CopyOptions {
  readonly args?: readonly string[];
  readonly use?: (twin: RunningTwin) => Promise<void>;
}

/** Copies a store to `twin.db` in a directory of its own. */
export const copyOf = (store: TestStore, directory: string, { args = [], use }: CopyOptions = {}): Promise<Outcome> =>
  withTwin(['--copy-of', store.url, '--db', join(directory, 'twin.db'), ...args], { env: store.variables }, use);

/** Copies a store, and gives what `use` finds in the copy, with the outcome. */
export async function inCopyOf<T>(
  store: TestStore,
  use: (run: RunningTwin['run']) => Promise<T>,
): Promise<Outcome & { readonly found: T | undefined }> {
  let found: T | undefined;
  const outcome = await copyOf(store, ownDirectory(), {
    use: async ({ run }) => {
      found = await use(run);
    },
  });
  return { ...outcome, found };
}

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

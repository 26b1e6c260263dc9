import { setMaxListeners } from 'node:events';
import { allowStoresIn } from './canary.ts';
import { type Outcome, type RunOptions, shopCli } from './run.ts';

/** A sandbox that a command line runs. */
interface RunningSandbox {
  readonly url: string;
  readonly token: string;
  /** Runs a command line against it. */
  run(line: string | readonly string[]): Promise<Outcome>;
}

/**
 * Runs `shop-cli sandbox` with these arguments, calls `use` once it serves, and stops it. What it writes is the outcome, also
 * where it never serves.
 */
export async function withSandbox(
  args: readonly string[],
  options: RunOptions,
  use: (sandbox: RunningSandbox) => Promise<void> = async () => undefined,
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

// Servers in processes of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { program } from './measure.mjs';

/** Starts one of `bench/stores/`. */
export const startStore = (name, argv = [], log = undefined) =>
  startServer([fileURLToPath(new URL(`../stores/${name}.mjs`, import.meta.url)), ...argv.map(String)], log);

/** Starts a sandbox whose database is in this directory. */
export const startSandbox = (directory, ...argv) =>
  startOwnSandbox('--port', '0', '--db', join(directory, `sandbox-${Date.now()}.db`), ...argv);

/** Starts a sandbox with these arguments alone. */
export const startOwnSandbox = (...argv) => startServer([program, 'sandbox', ...argv]);

/** Starts a server that prints SHOP_URL and SHOP_TOKEN. `log` is told every line of its standard error. */
async function startServer(argv, log) {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', log ? 'pipe' : 'ignore'] });
  if (log) createInterface({ input: child.stderr }).on('line', log);
  const variables = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [name, value] = line.split(/=(.*)/s);
    variables[name] = value;
    if (variables.SHOP_URL && variables.SHOP_TOKEN) break;
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  return { pid: child.pid, variables, stop };
}

/** Calls a function with a new directory, which is gone afterwards. */
export async function inDirectory(work) {
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-bench-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Calls a function with the variables of a server, which is stopped afterwards. */
export async function withServer(starting, work) {
  const { variables, stop } = await starting;
  try {
    return await work(variables);
  } finally {
    await stop();
  }
}

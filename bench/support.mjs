import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../bin/shop-cli.cjs', import.meta.url));

/** Runs a command to its end. Returns wall-clock seconds, the exit code, and peak memory in MB where /proc tells it. */
export async function measure(command, argv, env = process.env) {
  const start = performance.now();
  const child = spawn(command, argv, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  let peak = 0;
  const look = setInterval(async () => {
    peak = Math.max(peak, await peakMemory(child.pid));
  }, 20);
  const [code] = await once(child, 'close');
  clearInterval(look);
  return { seconds: (performance.now() - start) / 1000, code, peak, said };
}

/** Of the process and of those that it started, as far as they are there now, in MB. */
async function peakMemory(pid) {
  const [status, children] = await Promise.all(
    [`/proc/${pid}/status`, `/proc/${pid}/task/${pid}/children`].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const own = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  const others = await Promise.all(children.split(' ').filter(Boolean).map(peakMemory));
  return own + others.reduce((sum, one) => sum + one, 0);
}

/** Starts an empty sandbox as its own process. Returns its variables and a function that stops it. */
export const startSandbox = (directory) =>
  startServer([program, 'sandbox', '--empty', '--port', '0', '--db', `${directory}/bench-${Date.now()}.db`]);

/** Starts a server that prints SHOP_URL and SHOP_TOKEN. `log` is told every line of its standard error. */
export async function startServer(argv, log) {
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
    // Not before the last line of its log has been read.
    await once(child, 'close');
  };
  return { variables, stop };
}

export const median = (numbers) => [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)];

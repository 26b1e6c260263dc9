// How anything is measured here: whole processes, in turns with a peer, and the median of each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../bin/shop-cli.cjs', import.meta.url));
export const bareNode = ['-e', '0'];

// Node reads this file at every start: a bare `node -e 0` then takes several times as long, and every ratio looks better than users have it.
delete process.env.NODE_EXTRA_CA_CERTS;

/** Runs Node to its end. Returns seconds, and with `memory` the peak in MB where /proc tells it. */
export const runNode = (argv, options) => runToEnd(process.execPath, argv, options);

export async function runToEnd(command, argv, { env = {}, memory = false, exitCode = 0 } = {}) {
  const start = performance.now();
  const child = spawn(command, argv, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  let peak = 0;
  const look = memory && setInterval(async () => (peak = Math.max(peak, await peakMemory(child.pid))), 20);
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - start) / 1000;
  clearInterval(look);
  if (code !== exitCode) throw new Error(`${command} ${argv.join(' ')} ended with ${code}: ${said}`);
  return { seconds, peak };
}

/** Of a process that is there now, in MB. */
async function peakMemory(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** The median of what each function returns, called in turns: what slows the machine down slows all of them down. */
export async function inTurns(functions, rounds) {
  const results = Object.fromEntries(Object.keys(functions).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, measured] of Object.entries(functions)) results[name].push(await measured());
  }
  return Object.fromEntries(Object.entries(results).map(([name, numbers]) => [name, median(numbers)]));
}

/** Seconds of Node with each of these arguments, in turns. */
export const secondsInTurns = (commands, rounds, options) =>
  inTurns(
    Object.fromEntries(
      Object.entries(commands).map(([name, argv]) => [name, async () => (await runNode(argv, options)).seconds]),
    ),
    rounds,
  );

export const median = (numbers) => [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)];

/** Digits as they are worth reading: `0.03`, `1.2`, `140`. */
export const rounded = (number) => number.toFixed(number < 10 ? 2 : number < 100 ? 1 : 0);

// What a command costs beside time: requests, and processor time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { spawn as spawnAtTerminal } from '@lydell/node-pty';
import { program } from './measure.mjs';

/** Says the processor time of its process at the end. */
const saysTime = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(2, JSON.stringify({ event: 'processor', seconds: (user + system) / 1e6 }) + '\\n');
  });`)}`;

const nodeArgv = (argv) => ['--import', saysTime, program, ...argv, '--verbose', '--log-format', 'json'];

/** Runs a command to its end, and counts its requests. */
export async function countedRun(argv, env, exitCode = 0) {
  const start = performance.now();
  const child = spawn(process.execPath, nodeArgv(argv), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== exitCode) throw new Error(`${argv.join(' ')} ended with ${code}: ${said.slice(-2000)}`);
  return { ...countsIn(said), seconds: (performance.now() - start) / 1000 };
}

/** The same at a terminal, where a search says more. */
export async function countedAtTerminal(argv, env, exitCode = 0) {
  const terminal = spawnAtTerminal(process.execPath, nodeArgv(argv), {
    cols: 10_000,
    rows: 40,
    env: { ...process.env, ...env, NO_COLOR: '1' },
  });
  let said = '';
  terminal.onData((data) => {
    said += data;
  });
  const ended = await new Promise((resolve) => terminal.onExit(resolve));
  if (ended.exitCode !== exitCode)
    throw new Error(`${argv.join(' ')} ended with ${ended.exitCode}: ${said.slice(-2000)}`);
  return countsIn(said);
}

const countsIn = (said) => ({
  requests: said.split('"event":"request"').length - 1,
  processor: Number(/"event":"processor","seconds":([\d.]+)/.exec(said)?.[1]),
});

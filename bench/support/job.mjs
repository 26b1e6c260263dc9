// A Job in processes of this machine: one for each shard, which are killed at random and started again at once.
// A shard is killed for the first time when it sends: before that it checks the file, which a kill makes it do again, and nothing else.
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { randomFrom } from '../../test/chaos/random.mjs';
import { program } from './measure.mjs';

/** How often the memory of the shards is looked at, in milliseconds. */
const watchEvery = 200;

/**
 * Imports a file through shards until each ended well.
 * @param job.memory MB that a shard may have: more ends it, as the kernel ends what is over the limit of its cgroup
 * @param job.killEvery seconds between two kills of all shards together; 0 for none
 * @param job.deadline seconds: everything is ended then, and after half of them nothing is killed any more
 * @returns what happened; `ended` is false where the time was over
 */
export async function runShards(job) {
  const { shards, killEvery, deadline, seed } = job;
  const began = performance.now();
  const random = randomFrom(seed);
  const [running, sending] = [new Map(), new Set()];
  const state = { kills: 0, overMemory: 0, peak: 0, firstSent: undefined, failed: [], isOver: false };
  const start = async (index) => {
    for (;;) {
      const child = spawnShard(job, index, () => {
        sending.add(index);
        state.firstSent ??= seconds();
      });
      running.set(index, child);
      const [code, signal] = await new Promise((resolve) => child.on('exit', (...end) => resolve(end)));
      running.delete(index);
      if (code === 0 || state.isOver) return;
      // What stopped safely continues, as in a Job.
      if (signal !== 'SIGKILL' && code !== 8) return state.failed.push(`shard ${index}: ${code ?? signal}`);
    }
  };
  const seconds = () => (performance.now() - began) / 1000;
  const strike = () => {
    const targets = [...running].filter(([index]) => sending.has(index));
    if (seconds() > deadline / 2 || targets.length === 0) return;
    const [, child] = random.oneOf(targets);
    if (child.kill('SIGKILL')) state.kills++;
  };
  const timers = [setInterval(() => watchMemory(job, running, state), watchEvery)];
  if (killEvery > 0) timers.push(setInterval(strike, killEvery * 1000));
  timers.push(setTimeout(() => giveUp(running, state), deadline * 1000));
  await Promise.all(Array.from({ length: shards }, (_, at) => start(at + 1)));
  timers.forEach(clearTimeout);
  return { ...state, seconds: seconds(), ended: !state.isOver && state.failed.length === 0 };
}

/** A shard has its own home and journal, as in a Pod, and less weight than the store. */
function spawnShard({ directory, file, shards, env, memory, settle }, index, onSending) {
  const home = join(directory, `shard-${index}`);
  mkdirSync(home, { recursive: true });
  const words = [program, 'products', 'import', file, '--shard', `${index}/${shards}`, '--settle', `${settle}s`];
  const limits = ['-n', '5', process.execPath, `--max-old-space-size=${Math.round(memory / 2)}`];
  const child = spawn('nice', [...limits, ...words, '--journal', join(home, 'journal', 'imports.db')], {
    env: { PATH: process.env.PATH, HOME: home, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    appendFileSync(join(home, 'log'), `${line}\n`);
    if (line.startsWith('Sending')) onSending();
  });
  return child;
}

function watchMemory({ memory }, running, state) {
  for (const child of running.values()) {
    const now = memoryOf(child.pid);
    state.peak = Math.max(state.peak, now);
    if (now > memory && child.kill('SIGKILL')) state.overMemory++;
  }
}

function giveUp(running, state) {
  state.isOver = true;
  for (const child of running.values()) child.kill('SIGKILL');
}

/** In MB, of a process that may have ended. */
function memoryOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';

/** What the controller of Kubernetes reads of an Indexed Job. */
export interface IndexedJob {
  readonly completions: number;
  readonly parallelism: number;
  readonly backoffLimitPerIndex: number;
  /** Exit codes with which an index fails for good. */
  readonly failIndexOn: readonly number[];
}

/** What happens to a Pod besides running to its end. */
export type Fate =
  | 'none'
  /** The node is lost: the process ends at once. */
  | 'killed'
  /** The node is drained: SIGTERM, and no failure of the index. */
  | 'evicted'
  /** The node seems lost: a replacement starts next to the process. */
  | 'doubled';

interface JobOutcome {
  readonly succeeded: readonly number[];
  /** Indexes that failed for good, with the exit code. */
  readonly failed: ReadonlyMap<number, number | null>;
  readonly pods: number;
  readonly fates: Readonly<Record<Fate, number>>;
}

interface Simulation {
  readonly start: (index: number) => ChildProcess;
  /** What happens to this Pod, and after how many milliseconds. Decided from a seed. */
  readonly fateOf: (pods: number) => readonly [fate: Fate, delay: number];
  /** Puts the indexes that wait in the order in which they start. */
  readonly order: (indexes: readonly number[]) => readonly number[];
  /** Milliseconds after the first failure of an index, ten seconds in Kubernetes. Doubles with each further one. */
  readonly backoff: number;
}

/** Kubernetes waits six minutes at most, which is 36 times what it waits first. */
const longestBackoff = 36;

/** Runs the Pods of an Indexed Job to the end as its controller does, with nodes that are lost, drained or unsure. */
export async function runJob(job: IndexedJob, simulation: Simulation): Promise<JobOutcome> {
  const state = {
    waiting: Array.from({ length: job.completions }, (_, index) => index),
    running: new Set<Promise<void>>(),
    failures: new Map<number, number>(),
    succeeded: new Set<number>(),
    failed: new Map<number, number | null>(),
    pods: 0,
    fates: { none: 0, killed: 0, evicted: 0, doubled: 0 },
  };
  const begin = (index: number): void => {
    const pod = run(index).finally(() => state.running.delete(pod));
    state.running.add(pod);
  };
  const run = async (index: number): Promise<void> => {
    const process = simulation.start(index);
    const ended = once(process, 'exit') as Promise<[number | null]>;
    const [fate, delay] = simulation.fateOf(state.pods++);
    state.fates[fate]++;
    await Promise.race([ended, fate === 'none' ? ended : after(delay)]);
    const hasEnded = process.exitCode !== null || process.signalCode !== null;
    if (!hasEnded && fate === 'killed') process.kill('SIGKILL');
    if (!hasEnded && fate === 'evicted') process.kill('SIGTERM');
    if (!hasEnded && fate === 'doubled') begin(index);
    const [code] = await ended;
    conclude(index, code, fate === 'evicted' && !hasEnded);
    const failures = state.failures.get(index) ?? 0;
    await after(simulation.backoff * Math.min(2 ** Math.max(0, failures - 1), longestBackoff));
    if (!state.succeeded.has(index) && !state.failed.has(index)) state.waiting.push(index);
  };
  const conclude = (index: number, code: number | null, isDisruption: boolean): void => {
    if (code === 0) state.succeeded.add(index);
    else if (!isDisruption) {
      const failures = (state.failures.get(index) ?? 0) + 1;
      state.failures.set(index, failures);
      const isFinal = job.failIndexOn.some((final) => final === code) || failures > job.backoffLimitPerIndex;
      if (isFinal) state.failed.set(index, code);
    }
  };
  while (state.waiting.length > 0 || state.running.size > 0) {
    while (state.waiting.length > 0 && state.running.size < job.parallelism) {
      const [next, ...others] = simulation.order([...new Set(state.waiting)]);
      state.waiting = others;
      if (next !== undefined && !state.succeeded.has(next) && !state.failed.has(next)) begin(next);
    }
    await Promise.race(state.running);
  }
  const { succeeded, failed, pods, fates } = state;
  return { succeeded: [...succeeded].sort(), failed, pods, fates };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
// @ts-expect-error The chaos run is plain JavaScript: nothing compiles it.
import { randomFrom } from '../chaos/random.mjs';
import { ownDirectory } from '../support/directory.ts';
import { bin } from '../support/programs.ts';
import { catalogueOf, openShop } from '../support/shop.ts';

// The files of deploy/kubernetes, with real processes in place of Pods. Needs a build.

const folder = 'deploy/kubernetes';

/** Every object of the folder, by kind. */
const objects = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) =>
      parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((each) => each.toJS({ maxAliasCount: 9 })),
    )
    .map((object) => [object.kind as string, object]),
);

const job = objects.Job.spec;
const pod = job.template.spec;
const [container] = pod.containers;
const indexed: IndexedJob = {
  completions: job.completions,
  parallelism: job.parallelism,
  backoffLimitPerIndex: job.backoffLimitPerIndex,
  failIndexOn: job.podFailurePolicy.rules.find((rule: { action: string }) => rule.action === 'FailIndex').onExitCodes
    .values,
};

/** The arguments of the container where its volumes are folders of this machine. */
const argumentsIn = (journal: string): readonly string[] =>
  container.args.map((argument: string) => argument.replace(/^\/journal/, journal));

/** Its published schemas as functions. The package exports only classes that copy what they check. */
const require = createRequire(import.meta.url);
const schemas = join(dirname(require.resolve('kubernetes-models')), '_schemas');

test.each([
  ['Namespace', 'IoK8sApiCoreV1Namespace'],
  ['PersistentVolumeClaim', 'IoK8sApiCoreV1PersistentVolumeClaim'],
  ['NetworkPolicy', 'IoK8sApiNetworkingV1NetworkPolicy'],
  ['Job', 'IoK8sApiBatchV1Job'],
])('Kubernetes takes the %s, and knows each of its fields', (kind, schema) => {
  const { validate } = require(join(schemas, schema)) as { validate: (object: unknown) => boolean };
  const unread = new Set<string>();
  const isValid = validate(watched(objects[kind], kind, unread));
  expect({ isValid, unread: [...unread] }).toEqual({ isValid: true, unread: [] });
});

/** An object that notes which of its fields nobody asked for: the published schemas allow unknown ones. */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, watched(inner, `${path}.${name}`, unread)]);
  // Labels, settings and the like have names of their own.
  const isFree = /\.(labels|annotations|matchLabels|requests|limits)$/.test(path);
  if (!isFree && !Array.isArray(value)) for (const [name] of fields) unread.add(`${path}.${name}`);
  const target = Array.isArray(value) ? fields.map(([, inner]) => inner) : Object.fromEntries(fields);
  return new Proxy(target, {
    get: (object, name, receiver) => {
      unread.delete(`${path}.${String(name)}`);
      return Reflect.get(object, name, receiver);
    },
  });
}

test('the Job sends as many shards as it has indexes', () => {
  const shard = container.args[container.args.indexOf('--shard') + 1];
  expect(shard).toBe(`auto/${job.completions}`);
  expect(job.parallelism).toBe(job.completions);
});

/** A store that loses answers, is busy now and then, and saves some products only after it hung up. */
const unreliable = [
  ...['--empty', '--rate-limit', '60/s', '--latency', '1ms..15ms'],
  ...['--fault', '5xx-before=2%,5xx-after=2%,429-after=2%,reset-before=2%,reset-after=3%,late-commit=2%,cut-body=2%'],
];

const fates: readonly Fate[] = ['killed', 'killed', 'evicted', 'doubled'];

test.each([1, 2])(
  'indexes that are started, killed, evicted and doubled in any order send every row once (seed %i)',
  { timeout: 400_000 },
  async (seed) => {
    const shop = await openShop({ options: [...unreliable, '--seed', String(seed)] });
    const skus = Array.from({ length: 160 }, (_, at) => `SKU-${at}`);
    const directory = ownDirectory();
    mkdirSync(join(directory, 'work'));
    writeFileSync(join(directory, 'work', 'catalogue.csv'), catalogueOf(skus));
    const random = randomFrom(seed);
    const outcome = await runJob(indexed, {
      start: (index) => startPod(directory, index, shop.variables),
      fateOf: (pods) => (pods < 12 ? [random.oneOf(fates), random.between(300, 2500)] : ['none', 0]),
      order: (indexes) => [...indexes].sort(() => random.between(0, 2) - 1),
      // A thirtieth of what Kubernetes waits: an import that holds the lock may take a minute here.
      backoff: 300,
    });

    expect({ failed: [...outcome.failed], succeeded: outcome.succeeded }).toEqual({
      failed: [],
      succeeded: [0, 1, 2, 3],
    });
    expect(await shop.skus()).toEqual([...skus].sort());
  },
);

/** The container of one index, with folders of this machine in place of its volumes, and a settle time for a test. */
function startPod(directory: string, index: number, variables: Readonly<Record<string, string>>) {
  const journal = join(directory, `index-${index}`);
  mkdirSync(journal, { recursive: true });
  return spawn(process.execPath, [bin, ...argumentsIn(journal), '--settle', '3s'], {
    cwd: join(directory, 'work'),
    env: {
      ...{ PATH: process.env.PATH ?? '', TZ: 'UTC', HOME: join(directory, `home-${index}`) },
      ...{ ...variables, JOB_COMPLETION_INDEX: String(index) },
    },
    stdio: 'ignore',
  });
}

/** What the controller of Kubernetes reads of an Indexed Job. */
interface IndexedJob {
  readonly completions: number;
  readonly parallelism: number;
  readonly backoffLimitPerIndex: number;
  /** Exit codes with which an index fails for good. */
  readonly failIndexOn: readonly number[];
}

/** What happens to a Pod besides running to its end. */
type Fate =
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
async function runJob(job: IndexedJob, simulation: Simulation): Promise<JobOutcome> {
  const state = {
    waiting: Array.from({ length: job.completions }, (_, index) => index),
    running: new Set<Promise<void>>(),
    failures: new Map<number, number>(),
    succeeded: new Set<number>(),
    failed: new Map<number, number | null>(),
    pods: 0,
  };
  const begin = (index: number): void => {
    const pod = run(index).finally(() => state.running.delete(pod));
    state.running.add(pod);
  };
  const run = async (index: number): Promise<void> => {
    const process = simulation.start(index);
    const ended = once(process, 'exit') as Promise<[number | null]>;
    const [fate, delay] = simulation.fateOf(state.pods++);
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
  return { succeeded: [...state.succeeded].sort(), failed: state.failed };
}

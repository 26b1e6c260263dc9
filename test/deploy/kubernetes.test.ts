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
/** Exit codes with which an index fails for good. */
const finalCodes: readonly number[] = job.podFailurePolicy.rules.find(
  (rule: { action: string }) => rule.action === 'FailIndex',
).onExitCodes.values;

/** The arguments of the container where its volumes are folders of this machine, for the store of this host. */
const argumentsIn = (journal: string, store: string): readonly string[] =>
  container.args.map((argument: string) => argument.replace(/^\/journal/, journal).replace('$(STORE)', store));

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

/** What happens to a Pod besides running to its end. */
const fates = [
  // The node is lost: the process ends at once.
  ...['killed', 'killed'],
  // The node is drained: SIGTERM, and no failure of the index.
  'evicted',
  // The node seems lost: a replacement starts next to the process.
  'doubled',
] as const;

test('indexes that are started, killed, evicted and doubled in any order send every row once', {
  timeout: 400_000,
}, async () => {
  // Both at once: Pods wait most of their time.
  const ends = await Promise.all([1, 2].map(sentBySeed));
  const all = [...skus].sort();
  const succeeded = new Set([0, 1, 2, 3]);
  expect(ends).toEqual([1, 2].map((seed) => ({ seed, outcome: { failed: new Map(), succeeded }, sent: all })));
});

const skus = Array.from({ length: 160 }, (_, at) => `SKU-${at}`);

/** How a Job ends whose Pods meet the fates of this seed, and what its store has then. */
async function sentBySeed(seed: number) {
  const shop = await openShop({ options: [...unreliable, '--seed', String(seed)] });
  const directory = ownDirectory();
  mkdirSync(join(directory, 'work'));
  writeFileSync(join(directory, 'work', 'catalogue.csv'), catalogueOf(skus));
  const outcome = await runJob(randomFrom(seed), (index) => startPod(directory, index, shop.variables));
  return { seed, outcome, sent: await shop.skus() };
}

/** The container of one index, with folders of this machine in place of its volumes, and a settle time for a test. */
function startPod(directory: string, index: number, variables: Readonly<Record<string, string>>) {
  const journal = join(directory, `index-${index}`);
  mkdirSync(journal, { recursive: true });
  return spawn(
    process.execPath,
    [bin, ...argumentsIn(journal, new URL(variables.SHOP_URL ?? '').host), '--settle', '3s'],
    {
      cwd: join(directory, 'work'),
      env: {
        ...{ PATH: process.env.PATH ?? '', TZ: 'UTC', HOME: join(directory, `home-${index}`) },
        ...{ ...variables, JOB_COMPLETION_INDEX: String(index) },
      },
      stdio: 'ignore',
    },
  );
}

/** Pods after which nothing happens to one any more. */
const fatefulPods = 12;
/** A thirtieth of what Kubernetes waits after the first failure of an index: an import that holds the lock may take a minute here. */
const firstBackoff = 300;
/** Kubernetes waits six minutes at most, which is 36 times what it waits first. */
const longestBackoff = 36 * firstBackoff;

/** Runs the Pods of the Job to the end as its controller does, in any order, with nodes that are lost, drained or unsure. */
async function runJob(random: ReturnType<typeof randomFrom>, start: (index: number) => ChildProcess) {
  let waiting: readonly number[] = Array.from({ length: job.completions }, (_, index) => index);
  const running = new Set<Promise<void>>();
  const failures = new Map<number, number>();
  const succeeded = new Set<number>();
  /** Indexes that failed for good, with the exit code. */
  const failed = new Map<number, number | null>();
  let pods = 0;
  const begin = (index: number): void => {
    const pod = run(index).finally(() => running.delete(pod));
    running.add(pod);
  };
  const run = async (index: number): Promise<void> => {
    const process = start(index);
    const ended = once(process, 'exit') as Promise<[number | null]>;
    const fate = pods++ < fatefulPods ? random.oneOf(fates) : 'none';
    await Promise.race([ended, fate === 'none' ? ended : after(random.between(300, 2500))]);
    const hasEnded = process.exitCode !== null || process.signalCode !== null;
    if (!hasEnded && fate === 'killed') process.kill('SIGKILL');
    if (!hasEnded && fate === 'evicted') process.kill('SIGTERM');
    if (!hasEnded && fate === 'doubled') begin(index);
    const [code] = await ended;
    conclude(index, code, fate === 'evicted' && !hasEnded);
    await after(Math.min(firstBackoff * 2 ** Math.max(0, (failures.get(index) ?? 0) - 1), longestBackoff));
    if (!succeeded.has(index) && !failed.has(index)) waiting = [...waiting, index];
  };
  const conclude = (index: number, code: number | null, isDisruption: boolean): void => {
    if (code === 0) succeeded.add(index);
    else if (!isDisruption) {
      const count = (failures.get(index) ?? 0) + 1;
      failures.set(index, count);
      const isFinal = finalCodes.some((final) => final === code) || count > job.backoffLimitPerIndex;
      if (isFinal) failed.set(index, code);
    }
  };
  while (waiting.length > 0 || running.size > 0) {
    while (waiting.length > 0 && running.size < job.parallelism) {
      const [next, ...others] = [...new Set(waiting)].sort(() => random.between(0, 2) - 1);
      waiting = others;
      if (next !== undefined && !succeeded.has(next) && !failed.has(next)) begin(next);
    }
    await Promise.race(running);
  }
  return { succeeded, failed };
}

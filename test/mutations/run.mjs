// Removes the rules that prevent lost products and duplicates, and those that keep secrets, one at a time, and shows that a test fails:
// npm run mutations. Exits with 1 if a mutation survives. `npm run mutations -- --only I2,S7` runs those of these rules, `--only S` of all
// that begin so, `--places` only shows that each still finds its place in the code. The tests of a mutation run in their order until one
// fails, slow ones last: what fails often stands first.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { mutate, mutations, readSources } from './mutations.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, places: { type: 'boolean' } } });
const only = values.only?.split(',');
const chosen = mutations.filter(
  ({ rule }) => only?.some((name) => rule === name || rule.replace(/\d+$/, '') === name) ?? true,
);
if (values.places) {
  const sources = readSources();
  for (const mutation of chosen) findPlace(mutation, sources);
  console.log(`${chosen.length} mutations find their places.`);
  process.exit();
}
const home = process.cwd();
const directory = await realpath(await mkdtemp(join(tmpdir(), 'shop-cli-mutations-')));
const notCopied = new Set(['node_modules', '.git', 'dist']);
let survived = 0;
/** Files in which a test failed with a mutation: without one they must pass. */
const failing = new Set();
/** The tests that run now, and the first that failed. */
let order = [];
let red;
let vitest;

/** Vitest would begin with those that take longest. */
class InOrder {
  shard = (files) => files;
  sort = (files) => files.toSorted((one, other) => placeOf(one) - placeOf(other));
}
const placeOf = ({ moduleId }) => order.findIndex((test) => moduleId.includes(test));

// One failure is enough.
const stopAtFailure = {
  onTestCaseResult(test) {
    if (test.result().state === 'failed') fail(test.module, test.fullName);
  },
  onTestModuleEnd(module) {
    if (!module.ok()) fail(module, module.errors()[0]?.message);
  },
};
function fail({ relativeModuleId }, test) {
  red ??= { file: relativeModuleId, test };
  vitest.cancelCurrentRun('test-failure');
}

try {
  await cp('.', directory, { recursive: true, filter: (path) => !notCopied.has(path) });
  await symlink(resolve('node_modules'), join(directory, 'node_modules'));
  process.chdir(directory);
  // A failing model is not made smaller.
  process.env.MODEL_QUICK = '1';
  vitest = await createVitest('test', {
    ...{ watch: false, maxWorkers: 1, testTimeout: 120_000, reporters: [stopAtFailure] },
    sequence: { sequencer: InOrder },
  });
  const sources = readSources();
  for (const mutation of chosen) tell(mutation, await withMutation(mutation, sources));
  for (const file of failing) {
    const failed = await firstRed([file]);
    if (failed) throw new Error(`Red without any mutation: ${file}: ${failed.test}`);
  }
  console.log(`${chosen.length} mutations, ${survived} survived.`);
  process.exitCode = survived === 0 ? 0 : 1;
} finally {
  await vitest?.close();
  process.chdir(home);
  await rm(directory, { recursive: true, force: true });
}

/** @throws unless the code has the place of a mutation once, and there are tests that must fail */
function findPlace(mutation, sources) {
  const { source, mutated } = mutate(sources, mutation);
  if (mutated === source) throw new Error(`${mutation.what}: changes nothing`);
  const missing = mutation.tests.filter((path) => !existsSync(path));
  if (mutation.tests.length === 0 || missing.length > 0)
    throw new Error(`${mutation.what}: no test ${missing.join(', ')}`);
}

/** The first test that fails with a mutation. */
async function withMutation(mutation, sources) {
  const { file, source, mutated } = mutate(sources, mutation);
  await put(file, mutated);
  try {
    // On a busy machine a test may fail for lack of time: one that fails once more counts.
    for (let tries = 0; tries < 3; tries++) {
      const failed = await firstRed(mutation.tests);
      if (!failed || (await firstRed([failed.file]))) return failed;
    }
  } finally {
    await put(file, source);
  }
}

async function put(file, source) {
  await writeFile(file, source);
  vitest.invalidateFile(resolve(file));
}

/** The first of these tests that fails. Those of the built program, and others that are slow, run if no other fails. */
async function firstRed(tests) {
  order = tests;
  red = undefined;
  const found = await vitest.globTestSpecifications(tests);
  for (const name of ['fast', 'slow-whole', 'slow']) {
    const files = found.filter(({ project }) => project.name === name);
    if (files.length === 0) continue;
    if (name === 'slow') await build();
    await vitest.runTestSpecifications(files);
    if (red) return red;
  }
}

/** What tests of the built program run. */
async function build() {
  const child = spawn(process.execPath, ['build.mjs'], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The copy is not built: run `node build.mjs` to see why.');
}

function tell({ rule, what }, failed) {
  if (failed) failing.add(failed.file);
  else survived++;
  console.log(`${rule.padEnd(5)}${what}: ${failed ? `${failed.file}: ${failed.test}` : 'SURVIVED'}`);
}

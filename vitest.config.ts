import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { agentIn } from './src/settings/variables.ts';
import { ShortReporter } from './test/support/reporter.ts';

/**
 * What drives a terminal, a built process, the kernel, a model or a picture, waits for networks that do not answer, or prints what is as
 * large or as hostile as it gets. `npm run test:slow`
 */
const apart = [
  'terminal/**/*.test.ts',
  'e2e/**/*.test.ts',
  'deploy/**/*.test.ts',
  'chaos/**/*.test.ts',
  'import/system/**/*.test.ts',
  'people/full-disk.test.ts',
  'pace/simulation.test.ts',
  'import/plan/same-as-import.test.ts',
  'system/{keychain,file-lock,output-file,temporary-file}.test.ts',
  'client/{networks,proxy,bounded-replies}.test.ts',
  'output/{hostile,hostile-records,large-records,many-fields}.test.ts',
  'commands/export-workbook.test.ts',
  'expressions.test.ts',
  'people/leaks.test.ts',
  'docs/{manual,pictures,recipes}.test.ts',
];

/** What takes as long, and starts nothing: models of an import, and every output. */
const long = ['import/{models/**/*,march/imported}.test.ts', 'commands/schema/outputs.test.ts'];
const slow = [...apart, ...long];

/** Of which fast tests try a part, and slow ones all: the files that ask which run it is (test/support/thorough.ts). */
const both = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.test.ts') && readFileSync(join('test', path), 'utf8').includes('support/thorough.ts'),
);

/** Whoever runs the tests, no command in them is run by an agent. */
function withoutAgent(): Record<string, string> {
  const cleared: Record<string, string> = {};
  for (let name = agentIn(process.env); name !== undefined; name = agentIn({ ...process.env, ...cleared }))
    cleared[name] = '';
  return cleared;
}

/** Where fast tests write: in memory, where the machine has such a place, so that they do not wait for the disk. */
const memory = '/dev/shm';
function inMemory(): { TMPDIR?: string } {
  try {
    accessSync(memory, constants.W_OK);
    return { TMPDIR: memory };
  } catch {
    return {};
  }
}

/** Most code runs a few times in a test, and other code in the next: optimizing it as early as usual took 9 to 16 % of the CPU time. */
const optimizingLate = process.versions.node.startsWith('20.') ? ['--interrupt-budget=400000'] : [];

/** One copy of the modules in each worker: loading them for each file takes as long as half the tests. */
const quickly = {
  isolate: false,
  // Two workers use both cores: helpers of the garbage collector took 5 to 25 % of the CPU time.
  execArgv: ['--single-threaded-gc', ...optimizingLate],
  env: inMemory(),
};

export default defineConfig({
  test: {
    dir: 'test',
    // These end what hangs. On a machine that is busy with other things, what takes a second may take a minute.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 120_000,
    // CI names the files (`--reporter=default`), and tests that are slow on any machine.
    reporters: [new ShortReporter()],
    slowTestThreshold: 5000,
    // A test that expects nothing fails.
    expect: { poll: { timeout: 120_000 }, requireAssertions: true },
    maxWorkers: 2,
    // Whoever runs the tests may be an agent; the commands under test are run by a person.
    env: { TZ: 'UTC', ...withoutAgent() },
    // What was transformed once is taken by its content the next time.
    experimental: { fsModuleCache: true },
    // Nothing that is committed is written but with -u.
    update: 'none',
    setupFiles: ['test/support/watch.ts'],
    projects: [
      {
        extends: true,
        test: {
          ...{ ...quickly, name: 'fast', include: ['**/*.test.ts'], exclude: slow },
          provide: { isThorough: false },
        },
      },
      { extends: true, test: { name: 'slow', include: apart, provide: { isThorough: true } } },
      // What needs no process of its own, and what is in the fast project in part: `--project 'slow*'` has both.
      {
        extends: true,
        test: {
          ...{ ...quickly, name: 'slow-whole', include: [...both, ...long], exclude: apart },
          provide: { isThorough: true },
        },
      },
    ],
  },
});

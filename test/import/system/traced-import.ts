import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { canary, inDirectory } from '../../support/run.ts';
import { openTestSandbox } from '../../support/sandbox.ts';
import { storeAt, type TestStore } from '../../support/store.ts';
import { words } from '../../support/words.ts';

/** Keys of one length, so that none is part of another. */
export const keys = Array.from({ length: 12 }, (_, at) => `ROW-${100 + at}`);

export interface Place {
  readonly directory: string;
  readonly journal: string;
  readonly store: TestStore;
  /** Runs the built program with the import, behind other words (strace, a shell with limits). Returns its exit code. */
  readonly imported: (...before: readonly string[]) => Promise<number | null>;
  /** The keys in the store, as often as they are there. */
  readonly inStore: () => Promise<readonly string[]>;
  /** What the results file says of a row and the store shows otherwise, or the report counts otherwise. Nothing where there is no file. */
  readonly untrue: () => Promise<readonly string[]>;
  /** The keys that the journal knows. */
  readonly inJournal: () => Promise<readonly string[]>;
}

/** Calls `use` with an empty store and a file of twelve rows. Not as long as the test: which one runs is not known where several do. */
export const withImport = <T>(use: (place: Place) => Promise<T>): Promise<T> =>
  inDirectory(async (directory) => {
    const sandbox = await openTestSandbox({ token: canary, empty: true, now: () => new Date() });
    return await use(await placeIn(directory, storeAt(sandbox.url))).finally(sandbox.close);
  });

async function placeIn(directory: string, store: TestStore): Promise<Place> {
  const journal = join(directory, 'journal', 'j.db');
  await mkdir(join(directory, 'journal'), { mode: 0o700 });
  await writeFile(join(directory, 'in.csv'), `sku,name\n${keys.map((key) => `${key},x\n`).join('')}`);
  const line = 'products import in.csv --results results.csv --report report.json --concurrency 2 --settle 100ms';
  const command = [process.execPath, resolve('bin/shop-cli.cjs'), ...words(line, '--journal', journal)];
  const env = { PATH: process.env.PATH, HOME: directory, ...store.variables };
  return {
    directory,
    journal,
    store,
    imported: async (...before) => {
      const [program = '', ...argv] = [...before, ...command];
      const [code] = await once(spawn(program, argv, { cwd: directory, env, stdio: 'ignore' }), 'exit');
      return code;
    },
    inStore: async () =>
      (await store.run('products list --all --output csv --fields sku')).out.trim().split('\n').slice(1).sort(),
    untrue: () => untrueIn(directory, store),
    inJournal: () => keysIn(journal),
  };
}

async function untrueIn(directory: string, store: TestStore): Promise<readonly string[]> {
  const text = await readFile(join(directory, 'results.csv'), 'utf8').catch(() => '');
  if (text === '') return [];
  const { out } = await store.run('products list --all --json --fields sku,productId');
  const ids = new Map(JSON.parse(out).map(({ sku, productId }: Record<string, unknown>) => [sku, String(productId)]));
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const isTrue = ([, key, result, id]: readonly string[]): boolean =>
    (result === 'created' && ids.get(key) === id) || (result === 'not sent' && !ids.has(key)) || result === 'uncertain';
  const report = JSON.parse(await readFile(join(directory, 'report.json'), 'utf8'));
  // It failed before it began: nothing was sent.
  const sent = [...ids.keys()].map(String).filter((sku) => sku.startsWith('ROW-'));
  if (report.created === undefined) return [...rows.map(String), ...sent];
  const counts = { created: report.created, uncertain: report.uncertain, 'not sent': report.notSent };
  const otherCounts = Object.entries(counts).filter(
    ([name, count]) => rows.filter(([, , result]) => result === name).length !== count,
  );
  return [...rows.filter((row) => !isTrue(row)).map(String), ...otherCounts.map(String)];
}

/** From a copy: libsql keeps a file for a while after it was closed, and the next import needs it. */
async function keysIn(journal: string): Promise<readonly string[]> {
  if ((await readFile(journal).catch(() => '')).length === 0) return [];
  const copy = join(await mkdtemp(join(dirname(journal), 'read-')), 'j.db');
  for (const end of ['', '-wal']) await cp(journal + end, copy + end).catch(() => undefined);
  const database = await openSqlite(copy);
  try {
    const isMade = database.get("SELECT 1 FROM sqlite_master WHERE name = 'row'") !== undefined;
    return isMade
      ? database
          .all("SELECT DISTINCT cells ->> 1 AS code FROM row WHERE state <> 'todo'")
          .map(({ code }) => String(code))
      : [];
  } finally {
    database.close();
  }
}

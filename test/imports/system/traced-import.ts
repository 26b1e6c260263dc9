import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openSqlite } from '../../../src/sqlite.ts';
import { inDirectory } from '../../support/run.ts';
import { type TestStore, withSandbox } from '../../support/store.ts';

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
  /** The keys that the journal knows. */
  readonly inJournal: () => Promise<readonly string[]>;
}

/** Calls `use` with an empty store and a file of twelve rows. */
export const withImport = <T>(use: (place: Place) => Promise<T>): Promise<T> =>
  inDirectory((directory) =>
    withSandbox(
      async (store) => {
        const journal = join(directory, 'journal', 'j.db');
        await mkdir(join(directory, 'journal'), { mode: 0o700 });
        await writeFile(join(directory, 'in.csv'), `sku,name\n${keys.map((key) => `${key},x\n`).join('')}`);
        const command = [process.execPath, resolve('bin/shop-cli.cjs'), 'products', 'import', 'in.csv', '--journal', journal];
        return await use({
          directory,
          journal,
          store,
          imported: async (...before) => {
            const [program = '', ...words] = [...before, ...command, '--concurrency', '2', '--settle', '100ms'];
            return await exitCode(spawn(program, words, { cwd: directory, env: environment(store, directory), stdio: 'ignore' }));
          },
          inStore: async () => (await store.run('products list --all --output csv --fields sku')).out.trim().split('\n').slice(1).sort(),
          inJournal: () => keysIn(journal),
        });
      },
      { empty: true },
    ),
  );

const environment = ({ variables }: TestStore, directory: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: directory,
  ...variables,
});

async function exitCode(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit');
  return code;
}

/** From a copy: libsql keeps a file for a while after it was closed, and the next import needs it. */
async function keysIn(journal: string): Promise<readonly string[]> {
  if ((await readFile(journal).catch(() => '')).length === 0) return [];
  const copy = join(await mkdtemp(join(dirname(journal), 'read-')), 'j.db');
  for (const end of ['', '-wal']) await cp(journal + end, copy + end).catch(() => undefined);
  const database = await openSqlite(copy);
  try {
    const isMade = database.get("SELECT 1 FROM sqlite_master WHERE name = 'rows'") !== undefined;
    return isMade ? database.all('SELECT DISTINCT code FROM rows').map(({ code }) => String(code)) : [];
  } finally {
    database.close();
  }
}

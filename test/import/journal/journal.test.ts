import { link, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  attemptsBefore,
  blockedKeys,
  keysSentSince,
  openRows,
  rowsSentTwice,
} from '../../../src/import/journal/earlier-rows.ts';
import { type Journal, openJournal } from '../../../src/import/journal/journal.ts';
import { storeDirectory } from '../../../src/import/journal/path.ts';
import { countStates, type Entry, noteRows, rowsOf, rowsWithProblems } from '../../../src/import/journal/rows.ts';
import {
  addRun,
  allRuns,
  beginPart,
  deleteRun,
  endRun,
  knows,
  markChecked,
  type NewRun,
  noteFact,
  runsReplacedBy,
  unfinishedRun,
} from '../../../src/import/journal/runs.ts';
import type { RowState } from '../../../src/import/journal/schema.ts';
import { createFiles } from '../../../src/system/files.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { Secrets } from '../../../src/text/redact.ts';
import { ownDirectory } from '../../support/run.ts';

const newRun = (identity = 'i'): NewRun => ({
  store: 's',
  identity,
  path: '/in.csv',
  file: 'f',
  options: '{}',
  started: 1,
  rows: 9,
  invalid: 0,
  excluded: 0,
  otherShards: 0,
});

const entry = (code: string, state: RowState, more: Partial<Entry> = {}): Entry => ({
  run: 1,
  record: code.codePointAt(0) ?? 0,
  line: 2,
  key: { field: 'sku', code },
  state,
  attempts: 1,
  ...more,
});

type Open = (options?: { readonly at?: number; readonly lock?: number | 'unlocked' }) => Promise<Journal>;

/** Opens, uses and closes the journal, again and again, in a directory of its own. */
const withPath = <T>(use: (path: string, open: Open) => Promise<T>): Promise<T> => {
  const directory = ownDirectory();
  const [path, files] = [join(directory, 'a', 'imports.db'), createFiles(directory, new Secrets())];
  return use(path, ({ at = 0, lock = 0 } = {}) => {
    let slept = 0;
    const clock = {
      now: () => new Date(at),
      elapsed: () => slept,
      sleep: async (time: number) => {
        slept += time;
      },
    };
    return openJournal(path, { lock }, { files, clock, interrupted: new AbortController().signal });
  });
};

/** Makes a journal of version 7 one of version 6. */
const withoutFeeds = `ALTER TABLE runs DROP COLUMN feed; ALTER TABLE runs DROP COLUMN gone; ALTER TABLE runs DROP COLUMN full;
  ALTER TABLE rows DROP COLUMN facts; ALTER TABLE rows DROP COLUMN stated; ALTER TABLE rows DROP COLUMN since`;

async function makeDatabase(path: string): Promise<void> {
  const database = await openSqlite(path);
  database.exec('CREATE TABLE products (sku TEXT)');
  database.close();
}

const codesOf = (entries: readonly Entry[]): readonly string[] => entries.map(({ key }) => `${key.field}:${key.code}`);

describe('the journal of a store', () => {
  test('keeps announced rows without outcome, across restarts and runs', async () => {
    await withPath(async (_, open) => {
      const first = await open();
      addRun(first, newRun());
      noteRows(first, [
        entry('A', 'open'),
        entry('B', 'open'),
        entry('C"é', 'open', { record: 7, key: { field: 'ean', code: 'C"é' } }),
      ]);
      noteRows(first, [entry('A', 'created', { product: '12' })]);
      await first.close();
      const second = await open();
      addRun(second, newRun('j'));
      noteRows(second, [entry('D', 'open', { run: 2 })]);
      expect(codesOf(openRows(second))).toEqual(['ean:C"é', 'sku:B', 'sku:D']);
      await second.close();
    });
  });

  test('knows how often a row was sent: by its own run each time, by others once', async () => {
    await withPath(async (_, open) => {
      const journal = await open();
      addRun(journal, newRun());
      noteRows(journal, [entry('A', 'absent', { attempts: 3 }), entry('B', 'created', { attempts: 2 })]);
      const keyOf = (code: string) => ({ field: 'sku', code });
      const before = [1, 2].map((run) => {
        const attempts = attemptsBefore(journal, run, [keyOf('C')]);
        return ['A', 'B', 'C', 'D'].map((code) => attempts({ key: keyOf(code) }));
      });
      expect(before).toEqual([
        [3, 0, 1, 0],
        [1, 0, 1, 0],
      ]);
      await journal.close();
    });
  });

  test('restores every state of a row', async () => {
    await withPath(async (_, open) => {
      const journal = await open();
      addRun(journal, newRun());
      noteRows(journal, [
        entry('A', 'created', { product: '12', attempts: 2 }),
        entry('B', 'rejected', { field: 'price', message: 'no' }),
        entry('C', 'blocked', { message: 'near' }),
        entry('D', 'absent'),
        entry('E', 'existing', { product: '7' }),
        entry('F', 'absent', { attempts: 0 }),
      ]);
      const { created, existing, rejected, blocked, absent, open: opened } = countStates(journal, 1);
      expect({
        counts: [created, existing, rejected, blocked, absent, opened],
        blocked: blockedKeys(journal),
        sentBefore: ['A', 'D', 'F'].map((code) => attemptsBefore(journal, 1, [])({ key: { field: 'sku', code } })),
        twice: rowsSentTwice(journal, 1, []).map(({ key }) => key.code),
        problems: rowsWithProblems(journal, 1, 9).map(({ key, field, message }) => [key.code, field, message]),
        rows: [...rowsOf(journal, 1)].map(({ key, product }) => `${key.code}${product ?? ''}`).join(' '),
      }).toEqual({
        counts: [1, 1, 1, 1, 2, 0],
        blocked: [{ field: 'sku', code: 'C' }],
        sentBefore: [0, 1, 0],
        twice: ['A'],
        problems: [
          ['B', 'price', 'no'],
          ['C', undefined, 'near'],
        ],
        rows: 'A12 B C D E7 F',
      });
      await journal.close();
    });
  });

  test('pages through more rows than one page without losing any', async () => {
    await withPath(async (_, open) => {
      const journal = await open();
      addRun(journal, newRun());
      noteRows(
        journal,
        Array.from({ length: 12_001 }, (_, at) => entry(`S${at}`, 'created', { record: at + 1 })),
      );
      const records = [...rowsOf(journal, 1)].map(({ record }) => record);
      expect([records.length, new Set(records).size, records.at(-1)]).toEqual([12_001, 12_001, 12_001]);
      await journal.close();
    });
  });

  test('remembers recently sent keys of recent runs, whatever their outcome', async () => {
    await withPath(async (_, open) => {
      const first = await open({ at: 1000 });
      addRun(first, newRun());
      noteRows(first, [
        ...[entry('A', 'created'), entry('B', 'rejected'), entry('C', 'uncertain'), entry('D', 'existing')],
        ...[entry('E', 'existing', { attempts: 0 }), entry('F', 'absent')],
      ]);
      endRun(first, 1, 'finished', null);
      expect([keysSentSince(first, 999).map(({ code }) => code), keysSentSince(first, 1000)]).toEqual([
        ['A', 'B', 'C', 'D'],
        [],
      ]);
      await first.close();
    });
  });

  test('a run is continued by its identity until it is finished, and unknown once it is deleted', async () => {
    await withPath(async (_, open) => {
      const journal = await open();
      addRun(journal, newRun('a'));
      markChecked(journal, 1, 40);
      const before = [
        unfinishedRun(journal, 'a')?.products,
        unfinishedRun(journal, 'b'),
        runsReplacedBy(journal, newRun('b'))[0]?.run,
      ];
      endRun(journal, 1, 'finished', null);
      const after = [unfinishedRun(journal, 'a'), allRuns(journal).map(({ run, state }) => `${run} ${state}`)];
      noteRows(journal, [entry('A', 'existing', { attempts: 0 })]);
      deleteRun(journal, 1);
      expect([before, after, allRuns(journal), [...rowsOf(journal, 1)]]).toEqual([
        [40, undefined, 1],
        [undefined, ['1 finished']],
        [],
        [],
      ]);
      await journal.close();
    });
  });

  test('a run that is deleted is in no list, and what it sent is remembered for a day', async () => {
    await withPath(async (_, open) => {
      const [begun, day] = [1000, 86_400_000];
      const first = await open({ at: begun });
      addRun(first, newRun());
      noteRows(first, [entry('A', 'rejected'), entry('B', 'existing', { attempts: 0 })]);
      endRun(first, 1, 'finished', null);
      deleteRun(first, 1);
      const kept = [allRuns(first), keysSentSince(first, 0), [...rowsOf(first, 1)].map(({ key }) => key.code)];
      await first.close();
      const codes: unknown[] = [];
      for (const at of [begun + day - 1, begun + day]) {
        const later = await open({ at });
        beginPart(later, addRun(later, newRun()), { clockDiffers: false });
        codes.push(keysSentSince(later, 0).map(({ code }) => code));
        await later.close();
      }
      expect([kept, codes]).toEqual([
        [[], [{ field: 'sku', code: 'A' }], ['A']],
        [['A'], []],
      ]);
    });
  });

  test('what a continued run sent before it was killed is known to the next run', async () => {
    await withPath(async (_, open) => {
      const [begun, continued] = [1000, 10_000_000];
      const first = await open({ at: begun });
      beginPart(first, addRun(first, newRun()), { clockDiffers: false });
      endRun(first, 1, 'unfinished', null);
      await first.close();
      const second = await open({ at: continued });
      beginPart(second, 1, { clockDiffers: false });
      noteRows(second, [entry('A', 'rejected')]);
      await second.close();
      const third = await open({ at: continued + 1 });
      expect(keysSentSince(third, continued - 1)).toEqual([{ field: 'sku', code: 'A' }]);
      await third.close();
    });
  });

  test('what a run sent that was deleted under a wrong clock is remembered', async () => {
    await withPath(async (_, open) => {
      const [begun, hour] = [1000, 3_600_000];
      const first = await open({ at: begun });
      beginPart(first, addRun(first, newRun()), { clockDiffers: false });
      noteRows(first, [entry('A', 'rejected')]);
      endRun(first, 1, 'finished', null);
      await first.close();
      const second = await open({ at: begun + 48 * hour });
      deleteRun(second, 1);
      beginPart(second, addRun(second, newRun()), { clockDiffers: true });
      expect(keysSentSince(second, begun + 47 * hour)).toEqual([{ field: 'sku', code: 'A' }]);
      await second.close();
    });
  });

  test('a second import into the store is refused while the first has it, and only reading is not', async () => {
    await withPath(async (_, open) => {
      const first = await open();
      await expect(open()).rejects.toMatchObject({ kind: 'import-running', exitCode: 9 });
      await expect(open({ lock: 3000 })).rejects.toMatchObject({ exitCode: 9 });
      const reader = await open({ lock: 'unlocked' });
      await reader.close();
      await first.close();
      await (await open()).close();
    });
  });

  test('of a newer version is rejected unchanged', async () => {
    await withPath(async (path, open) => {
      await (await open()).close();
      const database = await openSqlite(path);
      database.exec('PRAGMA user_version = 99');
      database.close();
      await expect(open()).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringContaining('newer version of shop-cli'),
      });
    });
  });

  test('that is damaged is rejected with a hint', async () => {
    await withPath(async (path, open) => {
      await (await open()).close();
      await rm(`${path}-wal`, { force: true });
      await writeFile(path, `SQLite format 3\0${'x'.repeat(8192)}`);
      await expect(open()).rejects.toMatchObject({ kind: 'usage', hint: expect.stringContaining('move it away') });
    });
  });

  test.each([
    ['a catalogue', async (path: string) => await writeFile(path, 'sku,name\nA,x\n')],
    ['the database of something else', makeDatabase],
  ])('%s is refused, and stays as it is, with no file next to it', async (_, make) => {
    await withPath(async (path, open) => {
      await mkdir(dirname(path));
      await make(path);
      const before = await readFile(path);
      for (const lock of [0, 'unlocked'] as const) {
        await expect(open({ lock })).rejects.toMatchObject({
          ...{
            kind: 'usage',
            message: `${path} is not a journal of shop-cli. It was not changed.`,
            hint: expect.stringContaining('--journal'),
          },
        });
      }
      expect([(await readFile(path)).equals(before), await readdir(dirname(path))]).toEqual([true, ['imports.db']]);
    });
  });

  test('a directory and a device are refused, with no file next to them', async () => {
    await withPath(async (path, open) => {
      await mkdir(path, { recursive: true });
      await expect(open()).rejects.toMatchObject({ kind: 'usage', message: `Cannot read ${path}: is a directory.` });
      await rm(path, { recursive: true });
      await symlink('/dev/null', path);
      await expect(open()).rejects.toMatchObject({
        kind: 'usage',
        message: `Cannot read ${path}: not a regular file.`,
      });
      expect(await readdir(dirname(path))).toEqual(['imports.db']);
    });
  });

  test('no other user can read it', async () => {
    await withPath(async (path, open) => {
      await (await open()).close();
      const modes = await Promise.all(
        [path, join(path, '..')].map(async (each) => ((await stat(each)).mode & 0o777).toString(8)),
      );
      expect(modes).toEqual(['600', '700']);
    });
  });

  test('two stores have two journals, also when their addresses look alike', () => {
    const context = { env: {}, platform: 'linux' as const, home: '/home/jo' };
    const paths = ['https://shop.example/nl', 'https://shop.example_nl', 'https://shop.example'].map((store) =>
      storeDirectory(store, context),
    );
    expect([new Set(paths).size, paths[0]?.startsWith('/home/jo/.local/state/shop-cli/shop.example_nl-')]).toEqual([
      3,
      true,
    ]);
  });

  test('of a version before 0.1.0 is refused, and not changed', async () => {
    await withPath(async (path, open) => {
      await (await open()).close();
      const database = await openSqlite(path);
      database.exec(`${withoutFeeds}; PRAGMA user_version = 6`);
      database.close();
      await expect(open()).rejects.toMatchObject({
        message: `${path} is not a journal of shop-cli. It was not changed.`,
      });
      const after = await openSqlite(path);
      expect(after.get('PRAGMA user_version')?.user_version).toBe(6);
      after.close();
    });
  });

  test('of the seventh version keeps its attempts, and learns what the store has shown', async () => {
    await withPath(async (path, open) => {
      const first = await open();
      addRun(first, newRun());
      noteRows(first, [entry('A', 'open', { attempts: 2 }), entry('B', 'absent'), entry('C', 'blocked')]);
      await first.close();
      const database = await openSqlite(path);
      database.exec('DROP TABLE store; PRAGMA user_version = 7');
      database.close();
      const journal = await open();
      const before = knows(journal, 'this');
      noteFact(journal, 'this');
      noteFact(journal, 'this');
      expect([
        openRows(journal),
        attemptsBefore(journal, 1, [])({ key: { field: 'sku', code: 'B' } }),
        blockedKeys(journal),
        before,
        knows(journal, 'this'),
      ]).toMatchObject([[{ key: { code: 'A' }, attempts: 2 }], 1, [{ code: 'C' }], false, true]);
      await journal.close();
    });
  });

  test('by another hard link it is refused: SQLite would not find what was not merged yet', async () => {
    await withPath(async (path, open) => {
      await (await open()).close();
      await link(path, `${path}.link`);
      await expect(open()).rejects.toMatchObject({ kind: 'usage', message: expect.stringContaining('2 names') });
    });
  });

  test('the journal can be read during an import', async () => {
    await withPath(async (_, open) => {
      const journal = await open();
      addRun(journal, newRun());
      for (let at = 1; at <= 3000; at++) noteRows(journal, [entry(`S${at}`, 'created', { record: at })]);
      const reader = await open({ lock: 'unlocked' });
      expect(countStates(reader, 1).created).toBe(3000);
      await reader.close();
      await journal.close();
    });
  });
});

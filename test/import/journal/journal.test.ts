import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attemptsBefore, blockedKeys, rowsSentTwice, sentSince } from '../../../src/import/journal/earlier-rows.ts';
import type { Journal } from '../../../src/import/journal/journal.ts';
import { countStates, type RowRecord, rowsOf, rowsWithProblems } from '../../../src/import/journal/rows.ts';
import {
  addRun,
  allRuns,
  beginPart,
  deleteRun,
  endRun,
  markChecked,
  type NewRun,
  runsReplacedBy,
  unfinishedRun,
} from '../../../src/import/journal/runs.ts';
import type { RowState } from '../../../src/import/rows/states.ts';
import { storeDirectory } from '../../../src/settings/directories.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { hashOf } from '../../../src/text/hash-set.ts';
import { ownDirectory } from '../../support/run.ts';
import { isThorough } from '../../support/thorough.ts';
import { noteFileRows, openedJournal } from './opened.ts';

const newRun = (identity = 'i'): NewRun => ({
  store: 's',
  identity,
  noun: 'products',
  path: '/in.csv',
  file: 'f',
  options: '{}',
  started: 1,
  rows: 9,
  invalid: 0,
  excluded: 0,
  elsewhere: 0,
});

const ofProducts = (id: number) => ({ id, source: { noun: 'products' } });

const entry = (code: string, state: RowState, more: Partial<RowRecord> = {}): RowRecord => ({
  run: 1,
  record: code.codePointAt(0) ?? 0,
  line: 2,
  key: { field: 'sku', code },
  state,
  attempts: 1,
  ...more,
});

/** The path of a journal in a directory of its own, and how it is opened. */
function ownJournal() {
  const path = join(ownDirectory(), 'a', 'imports.db');
  return { path, open: (opening?: Parameters<typeof openedJournal>[1]) => openedJournal(path, opening) };
}

/** The SKUs of one letter that were sent since then. */
function codesSentSince(journal: Journal, since: number): readonly string[] {
  const sent = sentSince(journal, since, 'products');
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((code) => sent.has(hashOf(`sku:${code}`)));
}

/** A journal with one run, which has these rows. */
async function journalWith(...rows: readonly RowRecord[]): Promise<Journal> {
  const journal = await ownJournal().open();
  addRun(journal, newRun());
  noteFileRows(journal, rows);
  return journal;
}

async function change(path: string, sql: string): Promise<void> {
  const database = await openSqlite(path);
  database.exec(sql);
  database.close();
}

describe('the journal of a store', () => {
  test('knows how often a row was sent: by its own run each time, by others once', async () => {
    const journal = await journalWith(entry('A', 'absent', { attempts: 3 }), entry('B', 'created', { attempts: 2 }));
    const keyOf = (code: string) => ({ field: 'sku', code });
    const before = [1, 2].map((run) => {
      const attempts = attemptsBefore(journal, ofProducts(run), [keyOf('C')]);
      return ['A', 'B', 'C', 'D'].map((code) => attempts({ key: keyOf(code) }));
    });
    expect(before).toEqual([
      [3, 0, 1, 0],
      [1, 0, 1, 0],
    ]);
  });

  test('restores every state of a row', async () => {
    const journal = await journalWith(
      entry('A', 'created', { recordId: '12', attempts: 2 }),
      entry('B', 'rejected', { field: 'price', message: 'no' }),
      entry('C', 'blocked', { message: 'near' }),
      entry('D', 'absent'),
      entry('E', 'existing', { recordId: '7' }),
      entry('F', 'absent', { attempts: 0 }),
    );
    const { created, existing, rejected, blocked, absent, open: opened } = countStates(journal, 1);
    expect({
      counts: [created, existing, rejected, blocked, absent, opened],
      blocked: blockedKeys(journal, 'products'),
      sentBefore: ['A', 'D', 'F'].map((code) =>
        attemptsBefore(journal, ofProducts(1), [])({ key: { field: 'sku', code } }),
      ),
      twice: rowsSentTwice(journal, 1, []).map(({ key }) => key.code),
      problems: rowsWithProblems(journal, 1, 9).map(({ key, field, message }) => [key.code, field, message]),
      rows: [...rowsOf(journal, 1)].map(({ key, recordId }) => `${key.code}${recordId ?? ''}`).join(' '),
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
  });

  test.runIf(isThorough)('pages through more rows than one page without losing any', async () => {
    const { open } = ownJournal();
    const journal = await open();
    addRun(journal, newRun());
    noteFileRows(
      journal,
      Array.from({ length: 12_001 }, (_, at) => entry(`S${at}`, 'created', { record: at + 1 })),
    );
    const records = [...rowsOf(journal, 1)].map(({ record }) => record);
    expect([records.length, new Set(records).size, records.at(-1)]).toEqual([12_001, 12_001, 12_001]);
  });

  test('remembers recently sent keys of recent runs, whatever their outcome', async () => {
    const { open } = ownJournal();
    const first = await open({ at: 1000 });
    addRun(first, newRun());
    noteFileRows(first, [
      ...[entry('A', 'created'), entry('B', 'rejected'), entry('C', 'uncertain'), entry('D', 'existing')],
      ...[entry('E', 'existing', { attempts: 0 }), entry('F', 'absent')],
    ]);
    endRun(first, 1, { state: 'finished', stopped: null });
    expect([codesSentSince(first, 999), codesSentSince(first, 1000)]).toEqual([['A', 'B', 'C', 'D'], []]);
    await first.close();
  });

  test('a run is continued by its identity until it is finished, and unknown once it is deleted', async () => {
    const { open } = ownJournal();
    const journal = await open();
    addRun(journal, newRun('a'));
    markChecked(journal, 1, 40);
    const before = [
      unfinishedRun(journal, 'a')?.products,
      unfinishedRun(journal, 'b'),
      runsReplacedBy(journal, newRun('b'))[0]?.run,
    ];
    endRun(journal, 1, { state: 'finished', stopped: null });
    const after = [unfinishedRun(journal, 'a'), allRuns(journal).map(({ run, state }) => `${run} ${state}`)];
    noteFileRows(journal, [entry('A', 'existing', { attempts: 0 })]);
    deleteRun(journal, 1);
    expect([before, after, allRuns(journal), [...rowsOf(journal, 1)]]).toEqual([
      [40, undefined, 1],
      [undefined, ['1 finished']],
      [],
      [],
    ]);
  });

  test('a run that is deleted is in no list, and what it sent is remembered for a day', async () => {
    const { open } = ownJournal();
    const [begun, day] = [1000, 86_400_000];
    const first = await open({ at: begun });
    addRun(first, newRun());
    noteFileRows(first, [entry('A', 'rejected'), entry('B', 'existing', { attempts: 0 })]);
    endRun(first, 1, { state: 'finished', stopped: null });
    deleteRun(first, 1);
    const kept = [allRuns(first), codesSentSince(first, 0), [...rowsOf(first, 1)].map(({ key }) => key.code)];
    await first.close();
    const codes: unknown[] = [];
    for (const at of [begun + day - 1, begun + day]) {
      const later = await open({ at });
      beginPart(later, addRun(later, newRun()), { clockDiffers: false });
      codes.push(codesSentSince(later, 0));
      await later.close();
    }
    expect([kept, codes]).toEqual([
      [[], ['A'], ['A']],
      [['A'], []],
    ]);
  });

  test('what a continued run sent before it was killed is known to the next run', async () => {
    const { open } = ownJournal();
    const [begun, continued] = [1000, 10_000_000];
    const first = await open({ at: begun });
    beginPart(first, addRun(first, newRun()), { clockDiffers: false });
    endRun(first, 1, { state: 'unfinished', stopped: null });
    await first.close();
    const second = await open({ at: continued });
    beginPart(second, 1, { clockDiffers: false });
    noteFileRows(second, [entry('A', 'rejected')]);
    await second.close();
    const third = await open({ at: continued + 1 });
    expect(codesSentSince(third, continued - 1)).toEqual(['A']);
  });

  test('what a run sent that was deleted under a wrong clock is remembered', async () => {
    const { open } = ownJournal();
    const [begun, hour] = [1000, 3_600_000];
    const first = await open({ at: begun });
    beginPart(first, addRun(first, newRun()), { clockDiffers: false });
    noteFileRows(first, [entry('A', 'rejected')]);
    endRun(first, 1, { state: 'finished', stopped: null });
    await first.close();
    const second = await open({ at: begun + 48 * hour });
    deleteRun(second, 1);
    beginPart(second, addRun(second, newRun()), { clockDiffers: true });
    expect(codesSentSince(second, begun + 47 * hour)).toEqual(['A']);
    await second.close();
  });

  test('two stores have two journals, also when their addresses look alike', () => {
    const context = { env: {}, platform: 'linux' as const, home: '/home/jo' };
    const stores = ['https://shop.example/nl', 'https://shop.example_nl', 'https://shop.example'];
    const paths = stores.map((store) => storeDirectory(store, context));
    expect(new Set(paths).size).toBe(3);
    expect(paths[0]).toMatch(/^\/home\/jo\/\.local\/state\/shop-cli\/shop\.example_nl-/);
  });

  test.runIf(isThorough)('the journal can be read during an import', async () => {
    const { open } = ownJournal();
    const journal = await open();
    addRun(journal, newRun());
    for (let at = 1; at <= 3000; at++) noteFileRows(journal, [entry(`S${at}`, 'created', { record: at })]);
    const reader = await open({ lock: 'unlocked' });
    expect(countStates(reader, 1).created).toBe(3000);
  });
});

const notOurs = 'is not a journal of shop-cli. It was not changed.';

test.each<[string, (path: string) => Promise<unknown>, string]>([
  ['a catalogue', (path) => writeFile(path, 'sku,name\nA,x\n'), notOurs],
  ['the database of something else', (path) => change(path, 'CREATE TABLE products (sku TEXT)'), notOurs],
  ['a directory', (path) => mkdir(path), 'is a directory.'],
  ['a device', (path) => symlink('/dev/null', path), 'not a regular file.'],
])('%s is no journal: it is refused, and stays as it is, with no file next to it', async (_, make, message) => {
  const { path, open } = ownJournal();
  await mkdir(dirname(path));
  await make(path);
  const content = () => readFile(path).catch(String);
  const before = await content();
  for (const lock of [0, 'unlocked'] as const)
    await expect(open({ lock })).rejects.toMatchObject({ kind: 'usage', message: expect.stringContaining(message) });
  expect([await content(), await readdir(dirname(path))]).toEqual([before, ['imports.db']]);
});

test.each<[string, (path: string) => Promise<unknown>, string]>([
  ['of a later version', (path) => change(path, 'PRAGMA user_version = 99'), 'newer version of shop-cli'],
  [
    'of a version before 0.1.0',
    (path) => change(path, 'ALTER TABLE runs DROP COLUMN feed; PRAGMA user_version = 6'),
    notOurs,
  ],
  ['that is damaged', (path) => writeFile(path, `SQLite format 3\0${'x'.repeat(8192)}`), 'is damaged'],
  // By the other name SQLite would not find what was not merged yet.
  ['with another hard link', (path) => link(path, `${path}.link`), '2 names'],
])('a journal %s is refused, and keeps its version', async (_, make, message) => {
  const { path, open } = ownJournal();
  await (await open()).close();
  await make(path);
  const version = async () => (await readFile(path)).readInt32BE(60);
  const before = await version();
  await expect(open()).rejects.toMatchObject({ kind: 'usage', message: expect.stringContaining(message) });
  expect(await version()).toBe(before);
});

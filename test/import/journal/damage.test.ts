import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addRun, endRun } from '../../../src/import/journal/runs.ts';
import { rowStates } from '../../../src/import/rows/states.ts';
import { ownDirectory } from '../../support/directory.ts';
import { isThorough } from '../../support/thorough.ts';
import { catalogue, posts, serveShop, storeOf } from '../product-store.ts';
import { noteFileRows, openedJournal } from './opened.ts';

// libsql goes on where the disk cannot read its log, and reports nothing: what is left may look like a journal.

const lost = {
  'rows of a run that ended': 'DELETE FROM row WHERE record > 7',
  'the outcome of a row': "UPDATE row SET state = 'open' WHERE record = 7",
  'a page that nothing points to': "PRAGMA writable_schema = 1; DELETE FROM sqlite_master WHERE name = 'unsettled_row'",
};

describe.each(Object.entries(lost))('a journal that lost %s', (_, sql) => {
  test('is refused by whoever would write, with what to do; a command that reads still shows it', async () => {
    const { run, ask, changeJournal, seen } = await serveShop(catalogue(9), storeOf());
    await run();
    await changeJournal(sql);
    const again = await run();
    const deleted = await ask('imports delete 1 --yes');
    const listed = await ask('imports list');
    expect([again.code, deleted.code, listed.code, posts(seen)]).toEqual([2, 2, 0, 9]);
    expect(deleted.err).toMatch(/The journal \S+ is damaged \(.+\)\.\nTo fix it: move it away, wait two minutes/);
  });
});

test('a seal that counts more rows than the file has is an error of an import: the rows are counted again, and that is said', async () => {
  const { run, ask, changeJournal, seen } = await serveShop(catalogue(9), storeOf());
  await run();
  await changeJournal("UPDATE seals SET counts = replace(counts, '0 0 9 0', '0 2 9 0')");
  const [again, listed] = [await run(), await ask('imports list')];
  expect([again.code, listed.code, posts(seen)]).toEqual([0, 0, 9]);
  expect(again.err).toContain(
    'Import 1 had counted its rows wrongly. They were counted again: the journal has every row of the file.',
  );
  expect((await run()).err).not.toContain('counted again');
});

test('a seal that counts more rows than the file has, which has rows that the journal lacks, is damage', async () => {
  const { run, changeJournal } = await serveShop(catalogue(9), storeOf());
  await run();
  await changeJournal(
    "UPDATE seals SET counts = replace(counts, '0 0 9 0', '0 2 9 0'); DELETE FROM row WHERE record = 7",
  );
  expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining('is damaged') });
});

test('a run that was killed, or that 0.2.0 ended, has no seal, and is not damaged', async () => {
  const { run, changeJournal } = await serveShop(catalogue(9), storeOf());
  await run();
  await changeJournal('DROP TABLE seals; DELETE FROM row WHERE record > 7; PRAGMA user_version = 9');
  expect(await run()).toMatchObject({ code: 0 });
});

test.runIf(isThorough)('what a later import finds out about the rows of an earlier one is no damage', async () => {
  const products: { productId: number; sku: string; name: string }[] = [];
  const { run, ask, write, changeJournal } = await serveShop(catalogue(9), storeOf(products));
  await run();
  await changeJournal("UPDATE row SET state = 'open' WHERE record = 7; DELETE FROM seals");
  await write('other.csv', 'sku,name\nOTHER,x\n');
  const codes = [];
  for (const line of ['products import other.csv', 'products import other.csv']) codes.push((await ask(line)).code);
  codes.push((await run()).code, (await ask('imports delete 1 --yes')).code, (await run()).code);
  expect(codes).toEqual([0, 0, 0, 0, 0]);
});

/** A journal in which a run of a file with so many rows noted some as created, and the path of its file. */
async function journalOf(noted: number, rows = noted) {
  const path = join(ownDirectory(), 'j.db');
  const journal = await openedJournal(path);
  const counts = { rows, invalid: 0, excluded: 0, elsewhere: 0 };
  const run = addRun(journal, {
    ...{ store: 's', identity: 'i', noun: 'products', path: '/in.csv', file: 'f', options: '{}', started: 1 },
    ...counts,
  });
  const entries = Array.from({ length: noted }, (_, at) => ({
    ...{ run, record: at + 1, line: at + 2, key: { field: 'sku', code: `K-${at}` } },
    ...{ state: 'created' as const, attempts: 1 },
  }));
  noteFileRows(journal, entries);
  const end = (created: number): void => {
    const none = Object.fromEntries(rowStates.map((name) => [name, 0])) as Record<(typeof rowStates)[number], number>;
    endRun(journal, run, { state: 'finished', stopped: null, counted: { ...none, created } });
  };
  return { path, journal, end };
}

const damaged = { kind: 'usage', message: expect.stringContaining('is damaged') };

test('a run whose rows the journal does not have as it counted them does not end well', async () => {
  const { path, journal, end } = await journalOf(9, 10);
  end(10);
  await expect(journal.finish()).rejects.toMatchObject(damaged);
  await journal.close();
  await expect(openedJournal(path)).rejects.toMatchObject(damaged);
});

test('a run that counts more rows than its file has does not end well: that is a fault of shop-cli', async () => {
  const { path, journal, end } = await journalOf(9);
  end(10);
  await expect(journal.finish()).rejects.toMatchObject({
    kind: 'fault',
    message: 'shop-cli has counted the rows of import 1 wrongly. The journal has all of them.',
  });
  await journal.close();
  const again = await openedJournal(path);
  expect(again.recounted).toEqual([1]);
  await again.close();
});

test('a file that is not what was written is noticed, although the connection that wrote it reads it well', async () => {
  const { path, journal, end } = await journalOf(3000);
  end(3000);
  await journal.close();
  const again = await openedJournal(path);
  const file = openSync(path, 'r+');
  const page = 4096;
  // The page after it, twice, as libsql writes it where the disk cannot read one of its log.
  writeSync(file, readFileSync(path).subarray(21 * page, 22 * page), 0, page, 20 * page);
  closeSync(file);
  await expect(again.finish()).rejects.toMatchObject(damaged);
});

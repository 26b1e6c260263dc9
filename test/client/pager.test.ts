import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src/client/connection.ts';
import { allPages } from '../../src/client/pager.ts';
import type { Page } from '../../src/client/pages.ts';
import { CliError } from '../../src/errors.ts';
import { sampled } from '../support/thorough.ts';

const connection = {
  storeId: '',
  base: { origin: 'http://shop.test', path: '' },
  now: () => new Date(0),
  pageSize: 100,
} as Connection;
const record = (id: number): { uprid: string; stockId: number } => ({ uprid: String(id), stockId: -1 });
const page = (numRows: number | undefined, ...ids: readonly number[]): Page => ({
  totals: numRows === undefined ? {} : { numRows: String(numRows) },
  records: ids.map(record),
});

/** Reads all pages of a store that gives these, one after another. */
async function read(
  pages: readonly (Page | CliError)[],
  start = 0,
  mayGrow = false,
): Promise<{ ids: string[]; offsets: number[]; end: string }> {
  const [ids, offsets]: [string[], number[]] = [[], []];
  const fetchPage = async (_: number, offset: number): Promise<Page> => {
    const next = pages[offsets.push(offset) - 1] ?? page(undefined);
    if (next instanceof CliError) throw next;
    return next;
  };
  try {
    for await (const { records } of allPages(fetchPage, { connection, start, mayGrow, untilEmpty: mayGrow }))
      ids.push(...records.map(({ uprid }) => String(uprid)));
    return { ids, offsets, end: 'whole' };
  } catch (error) {
    return { ids, offsets, end: (error as Error).message };
  }
}

const repeated = 'The list from shop.test is inconsistent: the page at 2 repeats records.';
const uncounted = page(undefined);
const refused = new CliError('not-found', 'No such page', { status: 404 });
const failed = new CliError('refused', 'Deadlock', { status: 500 });
/** A page of a store that counts its pages too. */
const paged = (numRows: number, numPages: number, ...ids: readonly number[]): Page => ({
  totals: { numRows, numPages },
  records: ids.map(record),
});

describe('all pages of a list', () => {
  test.each([
    ['one page', [page(2, 1, 2)], [0, 2], '1 2'],
    ['no records', [page(0)], [0], ''],
    ['pages smaller than asked for', [page(5, 1, 2), page(5, 3, 4), page(5, 5)], [0, 2, 4], '1 2 3 4 5'],
    ['a store that does not count', [page(undefined, 1), page(undefined, 2), uncounted], [0, 1, 2], '1 2'],
  ])('are read to the end: %s', async (_, pages, offsets, ids) => {
    expect(await read(pages)).toEqual({ ids: ids.split(' ').filter(Boolean), offsets, end: 'whole' });
  });

  test.each([
    ['and each other page too', [page(2, 1, 2), page(2, 3, 4), page(1, 5)], [0, 2, 4, 5], '1 2 3 4 5', 'whole'],
    ['and the last is shorter', [page(3, 1, 2, 3), page(2, 4, 5)], [0, 3, 5], '1 2 3 4 5', 'whole'],
    ['and the same page comes again', [page(2, 1, 2), page(2, 1, 2)], [0, 2], '1 2', 'whole'],
    ['and the next one is refused', [page(2, 1, 2), refused], [0, 2], '1 2', 'whole'],
    ['and a later one is refused', [page(2, 1, 2), page(2, 3, 4), refused], [0, 2, 4], '1 2 3 4', 'whole'],
    ['and the next one fails', [page(2, 1, 2), failed], [0, 2], '1 2', 'Deadlock'],
    ['but more pages', [paged(2, 3, 1, 2), page(2, 3, 4), page(1, 5)], [0, 2, 4, 5], '1 2 3 4 5', 'whole'],
    ['but more pages, which are refused', [paged(2, 3, 1, 2), refused], [0, 2], '1 2', 'No such page'],
    ['but more pages, which are the same', [paged(2, 3, 1, 2), page(2, 1, 2)], [0, 2], '1 2', repeated],
    ['but more pages, which are empty', [paged(2, 3, 1, 2), page(2)], [0, 2], '1 2', 'whole'],
  ])('are read behind a page of which the store counts all records, %s', async (_, pages, offsets, ids, end) => {
    const whole = { ids: ids.split(' '), offsets, end };
    expect(await read(pages)).toEqual(whole);
    if (end === 'whole') expect(await read(pages, 0, true)).toMatchObject({ ids: whole.ids, end });
  });

  test('are read from an offset on, also from beyond the end', async () => {
    expect(await read([page(5, 4, 5)], 3)).toEqual({ ids: ['4', '5'], offsets: [3], end: 'whole' });
    expect(await read([page(5)], 9)).toEqual({ ids: [], offsets: [9], end: 'whole' });
  });

  test.each([
    ['a store that ignores the offset', [page(4, 1, 2), page(4, 1, 2)], '1 2', repeated],
    ['a page that overlaps', [page(4, 1, 2), page(4, 2, 3)], '1 2', repeated],
    [
      'pages that alternate',
      [page(9, 1, 2), page(9, 3, 4), page(9, 1, 2)],
      '1 2 3 4',
      'The list from shop.test is inconsistent: the page at 4 repeats records.',
    ],
    [
      'a list that ends early',
      [page(4, 1, 2), page(4)],
      '1 2',
      'The list from shop.test is inconsistent: the store counts 4 records, but returned 2.',
    ],
    [
      'a catalogue that grows meanwhile',
      [page(3, 1, 2), page(4, 3)],
      '1 2',
      'The list from shop.test is inconsistent: the store first counted 3 records, and 4 at record 2, as records were added or deleted.',
    ],
  ])('are an error behind those that are sound: %s', async (_, pages, ids, end) => {
    expect(await read(pages)).toMatchObject({ ids: ids.split(' '), end });
  });

  test.each([
    ['at the end', [page(3, 1, 2), page(5, 3, 4), page(5, 5)], '1 2 3 4 5', 'whole'],
    ['for each page, without end', [page(2, 1, 2), page(3, 3), page(4, 4)], '1 2 3', 'whole'],
    ['and counted only when they are read', [page(2, 1, 2), page(4, 3, 4), page(5, 5)], '1 2 3 4 5', 'whole'],
    ['and not counted', [page(2, 1, 2), page(2, 3)], '1 2 3', 'the store counts 2 records, but returned 3'],
    ['before what was read', [page(3, 1, 2), page(4, 2, 3)], '1 2 2 3', 'whole'],
    ['which explain fewer repetitions', [page(4, 1, 2), page(5, 1, 2)], '1 2', 'the page at 2 repeats records'],
    ['and deleted', [page(4, 1, 2), page(3, 3)], '1 2', 'the store first counted 4 records, and 3 at record 2'],
  ])('a list that may grow while it is read: records are added %s', async (_, pages, ids, end) => {
    const outcome = await read(pages, 0, true);
    expect(outcome).toMatchObject({ ids: ids.split(' '), end: expect.stringContaining(end) });
  });

  test('the pages of a list that may grow are asked for in turn: what moves on between two answers would be missed', async () => {
    let [open, most] = [0, 0];
    const fetchPage = async (_: number, offset: number): Promise<Page> => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return page(8, offset + 1, offset + 2);
    };
    const times = Array.from({ length: 99 }, (_, at) => new Date(at * 1000));
    const slow = { ...connection, now: () => times.shift() ?? new Date() };
    for await (const _ of allPages(fetchPage, { connection: slow, mayGrow: true })) await undefined;
    expect(most).toBe(1);
  });

  sampled(3).each([
    ['that counts fewer', () => 500, 'the store counts 500 records, but returned 600'],
    ['that does not count', () => undefined, 'it does not end after 1,000,100 records'],
    ['that counts each page alone', () => 100, 'it does not end after 1,000,100 records'],
    ['that counts without end', (offset: number) => offset + 1000, 'the store first counted 1000 records, and 1100'],
  ])('a list without end, of a store %s, is not read for ever', async (_, countAt, end) => {
    const ids = Array.from({ length: 100 }, (_, at) => at);
    const fetchPage = async (_: number, offset: number): Promise<Page> =>
      page(countAt(offset), ...ids.map((id) => offset + id));
    const reading = async (): Promise<void> => {
      for await (const _ of allPages(fetchPage, { connection })) await undefined;
    };
    await expect(reading()).rejects.toThrow(end);
  });

  test('records of one product with options are told apart by their stock', async () => {
    const records = [1, 2].map((stockId) => ({ uprid: '1', stockId }));
    expect((await read([{ totals: { numRows: 2 }, records }])).ids).toEqual(['1', '1']);
  });

  test('a record is the same whether its ID is a number or the text of it', async () => {
    const pages = [1, '1'].map((uprid) => ({ totals: { numRows: 2 }, records: [{ uprid }] }));
    expect((await read(pages)).end).toMatch('repeats records');
  });

  test('what identifies a record may be any JSON', async () => {
    const stockId = { toString: 1, valueOf: 2 };
    const records = [{ uprid: '1', stockId }, { uprid: '1', stockId: [stockId] }, { stockId }, {}];
    expect(await read([{ totals: {}, records }])).toMatchObject({ end: 'whole' });
  });

  test('while a page is used, the next is fetched', async () => {
    const offsets: number[] = [];
    const seen: (readonly number[])[] = [];
    const fetchPage = async (_: number, offset: number) => page(4, offsets.push(offset) * 2, offsets.length * 2 + 1);
    for await (const _ of allPages(fetchPage, { connection })) seen.push([...offsets]);
    expect(seen).toEqual([
      [0, 2],
      [0, 2],
    ]);
  });

  test('a page that fails is an error behind the pages before, and none for whoever wants no more', async () => {
    const fetchPage = async (_: number, offset: number): Promise<Page> => {
      if (offset > 0) throw new Error('gone');
      return page(4, 1, 2);
    };
    const pages = () => allPages(fetchPage, { connection });
    const all = pages();
    expect((await all.next()).value?.records).toHaveLength(2);
    await expect(all.next()).rejects.toThrow('gone');
    for await (const { records } of pages()) {
      expect(records).toHaveLength(2);
      break;
    }
    // An unhandled rejection fails the run.
    await new Promise(setImmediate);
  });
});

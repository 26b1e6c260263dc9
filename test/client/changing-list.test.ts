import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changingPages } from '../../src/client/changing-list.ts';
import type { Connection } from '../../src/client/connection.ts';
import type { Page } from '../../src/client/pages.ts';

const connectionOf = (pageSize: number) =>
  ({ storeId: '', base: { origin: 'http://shop.test', path: '' }, now: () => new Date(0), pageSize }) as Connection;

const pageOf = (numRows: number | undefined, ids: readonly number[]): Page => ({
  totals: numRows === undefined ? {} : { numRows: String(numRows) },
  records: ids.map((id) => ({ id: String(id) })),
});

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Reads a list whose pages `show` gives. Returns the IDs, and the offsets that were asked for. */
async function read(show: (limit: number, offset: number) => Page, pageSize = 4) {
  const ids: number[] = [];
  const offsets: number[] = [];
  const fetchPage = async (limit: number, offset: number): Promise<Page> => {
    offsets.push(offset);
    return show(limit, offset);
  };
  const first = show(pageSize, 0);
  for await (const { records } of changingPages({ connection: connectionOf(pageSize), fetchPage, first }))
    ids.push(...records.map(({ id }) => Number(id)));
  return { ids, offsets };
}

const listOf =
  (ids: readonly number[], { isCounted = true, most = Number.POSITIVE_INFINITY } = {}) =>
  (limit: number, offset: number): Page =>
    pageOf(isCounted ? ids.length : undefined, ids.slice(offset, offset + Math.min(limit, most)));

describe('a list that nobody changes', () => {
  test.each([
    ['counted', listOf(upTo(10))],
    ['not counted', listOf(upTo(10), { isCounted: false })],
    ['with fewer records on a page than asked for', listOf(upTo(10), { most: 3 })],
    [
      'with each page counted alone',
      (limit: number, offset: number) => {
        const { records } = listOf(upTo(10))(limit, offset);
        return { totals: { numRows: records.length }, records };
      },
    ],
    ['of a store that ignores paging', () => pageOf(10, upTo(10))],
    ['of a store that ignores paging and has few', () => pageOf(3, upTo(3))],
    ['with one record', listOf([1])],
    ['with none', listOf([])],
  ])('is read whole, and each record once: %s', async (_, show) => {
    const all = await read(show, 20);
    const { ids } = await read(show);
    expect(ids).toEqual(all.ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is asked for no page twice', async () => {
    const { offsets } = await read(listOf(upTo(21)));
    expect(offsets).toEqual([3, 6, 9, 12, 15, 18]);
  });

  test('is asked for one more page behind a full one, since there may be more than the store counts', async () => {
    const { offsets } = await read(listOf(upTo(22)));
    expect(offsets).toEqual([3, 6, 9, 12, 15, 18, 21]);
  });
});

test.each([
  ['that shows one page for ever', () => pageOf(10, upTo(4)), 'the store counts 10 records, but returned 4'],
  ['that ends early', listOfCount(10, upTo(6)), 'the store counts 10 records, but returned 6'],
  ['that shows other records each time', randomPages(), 'its pages have no record in common'],
  [
    'that shows one full page for ever, and counts nothing',
    () => pageOf(undefined, upTo(4)),
    'it does not end after 4 records',
  ],
  [
    'that repeats its last page for ever, and counts nothing',
    repeatedLast(upTo(10)),
    'it does not end after 10 records',
  ],
  [
    'that has far more than it counts',
    countedAs(() => 40, 5000),
    'it does not end after 1,042 records, and the store counted 40',
  ],
  [
    'that counts some more each time',
    countedAs((end) => end + 1, Number.POSITIVE_INFINITY),
    'it does not end after 1,006 records, and the store counted 5',
  ],
])('a store %s is not believed', async (_, show, why) => {
  await expect(read(show)).rejects.toThrow(why);
});

test('a list with some more than the store counts is read whole', async () => {
  expect((await read(countedAs(() => 22, 30))).ids).toEqual(upTo(30));
});

/** A list of so many that is counted otherwise. */
function countedAs(count: (end: number) => number, many: number) {
  return (limit: number, offset: number): Page => {
    const end = Math.min(many, offset + limit);
    const ids = Array.from({ length: Math.max(0, end - offset) }, (_, at) => offset + at + 1);
    return pageOf(count(offset + limit), ids);
  };
}

function repeatedLast(ids: readonly number[]) {
  return (limit: number, offset: number): Page => {
    const start = Math.min(offset, ids.length - limit);
    return pageOf(undefined, ids.slice(start, start + limit));
  };
}

function listOfCount(count: number, ids: readonly number[]) {
  return (limit: number, offset: number): Page => pageOf(count, ids.slice(offset, offset + limit));
}

function randomPages() {
  let next = 0;
  return (): Page =>
    pageOf(
      100,
      Array.from({ length: 4 }, () => next++),
    );
}

const change = fc.record({
  kind: fc.constantFrom('none', 'none', 'add at the front', 'add at the end', 'delete'),
  many: fc.integer({ min: 1, max: 9 }),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('every record that is there all the time is read once, whatever is added and deleted meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 2, max: 7 }),
      fc.boolean(),
      fc.array(change, { maxLength: 25 }),
      async (count, size, isCounted, changes) => {
        // Only a page without new records is the end of a list that is not counted: few changes must not make one.
        const pageSize = isCounted ? size : size + 4;
        let ids = upTo(count);
        const gone = new Set<number>();
        let next = 1000;
        let requests = 0;
        const { ids: seen } = await read((limit, offset) => {
          const isQuiet = !isCounted && requests % 3 > 0;
          const { kind, many, at } = (isQuiet ? undefined : changes[requests]) ?? { kind: 'none', many: 0, at: 0 };
          requests++;
          const made = Array.from({ length: isCounted ? many : 1 }, () => next++);
          if (kind === 'add at the front') ids = [...made, ...ids];
          if (kind === 'add at the end') ids = [...ids, ...made];
          if (kind === 'delete') {
            const start = Math.floor(at * ids.length);
            for (const id of ids.slice(start, start + many)) gone.add(id);
            ids = ids.filter((id) => !gone.has(id));
          }
          return listOf(ids, { isCounted })(limit, offset);
        }, pageSize);
        expect(new Set(seen).size).toBe(seen.length);
        expect(upTo(count).filter((id) => !gone.has(id) && !seen.includes(id))).toEqual([]);
      },
    ),
    { numRuns: 1000 },
  );
});

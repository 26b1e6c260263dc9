import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../src/client/connection.ts';
import { listProducts } from '../../src/client/endpoints/products.ts';
import { allPages } from '../../src/client/pager.ts';
import type { Page } from '../../src/client/pages.ts';
import { connectTo } from '../support/connection.ts';
import { json, serveStore } from '../support/store.ts';
import { isThorough } from '../support/thorough.ts';

const connection = { storeId: '', base: { origin: 'http://shop.test', path: '' }, pageSize: 100 } as Connection;

/** A store that counts and pages as told; each request waits until it is let go. */
function slowStore(count: number, { cap = 100, numRows = (_: number): number => count } = {}) {
  const [asked, waiting]: [number[], Map<number, (fault?: Error) => void>] = [[], new Map()];
  const inFlight: number[] = [];
  const fetchPage = async (limit: number, offset: number): Promise<Page> => {
    asked.push(offset);
    const fault = await new Promise<Error | undefined>((resolve) => {
      waiting.set(offset, resolve);
      inFlight.push(waiting.size);
    });
    if (fault) throw fault;
    const ids = upTo(Math.max(0, Math.min(limit, cap, count - offset))).map((id) => offset + id);
    return {
      totals: { numRows: String(numRows(offset)) },
      records: ids.map((id) => ({ uprid: String(id), stockId: -1 })),
    };
  };
  /** Answers the request that came last first, and gives later ones time to come. */
  const answer = async (fault?: Error, which = Math.max(...waiting.keys())): Promise<void> => {
    const end = waiting.get(which);
    waiting.delete(which);
    end?.(fault);
    for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
  };
  return { asked, waiting, inFlight, fetchPage, answer };
}

/** Reads it all while `each` answers; `retry` is what a request calls that is made again. */
async function readSlow(
  { fetchPage, waiting, asked, inFlight }: ReturnType<typeof slowStore>,
  each: (retry: () => void) => Promise<void>,
): Promise<{ ids: number[]; asked: number[]; most: number; end: string }> {
  const ids: number[] = [];
  let [end, retry]: [string, () => void] = ['', () => undefined];
  const reading = (async () => {
    const ofConnection = (limit: number, offset: number, { onRetry = () => undefined }: Connection) => {
      retry = onRetry;
      return fetchPage(limit, offset);
    };
    for await (const { records } of allPages(ofConnection, { connection }))
      ids.push(...records.map(({ uprid }) => Number(uprid)));
  })().then(
    () => (end = 'whole'),
    (error: Error) => (end = error.message),
  );
  while (end === '') {
    if (waiting.size > 0) await each(() => retry());
    await new Promise(setImmediate);
  }
  await reading;
  return { ids, asked, most: Math.max(...inFlight), end };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const pagesOf = (length: number, end: number): number[] => upTo(Math.ceil(end / length)).map((at) => (at - 1) * length);

/** The page of a list of so many products that the query asks for. */
function productsFrom(query: URLSearchParams, count: number) {
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
  const ids = upTo(Math.min(limit, count - offset)).map((id) => offset + id);
  return { numRows: count, data: ids.map((id) => ({ uprid: id, productId: id })) };
}

describe('several pages at once', () => {
  test('come in order, whichever is answered first, up to four at a time and none beyond the count', async () => {
    const store = slowStore(1950);
    const expected = { ids: upTo(1950), asked: pagesOf(100, 1950), most: 4, end: 'whole' };
    expect(await readSlow(store, () => store.answer())).toEqual(expected);
  });

  test('are asked for only once two pages have one length', async () => {
    const store = slowStore(2000);
    const seen: number[] = [];
    await readSlow(store, async () => {
      seen.push(store.asked.length);
      await store.answer(undefined, Math.min(...store.waiting.keys()));
    });
    expect(seen.slice(0, 6)).toEqual([1, 2, 6, 7, 8, 9]);
  });

  test('of a store with smaller pages than asked for begin where its pages begin', async () => {
    const store = slowStore(390, { cap: 40 });
    const expected = { ids: upTo(390), asked: pagesOf(40, 390), most: 4, end: 'whole' };
    expect(await readSlow(store, () => store.answer())).toEqual(expected);
  });

  test('of a store that does not count, or counts each page alone, are asked for in turn', async () => {
    for (const numRows of [() => Number.NaN, (offset: number) => offset + 100]) {
      const store = slowStore(600, { numRows });
      const { ids, most } = await readSlow(store, () => store.answer());
      expect({ ids: ids.slice(0, 100), most }).toEqual({ ids: upTo(100), most: 1 });
    }
  });

  test('are dropped where a page is shorter than those before', async () => {
    const store = slowStore(1000);
    const { fetchPage } = store;
    const short = async (limit: number, offset: number): Promise<Page> => {
      const { totals, records } = await fetchPage(limit, offset);
      return { totals, records: offset === 400 ? records.slice(0, 70) : records };
    };
    const { ids, end, asked } = await readSlow({ ...store, fetchPage: short }, () => store.answer());
    expect({ ids, end }).toEqual({ ids: upTo(1000), end: 'whole' });
    expect(asked).toContain(470);
  });

  test('that repeat records end the list behind the pages before', async () => {
    const store = slowStore(1000);
    const { fetchPage } = store;
    const repeating = (limit: number, offset: number) => fetchPage(limit, offset === 500 ? 100 : offset);
    const { ids, end } = await readSlow({ ...store, fetchPage: repeating }, () => store.answer());
    expect({ ids, end }).toEqual({
      ids: upTo(500),
      end: 'The list from shop.test is inconsistent: the page at 500 repeats records.',
    });
  });

  test('of a store that counts otherwise meanwhile end the list there', async () => {
    const store = slowStore(1000, { numRows: (offset) => (offset < 600 ? 1000 : 1001) });
    const { ids, end } = await readSlow(store, () => store.answer());
    expect({ ids: ids.length, end }).toEqual({
      ids: 600,
      end: 'The list from shop.test is inconsistent: the store first counted 1000 records, and 1001 at record 600, as records were added or deleted.',
    });
  });

  test('that fail are asked for again in their turn, and then fewer at once', async () => {
    const store = slowStore(3000);
    const failed = new Set<number>();
    const { ids, end, asked } = await readSlow(store, () => {
      const last = Math.max(...store.waiting.keys());
      const fails = store.waiting.size === 4 && failed.size === 0;
      if (fails) failed.add(last);
      return store.answer(fails ? new Error('429') : undefined, last);
    });
    expect({ ids, end }).toEqual({ ids: upTo(3000), end: 'whole' });
    const [again = 0] = failed;
    expect(asked.filter((offset) => offset === again)).toHaveLength(2);
    expect(asked.filter((offset) => offset !== again)).toHaveLength(30);
  });

  test('that fail again in their turn are an error', async () => {
    const store = slowStore(3000);
    const { ids, end } = await readSlow(store, () => {
      const next = Math.min(...store.waiting.keys());
      return store.answer(next === 700 ? new Error('gone') : undefined, next);
    });
    expect({ ids: ids.length, end }).toEqual({ ids: 700, end: 'gone' });
  });

  test('become fewer when a request has to be made again', async () => {
    const store = slowStore(3000);
    let before = 0;
    const { ids, end } = await readSlow(store, (retry) => {
      const isFirst = store.waiting.size === 4 && before === 0;
      if (isFirst) {
        before = store.inFlight.length;
        for (let all = 0; all < 4; all++) retry();
      }
      return store.answer(undefined, Math.min(...store.waiting.keys()));
    });
    expect([ids.length, end, Math.max(...store.inFlight.slice(before))]).toEqual([3000, 'whole', 1]);
  });

  test('are on their way before the page in front of them is used', async () => {
    const [channel, written] = ['undici:client:sendHeaders', [] as number[]] as const;
    let count = 0;
    const note = (): void => void count++;
    subscribe(channel, note);
    onTestFinished(() => void unsubscribe(channel, note));
    const { url } = await serveStore(({ query }, response) => json(response, 200, productsFrom(query, 500)));
    const ofProducts = (limit: number, offset: number, on: Connection) =>
      listProducts(on, { limit: String(limit), offset: String(offset) });
    for await (const _ of allPages(ofProducts, { connection: connectTo(url) })) written.push(count);
    expect(written.slice(1, 4)).toEqual([4, 5, 5]);
  });

  test.runIf(isThorough)(
    'are whole and in order from a store that answers no more than one request at a time',
    async () => {
      let isBusy = false;
      let refusals = 0;
      const waiting: (() => void)[] = [];
      const { run, seen } = await serveStore(({ query }, response) => {
        if (isBusy) {
          refusals++;
          // Whoever waits a second comes back when the one before has its answer.
          return void waiting.push(() => json(response, 429, {}, { 'retry-after': '1' }));
        }
        isBusy = true;
        setTimeout(() => {
          isBusy = false;
          json(response, 200, productsFrom(query, 3000));
          for (const refuse of waiting.splice(0)) refuse();
        }, 15);
      });
      const { code, out } = await run('products list --all --quiet', { now: () => new Date() });
      expect([code, out]).toEqual([0, `${upTo(3000).join('\n')}\n`]);
      expect(refusals).toBeGreaterThan(0);
      // Then one page at a time is asked for.
      expect(seen.length).toBeLessThan(30 + 15);
    },
  );
});

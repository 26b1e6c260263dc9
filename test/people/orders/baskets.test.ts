import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../src/client/connection.ts';
import { costText, readBaskets } from '../../../src/people/orders/baskets.ts';
import { connectTo } from '../../support/connection.ts';
import { type Behaviour, json, serveStore } from '../../support/store.ts';

interface TestBasket {
  readonly id: string;
  readonly basketKey: string;
  readonly dateCreated?: string;
}

const basketOf = (id: number, day = id): TestBasket => ({
  id: String(id),
  basketKey: `{00000000-0000-4000-8000-${String(id).padStart(12, '0')}}`,
  dateCreated: `2026-01-${String(day).padStart(2, '0')} 10:00:00`,
});

const upTo = (count: number): TestBasket[] => Array.from({ length: count }, (_, at) => basketOf(at + 1));

const store =
  (baskets: readonly TestBasket[], counted = true): Behaviour =>
  ({ query }, response) => {
    const offset = Number(query.get('offset'));
    const data = baskets.slice(offset, offset + Number(query.get('limit')));
    json(response, 200, counted ? { numRows: baskets.length, data } : { data });
  };

const countedAs =
  (numRows: number, baskets: readonly TestBasket[]): Behaviour =>
  ({ query }, response) => {
    const offset = Number(query.get('offset'));
    json(response, 200, { numRows, data: baskets.slice(offset, offset + Number(query.get('limit'))) });
  };

/** Reads the baskets of such a store, four on a page. */
async function read(behaviour: Behaviour) {
  const { url, seen } = await serveStore(behaviour);
  const connection: Connection = connectTo(url, { pageSize: 4 });
  const list = await readBaskets({ connection, clock: { elapsed: () => 0 }, newestFirst: true });
  const ids: number[] = [];
  for await (const { records } of list.pages) ids.push(...records.map(({ id }) => Number(id)));
  return { ids, list, offsets: seen.map(({ query }) => Number(query.get('offset'))) };
}

const down = (from: number, to = 1): number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at);

describe('the newest baskets first', () => {
  test('come from the end of a list that has them there, which is read backwards', async () => {
    const { ids, list, offsets } = await read(store(upTo(22)));
    expect({ ids, isNewestFirst: list.isNewestFirst }).toEqual({ ids: down(22), isNewestFirst: true });
    expect(offsets.slice(0, 3)).toEqual([0, 19, 16]);
  });

  test('come from the beginning of a list that has them there', async () => {
    const { ids, list } = await read(store(upTo(22).toReversed()));
    expect({ ids, isNewestFirst: list.isNewestFirst }).toEqual({ ids: down(22), isNewestFirst: true });
  });

  test('come from the true end where the store counts one less than it lists', async () => {
    const { ids } = await read(countedAs(21, upTo(22)));
    expect(ids).toEqual(down(22));
  });

  test('come from the end of the whole list where the store counts half of it', async () => {
    const { ids, list } = await read(countedAs(40, upTo(80)));
    expect({ ids: new Set(ids), isNewestFirst: list.isNewestFirst }).toEqual({
      ids: new Set(down(80)),
      isNewestFirst: false,
    });
  });

  test('of one day come by their IDs', async () => {
    const { ids } = await read(store(upTo(10).map(({ id }) => basketOf(Number(id), 1))));
    expect(ids).toEqual(down(10));
  });

  test.each([
    ['does not count them', store(upTo(10), false)],
    ['lists them by something else than their date', store([3, 9, 1, 7, 5, 2, 8, 4, 10, 6].map((id) => basketOf(id)))],
  ])('are not known where the store %s: all are read', async (_, behaviour) => {
    const { ids, list } = await read(behaviour);
    expect(list.isNewestFirst).toBe(false);
    expect(ids.toSorted((left, right) => left - right)).toEqual(down(10).toReversed());
  });
});

test('what it cost is pages, baskets and time', async () => {
  const { list } = await read(store(upTo(10)));
  expect(list.cost()).toEqual({ pages: 5, baskets: 10, milliseconds: 0 });
  const cost = () => ({ pages: 35, baskets: 3412, milliseconds: 12_000 });
  expect(costText({ cost })).toBe('Read 3,412 baskets in 12 s.');
});

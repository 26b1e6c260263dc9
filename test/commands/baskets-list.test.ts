import { describe, expect, test } from 'vitest';
import { type Behaviour, json, runAt, runInSandbox, serveStore } from '../support/store.ts';

const key = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

const basketOf = (id: number, more: object) => ({ id: String(id), basketKey: `{${key(id)}}`, ...more });

/** From January to October 2025: open ones of two customers, and each third ordered. */
const shop = Array.from({ length: 10 }, (_, at) =>
  basketOf(at + 1, {
    customerId: String(at % 2 === 0 ? 101 : 102),
    orderId: [null, '', '1003', '0', null, '1006', null, null, '1009', null][at],
    dateCreated: `2025-${String(at + 1).padStart(2, '0')}-01 10:00:00`,
    lastModified: at === 0 ? '2026-01-30 10:00:00' : null,
  }),
);

const storeOf =
  (baskets: readonly object[]): Behaviour =>
  ({ path, query }, response) => {
    if (path.includes('/customers/')) return json(response, 200, { customerId: path.split('/').at(-1) });
    const offset = Number(query.get('offset'));
    json(response, 200, {
      numRows: baskets.length,
      data: baskets.slice(offset, offset + Number(query.get('limit'))),
    });
  };

const keys = (...ids: readonly number[]): string => ids.map((id) => `${key(id)}\n`).join('');

describe('the baskets that match', () => {
  test.each([
    ['--open', [1, 2, 4, 5, 7, 8, 10]],
    ['--ordered', [3, 6, 9]],
    ['--customer 101 --ordered', [3, 9]],
    ['--customer 9', []],
    ['--last 3', [10, 9, 8]],
    ['--last 2 --ordered --customer 101', [9, 3]],
    ['--last 99 --customer 102', [10, 8, 6, 4, 2]],
    ['--open --limit 2', [1, 2]],
    // 31 January less 300 days is 6 April, and a basket that was changed yesterday is not old.
    ['--older-than 300d', [2, 3, 4]],
    ['--open --all', [1, 2, 4, 5, 7, 8, 10]],
  ])('are printed: baskets list %s', async (options, ids) => {
    expect(await runAt(storeOf(shop), `baskets list ${options} --quiet`)).toMatchObject({
      code: 0,
      out: keys(...ids),
      err: '',
    });
  });

  test.each([
    ['', ['09', '07', '05', '03', '01']],
    ['--limit 2', ['09', '07']],
    ['--output csv', ['01', '03', '05', '07', '09']],
  ])('of a customer are shown to people with the newest first: %s', async (options, months) => {
    const { out } = await runAt(storeOf(shop), `baskets list --customer 101 ${options}`);
    expect([...out.matchAll(/2025-(\d\d)-01/g)].map(([, month]) => month)).toEqual(months);
  });

  test('are counted below, with what it cost to find them', async () => {
    const { code, err } = await runAt(storeOf(shop), 'baskets list --ordered', { terminal: 120 });
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^3 baskets on \S+\. Read 10 baskets in .* s\.\n$/),
    });
  });

  test('are JSON as the store sent them', async () => {
    const { out } = await runAt(storeOf(shop), 'baskets list --last 1 --json');
    expect(JSON.parse(out)).toEqual([shop[9]]);
  });
});

test('the newest baskets cost two pages of a long list', async () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    basketOf(at + 1, {
      orderId: null,
      dateCreated: `2025-01-01 10:${String(Math.floor(at / 60)).padStart(2, '0')}:00`,
    }),
  );
  const { run, seen } = await serveStore(storeOf(many));
  expect(await run('baskets list --last 3 --quiet')).toMatchObject({ out: keys(1000, 999, 998) });
  expect(seen.slice(0, 2).map(({ query }) => query.get('offset'))).toEqual(['0', '901']);
});

test('a store whose baskets do not name orders is refused before anything is printed', async () => {
  const { code, out, err } = await runAt(storeOf([basketOf(1, {}), basketOf(2, {})]), 'baskets list --open');
  expect({ code, out, err }).toMatchInlineSnapshot(`
    {
      "code": 5,
      "err": "Error: The baskets of shop.test have no orderId: they do not say which of them are ordered.
    To see what a basket has: shop-cli baskets get <key> --json
    ",
      "out": "",
    }
  `);
});

test.each([
  ['--open --ordered', 'Use either --open or --ordered, not both.'],
  ['--last 3 --limit 4', 'Use either --last or --limit, not both.'],
  ['--last 3 --all', 'Use either --last or --all, not both.'],
  ['--open --offset 4', 'Use either --offset or filters, not both.'],
  ['--older-than soon', 'an age such as 12h or 90d'],
])('what excludes one another is refused: baskets list %s', async (options, why) => {
  const { code, err } = await runInSandbox(`baskets list ${options}`);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(why) });
});

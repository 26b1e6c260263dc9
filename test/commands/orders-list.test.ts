import { describe, expect, test } from 'vitest';
import { type Behaviour, json, runAt, runInSandbox, serveStore } from '../support/store.ts';

const key = (id: number): string => `{00000000-0000-4000-8000-${String(id).padStart(12, '0')}}`;

const basketOf = (id: number, orderId: unknown, customerId = '101') => ({
  id: String(id),
  basketKey: key(id),
  customerId,
  dateCreated: `2026-01-0${id} 10:00:00`,
  ...(orderId === undefined ? {} : { orderId }),
});

const shop = [
  basketOf(1, 'A-7'),
  basketOf(2, null),
  basketOf(3, '1003', '102'),
  basketOf(4, '1004'),
  basketOf(5, '0'),
  basketOf(6, '1003', '102'),
  basketOf(7, ''),
  basketOf(8, '1008'),
];

/** Order 1004 is gone; an order is dated two days after its basket. */
const orders: Readonly<Record<string, object>> = {
  'A-7': { orderId: 'A-7', dateCreated: '2026-01-03 10:00:00', total: '10.0000' },
  '1003': { orderId: '1003', dateCreated: '2026-01-05 10:00:00', total: '20.0000' },
  '1008': { orderId: '1008', dateCreated: '2026-01-10 10:00:00', total: '30.0000' },
};

const storeOf =
  (baskets: readonly object[]): Behaviour =>
  ({ path, query }, response) => {
    const id = /\/orders\/(.*)$/.exec(path)?.[1];
    if (id !== undefined) return json(response, orders[id] ? 200 : 404, orders[id] ?? { message: 'Not found' });
    const offset = Number(query.get('offset'));
    const data = baskets.slice(offset, offset + Number(query.get('limit')));
    json(response, 200, { numRows: baskets.length, data });
  };

describe('the orders that baskets name', () => {
  test.each([
    ['', 'A-7 1003 1004 1008'],
    ['--last 2', '1008 1003'],
    ['--last 9', '1008 1003 1004 A-7'],
    ['--customer 102', '1003'],
    ['--limit 1', 'A-7'],
    ['--all --customer 101', 'A-7 1004 1008'],
    // Each is read for its date: one that is gone is not among them.
    ['--since 2026-01-05', '1003 1008'],
    ['--since 2026-01-04 --last 1', '1008'],
  ])('are listed by ID: orders list %s', async (options, ids) => {
    const { code, out } = await runAt(storeOf(shop), `orders list ${options} --quiet`);
    expect({ code, ids: out.trim().split('\n').join(' ') }).toEqual({ code: 0, ids });
  });

  test.each([
    ['orderId', /^Order {2}Basket/],
    ['id', /^Order +ID {2}Basket/],
  ])('have a column for an ID beside the number only where the store sends one: %s', async (name, heading) => {
    const { out } = await runAt(({ path }, response) => {
      if (path.includes('/orders/')) return json(response, 200, { [name]: '1003', basketKey: key(3) });
      json(response, 200, { numRows: 1, data: [basketOf(3, '1003', '102')] });
    }, 'orders list');
    expect(out).toMatch(heading);
  });

  test('are the records of the store, as it sends them, without those that are gone', async () => {
    const { code, out, err } = await runAt(storeOf(shop), 'orders list --json');
    expect({ code, records: JSON.parse(out) }).toEqual({
      code: 0,
      records: ['A-7', '1003', '1008'].map((id) => orders[id]),
    });
    expect(err).toContain('3 orders named by the baskets that the store still lists. Read 8 baskets in ');
    expect(err).toContain('1 order that baskets name is gone: 1004.');
  });

  test.each(['--quiet', '--fields orderId,customerId,basketKey', '--fields orderId --json'])(
    'are not read where baskets say all that is printed: %s',
    async (options) => {
      const { run, seen } = await serveStore(storeOf(shop));
      expect((await run(`orders list ${options}`)).code).toBe(0);
      expect(seen.filter(({ path }) => path.includes('/orders'))).toEqual([]);
    },
  );

  test('are not all of the shop, and the footer says where the rest is', async () => {
    const { err } = await runAt(storeOf(shop), 'orders list --limit 1');
    expect(err).toContain(' Use --all for the rest, or --last for the newest.\n');
  });
});

test('a store that asks to wait in the middle is waited for', async () => {
  let refusals = 0;
  const store = storeOf(shop);
  const { code, out } = await runAt((request, response, count) => {
    if (count % 2 === 0) return store(request, response, count);
    refusals++;
    json(response, 429, { message: 'Too many requests' }, { 'retry-after': '1' });
  }, 'orders list --json');
  expect({ code, count: JSON.parse(out).length }).toEqual({ code: 0, count: 3 });
  expect(refusals).toBeGreaterThan(3);
});

test('a basket that does not say whether it is ordered ends it before anything is printed', async () => {
  const { code, out, err } = await runAt(storeOf([...shop, basketOf(9, undefined)]), 'orders list --all');
  expect({ code, out, err }).toEqual({
    code: 5,
    out: '',
    err: expect.stringContaining('The baskets of shop.test have no orderId'),
  });
});

test('orders without a date cannot be compared with one', async () => {
  const store: Behaviour = ({ path }, response) =>
    json(response, 200, path.includes('/orders/') ? { orderId: 'A-7' } : { numRows: 1, data: [shop[0]] });
  const { code, out, err } = await runAt(store, 'orders list --since 2026-01-01');
  expect({ code, out, err }).toEqual({ code: 5, out: '', err: expect.stringContaining('have no dateCreated') });
});

test('a shop without orders says so', async () => {
  const { code, err } = await runAt(storeOf([basketOf(2, null)]), 'orders list');
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(/^No orders named by the baskets that the store still lists\. Read 1 basket in .*\n$/),
  });
});

test.each([
  ['--all --limit 3', 'Use either --all or --limit, not both.'],
  ['--last 3 --all', 'Use either --last or --all, not both.'],
  ['--since yesterday', 'a date such as 2026-01-31'],
])('what cannot be meant is refused: orders list %s', async (options, why) => {
  const { code, err } = await runInSandbox(`orders list ${options}`);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(why) });
});

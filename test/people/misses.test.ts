import { expect, test } from 'vitest';
import { shopOfPeople } from './shop.ts';

const now = Date.parse('2026-01-31T12:00:00Z');
const dateOf = (days: number): string =>
  new Date(now - days * 24 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Forty baskets, the oldest first, two a day; each second one is ordered, and one customer in ten is gone. A page has five. */
const baskets = Array.from({ length: 40 }, (_, at) => ({
  basketKey: `B${at}`,
  id: String(at + 1),
  customerId: String(101 + at),
  orderId: at % 2 === 0 ? String(1001 + at / 2) : null,
  dateCreated: dateOf((40 - at) / 2),
}));
const stored = {
  customers: Object.fromEntries(
    baskets.flatMap(({ customerId }, at) => (at % 10 === 9 ? [] : [[customerId, { lastName: `Bos${customerId}` }]])),
  ),
  orders: Object.fromEntries(
    baskets.flatMap(({ orderId, customerId, dateCreated }) =>
      orderId === null ? [] : [[orderId, { dateCreated, customerId }]],
    ),
  ),
  addresses: {},
  baskets,
};
const at = (minutes: number) => ({
  env: { SHOP_PAGE_SIZE: '5' },
  now: () => new Date(now + minutes * 60_000),
});

/** The shop, in which nobody was found by a name. */
async function missed() {
  const shop = await shopOfPeople(stored);
  expect((await shop.run('customers find nobody -q', at(0))).code).toBe(3);
  shop.paths.splice(0);
  return shop;
}

test('where nobody is found again soon, only the baskets of the last days are read, and the next order', async () => {
  const { run, paths } = await missed();
  expect((await run('customers find nobody -q', at(0.5))).code).toBe(3);
  expect(paths.toSorted()).toEqual(['/baskets', '/baskets', '/baskets', '/baskets', '/orders/1021']);
});

test('a customer whose first order is of an old basket is found, however soon', async () => {
  const { run, shop } = await missed();
  shop.customers['900'] = { lastName: 'Nieuwkomer' };
  Object.assign(shop.baskets[5] ?? {}, { orderId: '1021', customerId: '900' });
  shop.orders['1021'] = { dateCreated: dateOf(0), customerId: '900' };
  expect((await run('customers find nieuwkomer -q', at(0.5))).out).toBe('900\n');
});

test('an order of an old basket is found that is older than those that are known', async () => {
  const { run, shop } = await missed();
  shop.customers['900'] = { lastName: 'Nieuwkomer' };
  Object.assign(shop.baskets[5] ?? {}, { orderId: '1021', customerId: '900' });
  shop.orders['1021'] = { dateCreated: dateOf(0), customerId: '900' };
  shop.orders['1022'] = { dateCreated: dateOf(0), customerId: '101' };
  shop.baskets.push({
    basketKey: 'NEW',
    id: '901',
    customerId: '101',
    orderId: '1022',
    dateCreated: dateOf(0),
  });
  expect((await run('customers find nieuwkomer -q', at(0.5))).out).toBe('900\n');
});

test('where many orders are unknown, all baskets that may be ordered are read again', async () => {
  const { run, shop } = await missed();
  for (let number = 1021; number <= 1035; number++)
    shop.orders[String(number)] = { dateCreated: dateOf(0), customerId: String(number) };
  shop.orders['1036'] = { dateCreated: dateOf(0), customerId: '900' };
  shop.customers['900'] = { lastName: 'Nieuwkomer' };
  Object.assign(shop.baskets[5] ?? {}, { orderId: '1036', customerId: '900' });
  expect((await run('customers find nieuwkomer -q', at(0.5))).out).toBe('900\n');
});

test('where numbers of orders do not rise with time, all baskets that may be ordered are read again', async () => {
  const shop = await shopOfPeople(stored);
  for (const one of shop.shop.baskets)
    Object.assign(one, { orderId: one.orderId && String(9000 - Number(one.orderId)) });
  for (const [id, order] of Object.entries(shop.shop.orders)) shop.shop.orders[String(9000 - Number(id))] = order;
  await shop.run('customers find nobody -q', at(0));
  shop.shop.customers['900'] = { lastName: 'Nieuwkomer' };
  Object.assign(shop.shop.baskets[5] ?? {}, { orderId: '50', customerId: '900' });
  shop.shop.orders['50'] = { dateCreated: dateOf(0), customerId: '900' };
  expect((await shop.run('customers find nieuwkomer -q', at(0.5))).out).toBe('900\n');
});

test('a customer who was missing is read again after a minute, then after twice as long each time', async () => {
  const { run, paths } = await missed();
  const readAt = async (minutes: number): Promise<boolean> => {
    paths.splice(0);
    await run('customers find nobody -q', at(minutes));
    return paths.includes('/customers/140');
  };
  const times = [0.5, 1.5, 2, 4, 5, 7];
  const read: boolean[] = [];
  for (const minutes of times) read.push(await readAt(minutes));
  expect(read).toEqual([false, true, false, true, false, false]);
});

test('a customer whom the store shows late is found', async () => {
  const { run, shop } = await missed();
  shop.customers['140'] = { lastName: 'Laatkomer' };
  expect((await run('customers find laatkomer -q', at(2))).out).toBe('140\n');
});

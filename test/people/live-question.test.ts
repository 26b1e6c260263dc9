import { expect, test } from 'vitest';
import { shopOfPeople } from './shop.ts';

/** A shop of five hundred people whom the index knows. */
async function largeShop() {
  const ids = Array.from({ length: 500 }, (_, at) => String(101 + at));
  const shop = await shopOfPeople({
    customers: Object.fromEntries(ids.map((id) => [id, { lastName: `Bos${id}` }])),
    orders: {},
    addresses: {},
    baskets: ids.map((customerId) => ({ basketKey: `B${customerId}`, customerId, orderId: null })),
  });
  await shop.run('customers find bos101 -q');
  shop.paths.splice(0);
  return shop;
}

test('--live says in a pipe how many records it reads and how long that takes, before it begins', async () => {
  const { run } = await largeShop();
  const { code, out, err } = await run('customers find os101 --live -q');
  expect([code, out]).toEqual([0, '101\n']);
  expect(err).toMatch(/^--live reads 1,000 records, which takes about .*\.\n/);
});

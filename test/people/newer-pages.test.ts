import { expect, test } from 'vitest';
import { shopOfPeople } from './shop.ts';

const pages = { env: { SHOP_PAGE_SIZE: '5' } };

/** A shop of sixty old baskets, an index of them, and some new ones. */
async function knownShop(newer = 12) {
  const shop = await shopOfPeople({
    customers: { 101: { lastName: 'Bos' } },
    orders: {},
    addresses: {},
    baskets: Array.from({ length: 60 }, (_, at) => ({
      basketKey: `00000000-0000-4000-8000-0000000000${10 + at}`,
      id: String(at + 1),
      customerId: '101',
      orderId: null,
      dateCreated: `2025-01-01 10:${String(at).padStart(2, '0')}:00`,
    })),
  });
  await shop.run('customers find bos -q', pages);
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
  for (let at = 70; at < 70 + newer; at++) {
    const basketKey = `00000000-0000-4000-8000-0000000000${at}`;
    shop.shop.baskets.push({ basketKey, id: String(at), customerId: '101', orderId: null, dateCreated: now });
  }
  shop.paths.splice(0);
  return shop;
}

test.each(['customers find bos -q', 'customers find vos -q', 'baskets list --customer 101 --open -q --limit 1'])(
  'of baskets that the index knows, one page is read in vain at most: %s',
  async (line) => {
    const { run, paths } = await knownShop();
    await run(line, pages);
    // The first page and the last one show which are the newest. Pages overlap by a basket: four have a new one.
    expect(paths.filter((path) => path === '/baskets').length).toBeLessThanOrEqual(1 + 4 + 1);
  },
);

test('a page that ends with baskets that the index knows is the last one', async () => {
  const { run, paths } = await knownShop(11);
  await run('customers find bos -q', pages);
  expect(paths.filter((path) => path === '/baskets').length).toBe(1 + 3);
});

test('but one such basket among newer ones is not', async () => {
  const { run, shop } = await knownShop(12);
  Object.assign(shop.baskets.at(-5) ?? {}, { dateCreated: '2025-01-01 10:00:00' });
  Object.assign(shop.baskets.at(-11) ?? {}, { customerId: '102' });
  shop.customers['102'] = { lastName: 'Later' };
  expect((await run('customers find later -q', pages)).out).toBe('102\n');
});

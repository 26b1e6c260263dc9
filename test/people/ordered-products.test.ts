import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PeopleIndex } from '../../src/people/index/people-index.ts';
import { openSqlite } from '../../src/system/sqlite.ts';
import { json } from '../support/store.ts';
import { filesIn, type StoredShop, shopOfPeople } from './shop.ts';

const dayOf = (id: number): string => `2026-01-${String(id - 1000).padStart(2, '0')} 10:00:00`;

const orderWith = (id: number, ...skus: readonly string[]) => ({
  customerId: String(id - 900),
  dateCreated: dayOf(id),
  products: skus.map((sku) => ({ sku, quantity: 1 })),
});

const customers = { 101: { lastName: 'Bos' }, 102: { lastName: 'Smit' }, 103: { lastName: 'Kok' } };

const keyOf = (id: number): string => `00000000-0000-4000-8000-00000000${id}`;

const basketOf = (id: number, customerId = String(id - 900)) => ({
  basketKey: keyOf(id),
  id: String(id),
  customerId,
  orderId: String(id),
  dateCreated: dayOf(id),
});

const stored: StoredShop = {
  customers,
  orders: { 1001: orderWith(1001, 'BEL-1'), 1002: orderWith(1002, 'MUG', 'BEL-1'), 1003: orderWith(1003, 'MUG') },
  addresses: {},
  baskets: [1001, 1002, 1003].map((id) => basketOf(id)),
};

const january = 'orders list --since 2026-01-01 --until 2026-01-31';

const pages = { env: { SHOP_PAGE_SIZE: '5' } };

/** A shop of products and orders, and which orders a command reads. */
async function sellingShop(given: StoredShop = stored, findFirst = true) {
  const shop = await shopOfPeople(given, (path, response) => {
    const sku = /^\/products\/(.*)$/.exec(path)?.[1];
    if (sku !== undefined) json(response, 200, { productId: '1', sku });
    return sku !== undefined;
  });
  if (findFirst) await shop.run('customers find bos -q');
  const listed = async (options: string, period = january) => {
    shop.paths.splice(0);
    const { out, err } = await shop.run(`${period} ${options}`, pages);
    const read = shop.paths.filter((path) => path.startsWith('/orders/')).map((path) => path.slice('/orders/'.length));
    return { ids: out.trim().split(/\s+/), read, err };
  };
  return { ...shop, listed };
}

test('an order whose products the index knows is read only if it has the product', async () => {
  const { listed } = await sellingShop();
  expect(await listed('--product bel-1 -q')).toMatchObject({ ids: ['1002', '1001'], read: ['1002', '1001'] });
  expect(await listed('--product MUG -q')).toMatchObject({ ids: ['1003', '1002'], read: ['1003', '1002'] });
  expect(await listed('--product MUG -q --customer 103')).toMatchObject({ ids: ['1003'], read: ['1003'] });
});

test('an order outside the period is not read either', async () => {
  const { listed } = await sellingShop();
  const day = 'orders list --since 2026-01-02 --until 2026-01-02';
  expect(await listed('--product bel-1 -q', day)).toMatchObject({ ids: ['1002'], read: ['1002'] });
});

test('the footer says what was read, and what the index knew', async () => {
  const { listed } = await sellingShop();
  const { err } = await listed('--product BEL-1');
  expect(err).toContain(' Read 2 orders; by the index, 1 other has other products or dates.');
  expect((await listed('--product BEL-1 --all')).err).toMatch(/ Read 3 orders\.$/m);
});

test('an order that the index has not read is read once', async () => {
  const { listed, shop } = await sellingShop();
  shop.orders[1004] = { ...orderWith(1004, 'BOK'), customerId: '101' };
  shop.orders[1005] = { ...orderWith(1005, 'BOK'), customerId: '0' };
  shop.baskets.push(basketOf(1004, '101'), basketOf(1005, '0'));
  expect(await listed('--product MUG -q')).toMatchObject({ read: ['1005', '1004', '1003', '1002'] });
  expect(await listed('--product MUG -q')).toMatchObject({ ids: ['1003', '1002'], read: ['1003', '1002'] });
});

test('an order of a customer whom the index does not know is left to the next search', async () => {
  const { listed, shop, run } = await sellingShop();
  shop.customers[104] = { lastName: 'Vos' };
  shop.orders[1004] = orderWith(1004, 'BOK');
  shop.baskets.push(basketOf(1004));
  await listed('--product MUG -q');
  expect((await run('customers find vos -q')).out).toBe('104\n');
  expect(await listed('--product MUG -q')).toMatchObject({ read: ['1003', '1002'] });
});

test('an index of the version before learns the products of each order when it is read', async () => {
  const { listed, index } = await sellingShop();
  const database = await openSqlite(index());
  database.exec('DROP TABLE ordered');
  database.run("UPDATE fact SET value = '5' WHERE name = 'version'");
  database.close();
  expect(await listed('--product BEL-1 -q')).toMatchObject({ ids: ['1002', '1001'], read: ['1003', '1002', '1001'] });
  expect(await listed('--product BEL-1 -q')).toMatchObject({ ids: ['1002', '1001'], read: ['1002', '1001'] });
});

test.each(['-q', '-o csv'])('a recall rests on no index: --all reads each order (%s)', async (output) => {
  const { listed } = await sellingShop();
  const { read } = await listed(`--product BEL-1 --all ${output}`);
  expect(read.toSorted()).toEqual(['1001', '1002', '1003']);
});

test('an order is compared again with what was asked, as it is now', async () => {
  const { listed, shop } = await sellingShop();
  shop.orders[1002] = orderWith(1002, 'MUG');
  expect(await listed('--product BEL-1 -q')).toMatchObject({ ids: ['1001'], read: ['1002', '1001'] });
  expect(await listed('--product BEL-1 -q')).toMatchObject({ ids: ['1001'], read: ['1001'] });
});

test('products that only the basket of an order names are learned from it', async () => {
  const shop = structuredClone(stored);
  for (const [id, order] of Object.entries(shop.orders)) {
    const basket = shop.baskets.find(({ orderId }) => orderId === id);
    if (basket) Object.assign(basket, { products: order.products });
    delete order.products;
  }
  const { listed, paths } = await sellingShop(shop);
  const whole = { ids: ['1002', '1001'], read: ['1003', '1002', '1001'] };
  expect(await listed('--product BEL-1 -q')).toMatchObject(whole);
  expect(await listed('--product BEL-1 -q')).toMatchObject({ ids: ['1002', '1001'], read: ['1002', '1001'] });
  expect(paths.filter((path) => path.startsWith('/baskets/')).map(decodeURIComponent)).toEqual(
    [1002, 1001].map((id) => `/baskets/{${keyOf(id)}}`),
  );
});

test('without an index every order of the period is read, and none is made', async () => {
  const { listed, home } = await sellingShop(stored, false);
  expect(await listed('--product BEL-1 -q')).toMatchObject({ read: ['1003', '1002', '1001'] });
  expect(filesIn(home).filter((path) => /people/.test(path))).toEqual([]);
});

test('no product can be read in the index, nor which orders have the same', async () => {
  const { home, index } = await sellingShop();
  expect(
    filesIn(home)
      .map((path) => readFileSync(path, 'latin1'))
      .join('\n'),
  ).not.toMatch(/bel-1|mug/i);
  const database = await openSqlite(index());
  const rows = database.all('SELECT hex(products) AS products FROM ordered').map(({ products }) => String(products));
  database.close();
  expect(rows.flatMap((row) => row.match(/.{6}/g) ?? [])).toHaveLength(4);
  expect(new Set(rows.flatMap((row) => row.match(/.{6}/g) ?? [])).size).toBe(4);
});

test('what somebody ordered is forgotten with the person', async () => {
  const { index } = await sellingShop();
  const database = await openSqlite(index());
  const people = new PeopleIndex(database, '00'.repeat(32));
  people.forget({ customerId: '102' });
  people.forget({ orderId: '1003' });
  const left = database.all('SELECT id FROM ordered LEFT JOIN entry ON entry = number').map(({ id }) => id);
  database.close();
  expect(left).toEqual(['1001']);
});

describe('days that the index knows', () => {
  /** A year of orders, and an index of a day long after. */
  async function yearOfOrders() {
    const at = (id: number) => `2025-${String(id - 1000).padStart(2, '0')}-15 10:00:00`;
    const ids = Array.from({ length: 12 }, (_, month) => 1001 + month);
    const year: StoredShop = {
      customers,
      orders: Object.fromEntries(
        ids.map((id) => [
          id,
          { ...orderWith(id, id % 3 === 0 ? 'BEL-1' : 'MUG'), customerId: '101', dateCreated: at(id) },
        ]),
      ),
      addresses: {},
      baskets: ids.map((id) => ({ ...basketOf(id, '101'), dateCreated: at(id) })),
    };
    return await sellingShop(year);
  }

  const summer = 'orders list --since 2025-06-01 --until 2025-08-31';

  test('need no baskets, and the footer says as of when they are known', async () => {
    const { listed, shop, paths } = await yearOfOrders();
    const { ids, read, err } = await listed('--product BEL-1 --fields orderId,total', summer);
    expect([read, err]).toEqual([['1008'], expect.stringMatching(/known from the index, as of 20\d\d-/)]);
    expect(ids).toContain('1008');
    // The first page and the last one: the dates of the store.
    expect(paths.filter((path) => path === '/baskets')).toHaveLength(2);
    shop.baskets.splice(5, 3);
    expect(await listed('--product BEL-1 -q', summer)).toMatchObject({ ids: ['1008'], read: ['1008'] });
  });

  test('an order that no search has read is read by its number, and learned', async () => {
    const { listed, shop, index } = await yearOfOrders();
    await forgotten(index(), '1007');
    shop.orders[1007] = { ...shop.orders[1007], products: [{ sku: 'BEL-1' }] };
    expect(await listed('--product BEL-1 -q', summer)).toMatchObject({ ids: ['1008', '1007'], read: ['1008', '1007'] });
    expect(await listed('--product MUG -q', summer)).toMatchObject({ ids: ['1006'], read: ['1006'] });
  });

  test('a number that is none of an order is looked for once', async () => {
    const { listed, shop, index } = await yearOfOrders();
    await forgotten(index(), '1007');
    delete shop.orders[1007];
    const { read, err } = await listed('--product BEL-1', summer);
    expect([read, err]).toEqual([['1008', '1007'], expect.not.stringContaining('gone')]);
    expect(await listed('--product BEL-1 -q', summer)).toMatchObject({ ids: ['1008'], read: ['1008'] });
  });

  test('are read with the baskets where numbers do not go with dates', async () => {
    const { listed, index, paths } = await yearOfOrders();
    const database = await openSqlite(index());
    database.exec("UPDATE entry SET date = '2025-02-01 10:00:00' WHERE id = '1010'");
    database.close();
    expect(await listed('--product BEL-1 -q', summer)).toMatchObject({ ids: ['1008'], read: ['1008'] });
    expect(paths.filter((path) => path === '/baskets')).toHaveLength(4);
  });

  test('with orders of the newest baskets, as soon as the period has not ended before the index', async () => {
    const { listed, shop } = await yearOfOrders();
    const today = new Date().toISOString().slice(0, 10);
    shop.orders[1013] = { ...orderWith(1013, 'BEL-1'), customerId: '101', dateCreated: `${today} 00:00:00` };
    shop.baskets.push({ ...basketOf(1013, '101'), dateCreated: `${today} 00:00:00` });
    expect(await listed('--product BEL-1 -q', 'orders list --since 2025-06-01')).toMatchObject({
      ids: ['1013', '1011', '1008'],
      read: ['1013', '1011', '1008'],
    });
  });
});

async function forgotten(index: string, orderId: string): Promise<void> {
  const database = await openSqlite(index);
  new PeopleIndex(database, '00'.repeat(32)).remove({ orderId });
  database.close();
}

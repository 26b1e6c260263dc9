import { expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { shopOfPeople } from './shop.ts';

const shop = {
  customers: {},
  orders: { 900: { customerId: 101, firstName: 'Sanne', lastName: 'Bakker', dateCreated: '2026-01-10 10:00:00' } },
  addresses: {},
  baskets: [{ basketKey: 'A1', id: 1, customerId: '101', orderId: '900', dateCreated: '2026-01-10 10:00:00' }],
};

/** How many entries and hashes an index has. */
async function sizes(path: string): Promise<unknown> {
  const database = await openSqlite(path);
  try {
    return database.get('SELECT (SELECT count(*) FROM entry) AS entries, (SELECT count(*) FROM part) AS hashes');
  } finally {
    database.close();
  }
}

const nothing = { entries: 0, hashes: 0 };

test('erasing a customer forgets an order of whose customer the index knows nothing', async () => {
  const { run, index } = await shopOfPeople(shop);
  await run(['customers', 'find', 'sanne']);
  expect(await sizes(index())).not.toEqual(nothing);
  const { code, out } = await run(['customers', 'erase', '101', '--yes']);
  expect([code, out]).toEqual([0, expect.stringMatching(/index entry +101 +deleted/)]);
  expect(await sizes(index())).toEqual(nothing);
});

test('erasing a customer forgets what an order was found by before its customer was read', async () => {
  const { run, index, shop: store } = await shopOfPeople(shop);
  await run(['customers', 'find', 'sanne']);
  store.customers['101'] = { firstName: 'Sanne', lastName: 'Bakker' };
  await run(['customers', 'find', 'sanne', '--live']);
  delete store.customers['101'];
  expect((await run(['customers', 'erase', '101', '--yes'])).code).toBe(0);
  expect(await sizes(index())).toEqual(nothing);
});

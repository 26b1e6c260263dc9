import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/open.ts';
import { ownDirectory } from '../support/directory.ts';
import { dutchAddress, jo } from '../support/people.ts';
import { openTestSandbox } from '../support/sandbox.ts';
import { ask, openStore, send, testClock } from './store.ts';

test('A discount group is ignored without the customer-groups add-on', async () => {
  const sandbox = await openStore();
  const created = await send(sandbox, 'POST', '/customers', { ...jo, discountGroupId: 99 });
  const changed = await send(sandbox, 'PATCH', '/customers/101', { discountGroupId: '2' });
  expect([created.body.discountGroupId, changed.body.discountGroupId]).toEqual(['0', '0']);
});

test.each(['gold', -1, 0, {}, null])(
  'Without the add-on for customer groups, a discount group is ignored whatever it is: %j',
  async (discountGroupId) => {
    const sandbox = await openStore();
    const created = await send(sandbox, 'POST', '/customers', { ...jo, discountGroupId });
    const changed = await send(sandbox, 'PATCH', '/customers/101', { discountGroupId });
    expect([created.status, changed.status, changed.body.discountGroupId]).toEqual([200, 200, '0']);
  },
);

test('A customer changed without the add-on is in the same group when it is on again', async () => {
  const database = join(ownDirectory(), 'store.db');
  const groups: string[] = [];
  for (const customerGroups of [true, false, true]) {
    const sandbox = await openTestSandbox({ database, customerGroups, now: testClock });
    groups.push((await send(sandbox, 'PATCH', '/customers/101', { firstName: 'Sanne' })).body.discountGroupId);
    await sandbox.close();
  }
  expect(groups).toEqual(['1', '0', '1']);
});

test('A store that began empty takes any category and image; one with the first data takes its own', async () => {
  const stores = [await openStore({ empty: true }), await openStore()];
  const product = { sku: 'X', categoryId: 4711, image: 'photos/x.webp' };
  const statuses = await Promise.all(
    stores.map(async (store) => (await send(store, 'POST', '/products', product)).status),
  );
  expect(statuses).toEqual([200, 422]);
  const { body } = await ask(stores[0] as Sandbox, '/products?categoryId=4711');
  expect(body.data).toMatchObject([{ category: { id: '4711', name: '' }, images: ['photos/x.webp'] }]);
});

test('A custom line shows a tax rate of 21 where no tax is calculated, and a tax of 0', async () => {
  const sandbox = await openStore();
  await send(sandbox, 'POST', '/customers', jo);
  await send(sandbox, 'POST', '/customers/105/addresses', { ...dutchAddress, country: 'CH' });
  const products = [{ title: 'Engraving', price: 10 }, { uprid: '200' }];
  const { body } = await send(sandbox, 'POST', '/baskets', { customerId: 105, products });
  expect(body.calculateTax).toBe(false);
  expect(body.products.map((line: Record<string, unknown>) => [line.isCustom, line.taxRate, line.tax])).toEqual([
    [true, '21.0000', '0.0000'],
    [false, '0.0000', '0.0000'],
  ]);
});

test("The name of a product created with Accept-Language is that language's", async () => {
  const sandbox = await openStore();
  const { body: created } = await ask(sandbox, '/products', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'de' },
    body: JSON.stringify({ sku: 'L-1', name: 'Leuchte' }),
  });
  const nameIn = async (language: string) =>
    (await ask(sandbox, '/products/L-1', { headers: { 'accept-language': language } })).body.name;
  expect([created.name, await nameIn('de'), await nameIn('nl'), await nameIn('en')]).toEqual([
    'Leuchte',
    'Leuchte',
    '',
    '',
  ]);
});

test('HEAD works where GET does', async () => {
  const sandbox = await openStore();
  const head = await fetch(`${sandbox.url}/api/v2/products/200?token=${sandbox.token}`, { method: 'HEAD' });
  expect(head.status).toBe(200);
});

test('An empty PATCH is refused in a sentence', async () => {
  const { status, body } = await send(await openStore(), 'PATCH', '/customers/101', {});
  expect([status, body.error.message]).toEqual([422, 'The body must have at least one field']);
});

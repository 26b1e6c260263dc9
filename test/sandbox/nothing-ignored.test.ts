import { expect, test } from 'vitest';
import { dutchAddress, jo } from '../support/people.ts';
import { ask, openStore, send } from './store.ts';

test('A discount group is ignored without the customer-groups add-on', async () => {
  const sandbox = await openStore();
  const created = await send(sandbox, 'POST', '/customers', { ...jo, discountGroupId: 99 });
  const changed = await send(sandbox, 'PATCH', '/customers/101', { discountGroupId: '2' });
  expect([created.body.discountGroupId, changed.body.discountGroupId]).toEqual(['0', '0']);
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

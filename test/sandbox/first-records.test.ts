import { expect, test } from 'vitest';
import { address } from '../../src/resources/addresses.ts';
import { basket } from '../../src/resources/baskets.ts';
import { customer } from '../../src/resources/customers.ts';
import { order } from '../../src/resources/orders.ts';
import { ask, openStore } from './store.ts';

test('the shop has customers of four countries, one of them a guest', async () => {
  const sandbox = await openStore();
  const seen = await Promise.all(
    [101, 102, 103, 104].map(async (id) => {
      const [person, addresses] = await Promise.all([
        ask(sandbox, `/customers/${id}`),
        ask(sandbox, `/customers/${id}/addresses`),
      ]);
      return [person.body.lastName, person.body.guestAccount, addresses.body[0].country.isoCode2];
    }),
  );
  expect(seen).toEqual([
    ['de Wit', '0', 'NL'],
    ['Claes', '0', 'BE'],
    ['Köhler', '1', 'DE'],
    ['Carter', '0', 'US'],
  ]);
});

test('the first order of the sandbox is named by its basket, with the same amounts', async () => {
  const sandbox = await openStore();
  const [{ body: baskets }, { body: first }] = await Promise.all([
    ask(sandbox, '/baskets'),
    ask(sandbox, '/orders/1001'),
  ]);
  // 64.95 + 19.95, 19.95 shipping, 0.95 commission, no VAT
  expect([baskets.data.map((known: Record<string, string>) => known.orderId), first.basketKey, first.total]).toEqual([
    [null, null, '1001'],
    baskets.data[2].basketKey,
    '105.8000',
  ]);
});

test('the sandbox answers with the records of the resource files, field by field', async () => {
  const sandbox = await openStore();
  const { body: baskets } = await ask(sandbox, '/baskets');
  const replies = [
    [customer, (await ask(sandbox, '/customers/101')).body, ['password']],
    [address, (await ask(sandbox, '/customers/101/addresses/301')).body, []],
    [basket, baskets.data[0], []],
  ] as const;
  for (const [definition, reply, more] of replies) {
    expect(definition.check(reply)).toMatchObject({ ok: true });
    expect(new Set(Object.keys(reply))).toEqual(new Set([...Object.keys(definition.fields), ...more]));
  }
  expect(order.check((await ask(sandbox, '/orders/1001')).body)).toMatchObject({ ok: true });
});

test('an empty sandbox has no customers, baskets, orders or products', async () => {
  const sandbox = await openStore({ empty: true });
  const statuses = await Promise.all(
    ['/customers/101', '/orders/1001'].map(async (path) => (await ask(sandbox, path)).status),
  );
  const [baskets, products] = [await ask(sandbox, '/baskets'), await ask(sandbox, '/products')];
  const none = { numRows: '0', numPages: '0', totalValue: '0.0000', lowestPrice: '0.0000', data: [] };
  expect([statuses, baskets.body, products.body]).toMatchObject([[404, 404], { numRows: '0', data: [] }, none]);
});

import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/open.ts';
import { openStore, send } from './store.ts';

const basketKey = '{42212126-9CF9-49D8-8E52-5B2858894145}';
const path = `/baskets/${basketKey}`;

test('an order is in euros and the language of the store, and has what its basket came to', async () => {
  const sandbox = await openStore();
  const { body: basket } = await send(sandbox, 'GET', path);
  const { status, body } = await send(sandbox, 'POST', '/orders', { basketKey });
  expect([status, body]).toMatchObject([
    200,
    {
      orderId: '1002',
      basketKey,
      customerId: '101',
      status: '1',
      statusName: 'Nieuw',
      currencyType: 'EUR',
      languageId: '4',
      dateCreated: '2026-01-31 12:34:56',
      customer: { firstName: 'Sanne', lastName: 'de Wit', guestAccount: '0' },
      billingAddress: { id: '301', city: 'Utrecht' },
      deliveryAddress: { id: '301', city: 'Utrecht' },
      coupon: 'WELKOM10',
      loyaltyPoints: '300',
      taxPerRate: { 21: '20.1285' },
      // 95.85 + 20.1285 - 9.585 - 2.0129 - 3.00 = 101.3806
      value: '95.8500',
      tax: '20.1285',
      couponDiscount: '9.5850',
      couponTaxCalculated: '2.0129',
      loyaltyPointsDiscount: '3.0000',
      total: '101.3800',
    },
  ]);
  expect(body.products).toEqual(basket.products);
  expect((await send(sandbox, 'GET', '/orders/1002')).body).toEqual(body);
});

test('an order in dollars and English: the texts are translated, the amounts are those of the basket', async () => {
  const { body } = await send(await openStore(), 'POST', '/orders', {
    basketKey: basketKey.toLowerCase(),
    currencyType: 'usd',
    languageId: 5,
  });
  expect(body).toMatchObject({
    currencyType: 'USD',
    currencyValue: '1.0000',
    languageId: '5',
    statusName: 'New',
    billingAddress: { country: { title: 'Netherlands' } },
    value: '95.8500',
    total: '101.3800',
    products: [
      { name: 'Cloudburst rain jacket', attributesString: 'Size: M, Colour: Black' },
      { name: '"Ding Dong" brass bicycle bell' },
    ],
  });
});

describe('empty terms are the defaults', () => {
  test.each([
    [{ currencyType: '', languageId: null }, 'EUR', '4'],
    [{ currencyType: 'GBP', languageId: 4 }, 'GBP', '4'],
    [{ languageId: '9' }, 'EUR', '9'],
  ])('%j is in %s and language %s', async (terms, currencyType, languageId) => {
    const { body } = await send(await openStore(), 'POST', '/orders', { basketKey, ...terms });
    expect(body).toMatchObject({ currencyType, languageId });
  });
});

test('the basket then names its order, and cannot be ordered again', async () => {
  const sandbox = await openStore();
  await send(sandbox, 'POST', '/orders', { basketKey });
  const { status, body } = await send(sandbox, 'POST', '/orders', { basketKey });
  expect([status, body.error.code, body.error.field]).toEqual([409, 'conflict', 'basketKey']);
  expect((await send(sandbox, 'GET', path)).body.orderId).toBe('1002');
});

test('an order does not change with its basket, customer or products', async () => {
  const sandbox = await openStore();
  const { body: before } = await send(sandbox, 'POST', '/orders', { basketKey });
  await send(sandbox, 'PATCH', '/customers/101', { lastName: 'Smit' });
  await send(sandbox, 'DELETE', '/customers/101/addresses/301');
  await send(sandbox, 'DELETE', `${path}/200`);
  await send(sandbox, 'DELETE', path);
  expect((await send(sandbox, 'GET', '/orders/1002')).body).toEqual(before);
});

test('a basket can be ordered again after its order is deleted, with another ID', async () => {
  const sandbox = await openStore();
  await send(sandbox, 'POST', '/orders', { basketKey });
  await send(sandbox, 'DELETE', '/orders/1002');
  const between = await send(sandbox, 'GET', path);
  const again = await send(sandbox, 'POST', '/orders', { basketKey });
  const { status } = await send(sandbox, 'GET', '/orders/1002');
  expect([between.body.orderId, status, again.body.orderId]).toEqual([null, 404, '1003']);
});

test('two simultaneous orders of one basket give one order and one conflict', async () => {
  const sandbox = await openStore();
  const answers = await Promise.all([1, 2, 3].map(() => send(sandbox, 'POST', '/orders', { basketKey })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('a basket without a customer can be ordered too', async () => {
  const { status, body } = await send(await openStore(), 'POST', '/orders', {
    basketKey: '{D270835E-DAA9-4B34-A4C8-145EC637D5EA}',
  });
  expect([status, body]).toMatchObject([
    200,
    { customerId: '0', customer: null, billingAddress: null, deliveryAddress: null, total: '42.7700' },
  ]);
});

describe('an order spends the loyalty points of its customer', () => {
  /** The most points that a new basket of this customer can have, and those of the ordered one. */
  const pointsOf = async (sandbox: Sandbox) => {
    const body = { customerId: 101, products: [{ uprid: '206', quantity: 9 }], loyaltyPoints: 9999 };
    const made = await send(sandbox, 'POST', '/baskets', body);
    const { body: ordered } = await send(sandbox, 'GET', path);
    return [made.body.loyaltyPoints, ordered.loyaltyPoints];
  };

  test('once, and its basket keeps them', async () => {
    const sandbox = await openStore();
    const before = await pointsOf(sandbox);
    await send(sandbox, 'POST', '/orders', { basketKey });
    await send(sandbox, 'POST', '/orders', { basketKey });
    await send(sandbox, 'PATCH', path, { coupon: '' });
    expect([before, await pointsOf(sandbox)]).toEqual([
      ['1250', '300'],
      ['950', '300'],
    ]);
  });

  test('and a second basket cannot spend them again', async () => {
    const sandbox = await openStore();
    const all = { customerId: 101, products: [{ uprid: '206', quantity: 9 }], loyaltyPoints: 1250 };
    const [first, second] = [
      await send(sandbox, 'POST', '/baskets', all),
      await send(sandbox, 'POST', '/baskets', all),
    ];
    await send(sandbox, 'POST', '/orders', { basketKey: first.body.basketKey });
    const { body: order } = await send(sandbox, 'POST', '/orders', { basketKey: second.body.basketKey });
    expect([second.body.loyaltyPoints, order.loyaltyPoints, order.loyaltyPointsDiscount]).toEqual([
      '1250',
      '0',
      '0.0000',
    ]);
  });

  test('who has them back when it is deleted', async () => {
    const sandbox = await openStore();
    await send(sandbox, 'POST', '/orders', { basketKey });
    await send(sandbox, 'DELETE', '/orders/1002');
    expect(await pointsOf(sandbox)).toEqual(['1250', '300']);
  });

  test('who may be gone by then', async () => {
    const sandbox = await openStore();
    await send(sandbox, 'POST', '/orders', { basketKey });
    await send(sandbox, 'DELETE', '/customers/101');
    expect((await send(sandbox, 'DELETE', '/orders/1002')).body).toEqual({ deleted: '1002' });
  });
});

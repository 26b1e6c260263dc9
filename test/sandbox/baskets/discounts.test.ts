import { describe, expect, test } from 'vitest';
import { jo } from '../../support/people.ts';
import { openStore, send } from '../store.ts';

const path = '/baskets/42212126-9CF9-49D8-8E52-5B2858894145';

describe('loyalty points', () => {
  test('above the maximum are the maximum, and stay so when it grows', async () => {
    const sandbox = await openStore();
    const small = await send(sandbox, 'POST', '/baskets', {
      customerId: 101,
      products: [{ uprid: '227' }],
      shippingModule: 'pickup',
      loyaltyPoints: 9999,
    });
    // 2.25 and 21% of it are 2.7225
    const grown = await send(sandbox, 'PATCH', `/baskets/${small.body.basketKey}`, {
      products: [{ uprid: '227', quantity: 9 }],
    });
    expect(
      [small, grown].map(({ body }) => [body.loyaltyPoints, body.loyaltyPointsMax, body.loyaltyPointsDiscount]),
    ).toEqual([
      ['272', '272', '2.7200'],
      ['272', '1250', '2.7200'],
    ]);
  });

  test('shrink with the basket', async () => {
    const sandbox = await openStore();
    await send(sandbox, 'DELETE', `${path}/206`);
    await send(sandbox, 'PATCH', path, { coupon: '', shippingModule: 'pickup' });
    const { body } = await send(sandbox, 'PATCH', `${path}/200`, { quantity: 1 });
    const basket = await send(sandbox, 'GET', path);
    expect([body.quantity, basket.body.loyaltyPointsMax, basket.body.loyaltyPoints]).toEqual(['1', '961', '300']);
    await send(sandbox, 'DELETE', `${path}/200`);
    expect((await send(sandbox, 'GET', path)).body).toMatchObject({ loyaltyPoints: '0', loyaltyPointsMax: '0' });
  });

  test('do not grow again when a line that was removed comes back', async () => {
    const sandbox = await openStore();
    await send(sandbox, 'PATCH', `${path}/200`, { quantity: 1 });
    await send(sandbox, 'PATCH', path, { loyaltyPoints: 1250, coupon: '', shippingModule: 'pickup' });
    await send(sandbox, 'DELETE', `${path}/206`);
    const { body } = await send(sandbox, 'PATCH', path, { products: [{ uprid: '206' }] });
    // In between there was a bell of 7.95, and 21% of it: 9.6195.
    expect([body.loyaltyPoints, body.loyaltyPointsMax]).toEqual(['961', '1250']);
  });

  test('are the 500 of a new account, and none without a customer', async () => {
    const sandbox = await openStore();
    await send(sandbox, 'POST', '/customers', { ...jo, password: 'geheim' });
    const basket = { products: [{ uprid: '200' }], loyaltyPoints: 9999 };
    const own = await send(sandbox, 'POST', '/baskets', { ...basket, customerId: 105 });
    const ofNobody = await send(sandbox, 'POST', '/baskets', basket);
    expect([own.body.loyaltyPoints, ofNobody.body.loyaltyPoints]).toEqual(['500', '0']);
  });
});

test('the group discount of a customer applies to the prices of the shop, and to no custom product', async () => {
  const sandbox = await openStore({ customerGroups: true });
  const { body } = await send(sandbox, 'POST', '/baskets', {
    customerId: 102,
    products: [
      { uprid: '200', quantity: 2 },
      { title: 'Werk', price: '10' },
    ],
  });
  // 7.95 less 12.5% (0.99375, rounded 0.9938) is 6.9562
  expect([body.products.map(({ price }: { price: string }) => price), body.value]).toEqual([
    ['6.9562', '10.0000'],
    '23.9124',
  ]);
});

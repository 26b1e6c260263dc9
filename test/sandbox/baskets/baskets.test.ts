import { describe, expect, test } from 'vitest';
import { sampled } from '../../support/thorough.ts';
import { ask, openStore, send } from '../store.ts';

const own = '{42212126-9CF9-49D8-8E52-5B2858894145}';
const path = `/baskets/${encodeURIComponent(own)}`;

test('an empty basket is of no customer, and has a key of its own and the default modules', async () => {
  const sandbox = await openStore();
  const { status, body } = await send(sandbox, 'POST', '/baskets', {});
  expect([status, body]).toMatchObject([
    200,
    {
      id: '704',
      basketKey: expect.stringMatching(/^\{[\dA-F]{8}-[\dA-F]{4}-4[\dA-F]{3}-[89AB][\dA-F]{3}-[\dA-F]{12}\}$/),
      customerId: '0',
      orderId: null,
      guestAccount: '0',
      value: '0.0000',
      valuePerRate: null,
      taxPerRate: null,
      billingAddressId: '0',
      shippingModule: 'parcel',
      shippingValue: '0.0000',
      shippingTaxRate: '21.0000',
      paymentModule: 'ideal',
      couponValid: '0',
      loyaltyPoints: '0',
      geoZoneId: '1',
      calculateTax: true,
      dateCreated: '2026-01-31 12:34:56',
      lastModified: null,
      products: [],
    },
  ]);
  expect((await send(sandbox, 'GET', `/baskets/${body.basketKey}`)).body).toEqual(body);
});

test('a basket has the totals calculated by hand', async () => {
  const { body } = await send(await openStore(), 'POST', '/baskets', {
    customerId: 101,
    products: [{ uprid: '206+3-12+4-7' }, { uprid: 234, quantity: '2' }, { title: 'Gravure', price: 7.5, quantity: 3 }],
    shippingModule: 'express',
    paymentModule: 'creditcard',
    coupon: 'welkom10',
    loyaltyPoints: 5000,
  });
  // Jacket 79.95 at 21%, two books of 24.50 at 9%, three engravings of 7.50 at 21%.
  expect(body).toMatchObject({
    value: '151.4500',
    valuePerRate: { 9: '49.0000', 21: '102.4500' },
    // 49.00 at 9% is 4.41; 102.45 at 21% is 21.5145
    tax: '25.9245',
    taxPerRate: { 9: '4.4100', 21: '21.5145' },
    shippingValue: '12.5000',
    shippingTax: '2.6250',
    paymentCommission: '0.9500',
    paymentCommissionTitle: 'Toeslag creditcard',
    couponValid: '1',
    couponDiscount: '15.1450',
    // 4.90 at 9% is 0.441; 10.245 at 21% is 2.15145, rounded 2.1515
    couponTaxCalculated: '2.5925',
    loyaltyPoints: '1250',
    loyaltyPointsMax: '1250',
    loyaltyPointsDiscount: '12.5000',
  });
});

test('a line has its texts in the requested language', async () => {
  const { body } = await ask(await openStore(), path, { headers: { 'accept-language': 'en-GB' } });
  expect(body.products[0]).toMatchObject({
    name: 'Cloudburst rain jacket',
    attributesString: 'Size: M, Colour: Black',
  });
});

describe('a basket is found by its key', () => {
  test.each([[own], [own.slice(1, -1)], [own.toLowerCase()], ['%7b42212126-9cf9-49d8-8e52-5b2858894145%7D']])(
    'written as %s',
    async (key) => {
      expect((await send(await openStore(), 'GET', `/baskets/${key}`)).body.id).toBe('701');
    },
  );
});

describe('what a new basket does not say comes from elsewhere:', () => {
  sampled(4).each([
    ['the default address', { customerId: 101, billingAddressId: '' }, { billingAddressId: '301' }],
    ['its country', { customerId: 101, deliveryAddressId: null }, { deliveryCountryId: '528' }],
    ['but not what is chosen', { customerId: 101, deliveryAddressId: 302 }, { deliveryAddressId: '302' }],
    ['the default shipping', { shippingModule: '' }, { shippingModule: 'parcel', shippingProvider: true }],
    ['but not what is chosen', { shippingModule: 'pickup' }, { shippingModule: 'pickup', shippingProvider: false }],
    ['the default payment', { paymentModule: '' }, { paymentModule: 'ideal' }],
    ['quantity 1', { products: [{ uprid: '201', quantity: '' }] }, { products: [{ quantity: '1' }] }],
    ['the VAT number of the billing address', { customerId: 102 }, { btwNumber: 'BE0123456749' }],
    ['whether it is a guest', { customerId: 103 }, { guestAccount: '1', geoZoneId: '2', calculateTax: true }],
    ['no VAT outside the EU', { customerId: 104 }, { geoZoneId: '3', calculateTax: false, shippingTaxRate: '0.0000' }],
  ])('%s', async (_, asked, expected) => {
    expect((await send(await openStore(), 'POST', '/baskets', asked)).body).toMatchObject(expected);
  });

  test('on the current default, also when the chosen address is gone', async () => {
    const sandbox = await openStore();
    await send(sandbox, 'PATCH', path, { billingAddressId: 302 });
    const chosen = await send(sandbox, 'GET', path);
    await send(sandbox, 'DELETE', '/customers/101/addresses/302');
    const gone = await send(sandbox, 'GET', path);
    expect([chosen.body.billingAddressId, gone.body.billingAddressId]).toEqual(['302', '301']);
  });
});

describe('an update of a basket', () => {
  test('adds products, changes and clears fields, and answers with the whole record', async () => {
    const sandbox = await openStore();
    const changes = { products: [{ uprid: '201' }], coupon: null, paymentModule: 'banktransfer' };
    const { body } = await send(sandbox, 'PATCH', path, changes);
    expect(body).toMatchObject({
      coupon: '',
      couponValid: '0',
      paymentModule: 'banktransfer',
      loyaltyPoints: '300',
      lastModified: '2026-01-31 12:34:56',
    });
    expect(body.products.map(({ uprid }: { uprid: string }) => uprid)).toEqual(['206{3}12{4}7', '200', '201']);
    expect((await send(sandbox, 'GET', path)).body).toEqual(body);
  });

  test('to another customer keeps no address of the first one', async () => {
    const sandbox = await openStore();
    await send(sandbox, 'PATCH', path, { billingAddressId: 302 });
    const refused = await send(sandbox, 'PATCH', path, { customerId: 102 });
    const { body } = await send(sandbox, 'PATCH', path, { customerId: 102, billingAddressId: '' });
    expect([refused.status, refused.body.error?.field, body.customerId, body.billingAddressId]).toEqual([
      422,
      'billingAddressId',
      '102',
      '303',
    ]);
  });

  test('that takes the customer away takes addresses and loyalty points too', async () => {
    const { body } = await send(await openStore(), 'PATCH', path, { customerId: '' });
    expect(body).toMatchObject({ customerId: '0', billingAddressId: '0', loyaltyPoints: '0' });
  });
});

describe('products that are added to a basket', () => {
  test.each([
    ['with an equal uprid add up', [{ uprid: '200', quantity: 3 }], ['1 × 206{3}12{4}7', '5 × 200']],
    ['with their options in another order too', [{ uprid: '206{4}7{3}12' }], ['2 × 206{3}12{4}7', '2 × 200']],
    [
      'twice in one body add up',
      [{ uprid: '201' }, { uprid: '201', quantity: 2 }],
      ['1 × 206{3}12{4}7', '2 × 200', '3 × 201'],
    ],
    [
      'with other options are a line of their own, without options too',
      [{ uprid: '206{3}13{4}7' }, { uprid: '206' }],
      ['1 × 206{3}12{4}7', '2 × 200', '1 × 206{3}13{4}7', '1 × 206'],
    ],
    [
      'as custom ones are always new, with ids of their own',
      ['A', 'A'].map((title) => ({ title, price: 1 })),
      ['1 × 206{3}12{4}7', '2 × 200', '1 × 2000000007', '1 × 2000000008'],
    ],
  ])('%s', async (_, products, expected) => {
    const { body } = await send(await openStore(), 'PATCH', path, { products });
    const lines = body.products.map(({ uprid, quantity }: Record<string, string>) => `${quantity} × ${uprid}`);
    expect(lines).toEqual(expected);
  });
});

test('a title or a price of its own is refused for a product of the shop, named, and nothing is written', async () => {
  const sandbox = await openStore();
  const { body: before } = await send(sandbox, 'GET', path);
  const message = 'is only for custom products, which have no uprid';
  const refused = await Promise.all([
    send(sandbox, 'POST', '/baskets', { products: [{ uprid: '200', title: 'Bel', price: 1 }] }),
    send(sandbox, 'PATCH', path, { products: [{ uprid: '201' }, { uprid: '200', price: 0 }] }),
    send(sandbox, 'PATCH', `${path}/200`, { quantity: 3, title: 'Toeter' }),
  ]);
  expect(refused.map(({ status, body }) => [status, body.error?.errors])).toEqual([
    [422, ['title', 'price'].map((field) => ({ field: `products[0].${field}`, message }))],
    [422, [{ field: 'products[1].price', message }]],
    [422, [{ field: 'title', message }]],
  ]);
  expect((await send(sandbox, 'GET', path)).body).toEqual(before);
});

test('empty titles and prices are none', async () => {
  const sandbox = await openStore();
  const products = [{ uprid: '200', title: '', price: null }];
  expect((await send(sandbox, 'POST', '/baskets', { products })).body.products[0].price).toBe('7.9500');
});

describe('an ID of 0 is none, as the record writes it', () => {
  test.each([0, '0'])('%j', async (none) => {
    const sandbox = await openStore();
    const fields = { customerId: none, billingAddressId: none, deliveryAddressId: none };
    const created = await send(sandbox, 'POST', '/baskets', fields);
    const changed = await send(sandbox, 'PATCH', path, fields);
    const shown = { customerId: '0', billingAddressId: '0', deliveryAddressId: '0' };
    expect([created, changed]).toMatchObject([
      { status: 200, body: shown },
      { status: 200, body: shown },
    ]);
  });

  test('but a negative one is wrong', async () => {
    expect((await send(await openStore(), 'POST', '/baskets', { customerId: -1 })).status).toBe(422);
  });
});

test('a basket that is deleted is gone, whether it is ordered or not', async () => {
  const sandbox = await openStore();
  const ordered = '/baskets/7D09EF59-A9DE-47E1-B334-3957CB2DDC87';
  const answers = [await send(sandbox, 'DELETE', path), await send(sandbox, 'DELETE', ordered)];
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, { deleted: own }],
    [200, { deleted: '{7D09EF59-A9DE-47E1-B334-3957CB2DDC87}' }],
  ]);
  expect([(await send(sandbox, 'GET', path)).status, (await send(sandbox, 'GET', '/orders/1001')).status]).toEqual([
    404, 200,
  ]);
});

describe('the list of baskets', () => {
  test.each([
    ['', { numPages: '1', pageNumber: '1', startIndex: '0', endIndex: '3' }, ['701', '702', '703']],
    ['?limit=2&offset=2', { numPages: '2', pageNumber: '2', startIndex: '2', endIndex: '3' }, ['703']],
    ['?filter[limit]=1&filter[offset]=1', { numPages: '3', startIndex: '1', endIndex: '2' }, ['702']],
    ['?offset=9', { numPages: '1', startIndex: '9', endIndex: '9' }, []],
  ])('with the query "%s" says where its page is', async (query, envelope, ids) => {
    const { body } = await ask(await openStore(), `/baskets${query}`);
    expect(body).toMatchObject({ numRows: '3', ...envelope });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test('has whole records', async () => {
    const sandbox = await openStore();
    expect((await ask(sandbox, '/baskets')).body.data[0]).toEqual((await send(sandbox, 'GET', path)).body);
  });

  test('gives at most 100', async () => {
    const sandbox = await openStore({ empty: true });
    await Promise.all(Array.from({ length: 101 }, () => send(sandbox, 'POST', '/baskets', {})));
    expect((await ask(sandbox, '/baskets?limit=1000')).body.data).toHaveLength(100);
  });
});

import { describe, expect, test } from 'vitest';
import { address, answers, basket, customer, key } from '../support/replies.ts';
import { serveStore } from '../support/store.ts';

describe('the field name of the VAT rate', () => {
  test.each<[Record<string, string>, readonly string[]]>([
    [{}, ['taxRate', 'taxRateVal']],
    [{ SHOP_TAX_FIELD: 'both' }, ['taxRate', 'taxRateVal']],
    [{ SHOP_TAX_FIELD: 'taxRate' }, ['taxRate']],
    [{ SHOP_TAX_FIELD: 'taxRateVal' }, ['taxRateVal']],
  ])('with the settings %j is %j', async (env, names) => {
    const { run, seen } = await serveStore(answers(200, { productId: '1' }));
    await run('products create --sku A --tax-rate 21% --allow-duplicate', { env });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      sku: 'A',
      ...Object.fromEntries(names.map((name) => [name, 21])),
    });
  });
});

describe('the body of a request', () => {
  const basketLines = [
    { uprid: '206{3}12', quantity: 2 },
    { uprid: '200' },
    { quantity: 2, title: 'Engraving', price: 12.5 },
  ];
  const cases: readonly (readonly [string, object, object])[] = [
    [
      'products create --allow-duplicate --sku 7 --quantity 5 --price 9.50 --purchase-price 4 --category 3 --status online --tax-rate 21.00',
      { productId: '1' },
      { sku: '7', quantity: '5', categoryId: 3, price: 9.5, purchasePrice: 4, status: 1, taxRate: 21, taxRateVal: 21 },
    ],
    [
      'baskets create --customer 101 --product 206+3-12:2 --product 200 --custom-product 12.50x2:Engraving --loyalty-points 5 --billing-address-id 301 --delivery-address-id 302',
      basket,
      { customerId: 101, products: basketLines, billingAddressId: 301, deliveryAddressId: 302, loyaltyPoints: 5 },
    ],
    [
      `baskets items update ${key} 200 --quantity 3 --title T --price 12.50`,
      { productId: '200' },
      { quantity: 3, title: 'T', price: '12.50' },
    ],
    [
      'addresses update 301 --customer 101 --house-number 9 --country nld --json',
      address,
      { houseNumber: 9, country: 'NL' },
    ],
    ['customers update 101 --discount-group-id 4', customer, { discountGroupId: '4' }],
    [
      `orders create --basket ${key} --currency usd --language de`,
      { orderId: '1' },
      { basketKey: `{${key}}`, currencyType: 'USD', languageId: 6 },
    ],
  ];
  test.each(cases)('has the types of the API for `%s`', async (line, reply, expected) => {
    const { run, seen } = await serveStore(answers(200, reply));
    const { code, err } = await run(line);
    const written = seen.find(({ method }) => method !== 'GET');
    expect([code, err, JSON.parse(written?.body ?? 'null')]).toEqual([0, '', expected]);
  });
});

test('an image URL is sent exactly as typed', async () => {
  const { run, seen } = await serveStore(answers(200, { productId: '1' }));
  await run(['products', 'create', '--allow-duplicate', '--sku', 'A', '--image', 'https://cdn.example/ a.jpg']);
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ sku: 'A', image: 'https://cdn.example/ a.jpg' });
});

test.each([
  ['NL', []],
  ['US', ['--state', '--street-address', '--city']],
  ['DE', ['--street-address', '--city']],
])('a new address in %s requires %j', async (country, flags) => {
  const { run, seen } = await serveStore(answers(200, address));
  const { code, err } = await run(
    `addresses create --customer 101 --first-name A --last-name B --house-number 1 --zipcode 1 --country ${country}`,
  );
  const sent = seen.filter(({ method }) => method === 'POST').length;
  expect([code, [...err.replace(/^Run .*/m, '').matchAll(/--[a-z-]+/g)].map(([flag]) => flag), sent]).toEqual(
    flags.length ? [2, flags, 0] : [0, [], 1],
  );
});

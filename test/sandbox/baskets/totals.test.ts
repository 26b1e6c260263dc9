import { describe, expect, test } from 'vitest';
import { calculateTotals } from '../../../src/sandbox/baskets/totals.ts';

const carrier = { isCarrier: true, costs: { 1: 49_500n, 2: 99_500n, 3: 199_500n }, freeFrom: 750_000n } as const;
const free = { commission: 0n, title: '' };

/** One product of 10.00 at 21% and two of 5.00 at 9%, shipped within the country. */
const plain: Parameters<typeof calculateTotals>[0] = {
  lines: [
    { value: 100_000n, taxRate: 21 },
    { value: 100_000n, taxRate: 9 },
  ],
  calculateTax: true,
  zone: 1,
  shipping: carrier,
  payment: free,
  coupon: undefined,
  points: 0,
  balance: 0,
};

test('a basket of two VAT rates has the totals calculated by hand', () => {
  // 20.00 + 2.10 + 0.90 VAT + 4.95 shipping + 1.0395 VAT over it = 28.9895
  expect(calculateTotals(plain)).toEqual({
    value: 200_000n,
    tax: 30_000n,
    perRate: [
      { rate: 9, value: 100_000n, tax: 9_000n },
      { rate: 21, value: 100_000n, tax: 21_000n },
    ],
    shippingValue: 49_500n,
    shippingTax: 10_395n,
    shippingTaxRate: 21,
    commission: 0n,
    couponValid: false,
    couponDiscount: 0n,
    couponTax: 0n,
    points: 0,
    pointsMax: 0,
    pointsDiscount: 0n,
    total: 289_895n,
  });
});

test('lines of one rate are rounded together, not one by one', () => {
  const lines = [
    { value: 2n, taxRate: 21 },
    { value: 2n, taxRate: 21 },
    { value: 2n, taxRate: 21 },
  ];
  // 0.0006 at 21% is 0.000126: 0.0001; one by one 0.000042 each would be nothing.
  expect(calculateTotals({ ...plain, lines }).tax).toBe(1n);
});

describe('shipping', () => {
  test.each([
    ['within the country', 1, 749_999n, 49_500n],
    ['within the country, from 75.00 on', 1, 750_000n, 0n],
    ['within the EU, free from nothing', 2, 750_000n, 99_500n],
    ['elsewhere', 3, 750_000n, 199_500n],
  ] as const)('costs what the zone asks: %s', (_, zone, value, shippingValue) => {
    expect(calculateTotals({ ...plain, zone, lines: [{ value, taxRate: 21 }] }).shippingValue).toBe(shippingValue);
  });

  test('and commission cost nothing without products', () => {
    const { shippingValue, commission, total } = calculateTotals({
      ...plain,
      lines: [],
      payment: { commission: 9_500n, title: '' },
    });
    expect([shippingValue, commission, total]).toEqual([0n, 0n, 0n]);
  });
});

test('without VAT there is one rate, 0', () => {
  const { perRate, tax, shippingTax, shippingTaxRate, total } = calculateTotals({ ...plain, calculateTax: false });
  expect({ perRate, tax, shippingTax, shippingTaxRate, total }).toEqual({
    perRate: [{ rate: 0, value: 200_000n, tax: 0n }],
    tax: 0n,
    shippingTax: 0n,
    shippingTaxRate: 0,
    total: 249_500n,
  });
});

test('a commission has no VAT', () => {
  expect(calculateTotals({ ...plain, payment: { commission: 9_500n, title: '' } })).toMatchObject({
    commission: 9_500n,
    total: 299_395n,
  });
});

describe('a coupon', () => {
  test.each([
    // 10% of 20.00 is 2.00, half of it at 9% (0.09) and half at 21% (0.21)
    ['of a percentage', { percent: 100_000n, from: 0n }, true, 20_000n, 3_000n],
    // 5.00: 2.50 at 9% (0.225) and 2.50 at 21% (0.525)
    ['of an amount', { amount: 50_000n, from: 200_000n }, true, 50_000n, 7_500n],
    ['of more than the products are worth', { amount: 900_000n, from: 0n }, true, 200_000n, 30_000n],
    ['for dearer baskets', { amount: 50_000n, from: 200_001n }, false, 0n, 0n],
    ['that does not exist', undefined, false, 0n, 0n],
  ])('%s takes the right amount off the total and its VAT', (_, coupon, couponValid, couponDiscount, couponTax) => {
    const totals = calculateTotals({ ...plain, coupon });
    const total = 289_895n - couponDiscount - couponTax;
    expect(totals).toMatchObject({ couponValid, couponDiscount, couponTax, total, value: 200_000n, tax: 30_000n });
  });

  test('takes nothing off an empty basket', () => {
    expect(calculateTotals({ ...plain, lines: [], coupon: { percent: 100_000n, from: 0n } }).couponValid).toBe(false);
  });
});

describe('the loyalty points that pay for a basket', () => {
  test.each([
    ['as asked', 300, 1000, { points: 300, pointsMax: 1000, pointsDiscount: 30_000n, total: 259_895n }],
    ['never more than the customer has', 1001, 1000, { points: 1000, pointsMax: 1000, total: 189_895n }],
    // 28.9895 is 2898 points, and 0.0095 stays to be paid
    ['never more than is to be paid', 9999, 9999, { points: 2898, pointsMax: 2898, total: 95n }],
    ['none without any', 5, 0, { points: 0, pointsMax: 0, total: 289_895n }],
  ])('are %s', (_, points, balance, expected) => {
    expect(calculateTotals({ ...plain, points, balance })).toMatchObject(expected);
  });

  test('are none where there is nothing to pay', () => {
    const lines = [{ value: -900_000n, taxRate: 21 }];
    expect(calculateTotals({ ...plain, lines, points: 5, balance: 5 })).toMatchObject({ points: 0, pointsMax: 0 });
  });
});

test('sums beyond 2^53 are exact', () => {
  const value = (10n ** 15n - 1n) * 2_147_483_647n;
  const { total } = calculateTotals({
    ...plain,
    zone: 2,
    shipping: { ...carrier, costs: { 1: 0n, 2: 0n, 3: 0n } },
    lines: [{ value, taxRate: 0 }],
  });
  expect(total).toBe(2_147_483_646_999_997_852_516_353n);
});

import { describe, expect, test } from 'vitest';
import { receiptOf } from '../../src/resources/receipt.ts';

const amounts = { quantity: '2', price: '5.0000', taxRate: '21.0000', value: '10.0000' };
const mug = { uprid: '7', sku: 'MUG', name: 'Mug', ...amounts };
const sums = (record: object) =>
  receiptOf({ products: [mug], ...record }, false)?.sums.map(({ label, amount }) => `${label}: ${amount}`);

test('a line has quantity, title, price and value, and below them options and codes', () => {
  expect(receiptOf({ products: [{ ...mug, attributesString: 'Colour: red' }] }, false)?.lines).toEqual([
    { quantity: '2', title: 'Mug', details: ['Colour: red', '7  MUG'], price: '5.00', taxRate: '21', value: '10.00' },
  ]);
});

test('the title of a custom product is shown rather than its name', () => {
  expect(receiptOf({ products: [{ title: 'Engraving', name: '', quantity: 1, price: 12.5 }] }, false)?.lines).toEqual([
    { quantity: '1', title: 'Engraving', details: [], price: '12.50', taxRate: '', value: '' },
  ]);
});

test.each([
  ['no products', {}],
  ['an empty basket', { products: [] }],
  ['products that are null', { products: null }],
  ['products that are no objects', { products: ['Mug'] }],
  ['a line without a title', { products: [mug, { quantity: 1, price: '5' }] }],
  ['a line with nothing but a title', { products: [{ name: 'Mug' }] }],
  ['products under another name', { lines: [mug] }],
])('a basket or order with %s has no receipt', (_, record) => {
  expect(receiptOf(record, true)).toBeUndefined();
});

test.each([
  ['a sum that the store does not give is not computed', {}, []],
  [
    'the total comes last, with its currency',
    { total: '12.10', value: '10.00', currencyType: 'USD' },
    ['Subtotal: 10.00', 'Total USD: 12.10'],
  ],
  [
    'discounts are taken off',
    { coupon: 'SALE', couponValid: '1', couponDiscount: '1.00', loyaltyPoints: '300', loyaltyPointsDiscount: '3.00' },
    ['Less coupon SALE: 1.00', 'Less 300 loyalty points: 3.00'],
  ],
  [
    'an invalid coupon is labelled as not valid',
    { coupon: 'OLD', couponValid: '0', couponDiscount: '0.0000' },
    ['Coupon OLD, not valid: 0.00'],
  ],
  [
    'an absent discount has no line',
    { coupon: '', couponDiscount: '0.0000', loyaltyPoints: '0', loyaltyPointsDiscount: '0.0000' },
    [],
  ],
  [
    'shipping and payment show their modules',
    { shippingModule: 'parcel', shippingValue: '0.0000', paymentModule: 'ideal', paymentCommission: '0.50' },
    ['Shipping (parcel): 0.00', 'Payment costs (ideal): 0.50'],
  ],
  [
    'payment shows the title of its costs',
    { paymentModule: 'cc', paymentCommissionTitle: 'Card fee', paymentCommission: '1' },
    ['Payment costs (Card fee): 1.00'],
  ],
  [
    'a single VAT rate has one line',
    { tax: '2.10', taxPerRate: { 21: '2.10' }, valuePerRate: { 21: '10.00' } },
    ['VAT 21% of 10.00: 2.10'],
  ],
  [
    'several VAT rates come before their sum',
    { tax: '3', taxPerRate: { 9: '1', 21: '2' } },
    ['VAT 9%: 1.00', 'VAT 21%: 2.00', 'VAT: 3.00'],
  ],
  ['values that are no amounts have no line', { value: { a: 1 }, tax: null, total: [1], taxPerRate: null }, []],
])('on a receipt, %s', (_, record, expected) => {
  expect(sums(record)).toEqual(expected);
});

test('a receipt names the fields that are on it', () => {
  const fields = receiptOf(
    { products: [mug], value: '1', coupon: '', couponDiscount: '0', shippingTax: '0', geoZoneId: '2' },
    true,
  )?.fields;
  expect([...(fields ?? [])]).toEqual(['products', 'value']);
});

describe('a customer can read the amounts', () => {
  const receipt = (products: readonly object[], record: object = {}) => receiptOf({ products, ...record }, false);
  const line = { title: 'Bag', quantity: '1' };

  test.each([
    [{ quantity: '1', price: '70.1460', value: '70.1460' }, ['70.15', '70.15']],
    [{ quantity: '3', price: '20.1285', value: '60.3855' }, ['20.13', '60.39']],
    [{ quantity: '1000', price: '0.0050', value: '5.0000' }, ['0.005', '5.00']],
    [{ quantity: '4', price: '0.3333', value: '1.3332' }, ['0.3333', '1.33']],
    [{ quantity: '1', price: '0.0040', value: '0.0040' }, ['0.004', '0.004']],
    [{ quantity: '2', price: '5.0050' }, ['5.005', '']],
    [{ quantity: '1.5', price: '2.0050', value: '3.0075' }, ['2.005', '3.01']],
  ])('%j shows price and value as %j', (amounts, expected) => {
    const [shown] = receipt([{ ...line, ...amounts }])?.lines ?? [];
    expect([shown?.price, shown?.value]).toEqual(expected);
  });

  const coupon = { coupon: 'A', couponValid: '1', couponDiscount: '9.5850', couponTaxCalculated: '2.0129' };
  const takenOff = { ...coupon, loyaltyPointsDiscount: '3.0000' };
  const bags = [
    { ...line, price: '70.1460', value: '70.1460' },
    { ...line, price: '21.5460', value: '21.5460' },
  ];
  test.each([
    ['add up to the subtotal', [bags[0] ?? {}], { value: '70.1460' }, []],
    [
      'do not, and it says what they add up to as shown',
      bags,
      { value: '91.6920' },
      ['Amounts rounded to cents. As shown, they add up to:', 'subtotal 91.70'],
    ],
    [
      'do not add up to the total',
      bags.slice(0, 1),
      { value: '70.1460', shippingValue: '21.5460', paymentCommission: '1.0260', tax: '0.0000', total: '92.7180' },
      ['Amounts rounded to cents. As shown, they add up to:', 'total 92.73'],
    ],
    [
      'do, with what is taken off and VAT per rate',
      [{ ...line, price: '95.85', value: '95.85' }],
      { value: '95.85', tax: '20.1285', taxPerRate: { 9: '0.1285', 21: '20.0000' }, total: '101.3806', ...takenOff },
      [],
    ],
    ['exact ones that do not add up are those of the store', [mug], { value: '12.00' }, []],
  ])('which %s', (_, products, record, notes) => {
    expect(receipt(products, record)?.notes).toEqual(notes);
  });
});

describe('the total of a basket', () => {
  const discounts = { couponDiscount: '9.5850', couponTaxCalculated: '2.0129', loyaltyPointsDiscount: '3.0000' };
  const costs = { shippingValue: '4.95', shippingTax: '1.0395', paymentCommission: 0.95 };
  const amounts = { value: '95.8500', tax: '20.1285', ...discounts, ...costs };
  const last = (record: object, isBasket = true) =>
    receiptOf({ products: [mug], ...amounts, ...record }, isBasket)?.sums.at(-1);

  test('is calculated from its amounts, and says so', () => {
    expect(last({})).toMatchObject({ label: 'Total (calculated)', amount: '108.32', isTotal: true });
  });

  test.each([
    ['half a cent is rounded up', { value: '95.8549' }, '108.33'],
    ['just below half a cent is not', { value: '95.85489999' }, '108.32'],
    ['numbers count as text does', { value: 1e-7, tax: 0 }, '-7.66'],
    ['a coupon that is not valid takes nothing off', { couponValid: '0' }, '119.92'],
    ['nor does one that is said to be invalid as a JSON flag', { couponValid: false }, '119.92'],
    ['a valid coupon takes off what it says', { couponValid: 1 }, '108.32'],
    ['every digit of large amounts counts', { value: '9999999999999.99' }, '10000000000012.46'],
  ])('is rounded to cents: %s', (_, record, total) => {
    expect(last(record)?.amount).toBe(total);
  });

  test.each<[string, object]>([
    ...Object.keys(amounts).map((name): [string, object] => [`${name} is missing`, { [name]: undefined }]),
    ['an amount is null', { tax: null }],
    ['an amount is no number', { tax: '€ 2,10' }],
    ['a discount is negative, which could mean either sign', { couponDiscount: '-9.585' }],
  ])('is absent from the receipt where %s', (_, record) => {
    expect(last(record)).not.toHaveProperty('isTotal');
  });

  test("the store's own total is the only one", () => {
    expect(last({ total: '1.00' })).toMatchObject({ label: 'Total', amount: '1.00' });
  });

  test('an order has none that is calculated', () => {
    expect(last({}, false)).not.toHaveProperty('isTotal');
  });

  test('VAT on shipping has a line of its own, so that the lines add up to it', () => {
    expect(sums(amounts)).toContain('VAT on shipping: 1.04');
  });
});

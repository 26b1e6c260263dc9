import { expect, test } from 'vitest';
import { product } from '../../src/resources/products.ts';

test.each([
  [{ quantity: '48' }, { words: '48', tone: 'good' }],
  [{ quantity: 0 }, { words: 'out of stock', tone: 'bad' }],
  [{ quantity: 0, backOrder: 1 }, { words: 'out of stock, back order allowed' }],
  [{ quantity: '-3.0000' }, { words: 'out of stock (-3)', tone: 'bad' }],
  [{ quantity: 5, quantities: { trackQuantity: '0' } }, { words: '5, stock is not tracked' }],
  [
    { quantity: 5, quantities: null },
    { words: '5', tone: 'good' },
  ],
])('the stock of %j is said as %j', (record, remark) => {
  expect(product.fields.quantity?.remark?.(record)).toEqual(remark);
});

test.each([
  [1, { words: 'online', tone: 'good' }],
  ['0', { words: 'offline', tone: 'quiet' }],
  [7, { words: '7' }],
])('the status %j is said as %j', (status, remark) => {
  expect(product.fields.status?.remark?.({ status })).toEqual(remark);
});

test('a stock that is no number, and a status that is none, are not said in words', () => {
  const { quantity, status } = product.fields;
  expect([quantity?.remark?.({ quantity: 'many' }), status?.remark?.({ status: null })]).toEqual([
    undefined,
    undefined,
  ]);
});

import { expect, test } from 'vitest';
import { address } from '../../src/resources/addresses.ts';
import { basket, basketLine } from '../../src/resources/baskets.ts';
import { customer } from '../../src/resources/customers.ts';
import { order } from '../../src/resources/orders.ts';
import { product } from '../../src/resources/products.ts';
import type { RecordDefinition } from '../../src/resources/record.ts';
import type { StoreRecord } from '../../src/resources/record-fields.ts';
import { listed, written } from './paper.ts';

async function ids(
  { fields, idOf }: RecordDefinition,
  records: readonly StoreRecord[],
  only?: readonly string[],
): Promise<{ list: string; each: string; shown: number }> {
  const how = { fields, idOf, only, width: 20, color: true };
  const { text, summary } = await listed('ids', [records], how);
  const each = await Promise.all(records.map((record) => written('ids', record, how)));
  return { list: text, each: each.join(''), shown: summary.shown };
}

const key = '42212126-9CF9-49D8-8E52-5B2858894145';
const cases: readonly (readonly [string, RecordDefinition, StoreRecord, string])[] = [
  ['a product', product, { productId: 206, uprid: '206', sku: 'A' }, '206'],
  ['a variant', product, { productId: 206, uprid: '206{3}12', sku: 'A' }, '206{3}12'],
  ['a product without a product id', product, { productId: null, uprid: '206' }, '206'],
  ['a basket, its key without braces', basket, { id: '1', basketKey: `{${key}}` }, key],
  ['a basket with a key of its own kind', basket, { id: '1', basketKey: 'cart-7' }, 'cart-7'],
  ['a basket without a key', basket, { id: '7' }, '7'],
  ['a line', basketLine, { productId: '200', id: 5 }, '200'],
  ['a line with options', basketLine, { productId: '206', uprid: '206{3}12', id: 5 }, '206{3}12'],
  ['a customer', customer, { customerId: '101' }, '101'],
  ['an address', address, { id: 301, customerId: '101' }, '301'],
  ['an order', order, { orderId: '1001', id: '5' }, '1001'],
  ['an order without an order id', order, { id: '5' }, '5'],
  ['an id that would write over the terminal', customer, { customerId: '1\n\u001b[2K2' }, '1\\n\\u{1b}[2K2'],
  ['an id of twenty digits', customer, { customerId: '12345678901234567890' }, '12345678901234567890'],
];

test.each(cases)('%s is one line, once in a list, whole, without colour', async (_, definition, record, id) => {
  expect(await ids(definition, [record, record])).toEqual({ list: `${id}\n`, each: `${id}\n${id}\n`, shown: 2 });
});

test('without records --quiet prints nothing', async () => {
  expect(await ids(customer, [])).toEqual({ list: '', each: '', shown: 0 });
});

test('--fields does not change what the next command takes', async () => {
  expect((await ids(customer, [{ customerId: '101', firstName: 'Jo' }], ['firstName'])).list).toBe('101\n');
});

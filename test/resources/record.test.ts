import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { product, productTotals } from '../../src/resources/products.ts';
import { defineRecord } from '../../src/resources/record.ts';
import * as record from '../../src/resources/record-fields.ts';

const fields = {
  id: record.id('ID').inTable(2),
  key: record.text('Key'),
  price: record.money('Price'),
  category: record.group('Category', { id: record.id('ID'), name: record.text('Name') }),
  images: record.list('Images'),
  notes: record.open('Notes'),
};
const line = defineRecord(['id', 'key'], fields);
const { check } = line;

describe('a reply that fits is not changed', () => {
  test.each([
    [{ id: '7', price: 12.5 }],
    [{ key: 'a', id: null }],
    [{ id: 7, price: null, category: null, images: null }],
    [{ id: 7, category: [] }],
    [{ id: 7, category: { id: '3', more: { deep: [1] } }, unknown: [{ a: 1 }], images: ['a', { b: 1 }] }],
    [{ id: 7, price: true }],
    [{ id: 7, category: false, images: '' }],
    [{ id: 7, category: { id: [1, 2], name: { en: 'Lamps' } } }],
  ])('with its fields and their order: %j', (reply) => {
    const checked = check(reply);
    expect(checked).toEqual({ ok: true, value: reply });
    expect(checked.ok && checked.value).toBe(reply);
  });
});

describe('a reply that does not fit says why', () => {
  test.each([
    [null, 'is not an object'],
    ['<html>', 'is not an object'],
    [[{ id: 7 }], 'is not an object'],
    [{}, 'has none of id, key'],
    [{ id: null, price: 5 }, 'has none of id, key'],
    [{ id: 7, price: { a: 1 } }, 'has an unexpected value in price'],
    [{ id: 7, price: [5] }, 'has an unexpected value in price'],
    [{ id: 7, images: 'a.jpg' }, 'has an unexpected value in images'],
    [{ id: 7, category: 'Lamps' }, 'has an unexpected value in category'],
    [{ id: 7, category: [{ id: 3 }] }, 'has an unexpected value in category'],
  ])('so that one can see that %j %s', (reply, fault) => {
    expect(check(reply)).toEqual({ ok: false, fault });
  });
});

test('a field is a column of the table only if its definition says so', () => {
  expect([line.fields.id?.column, line.fields.key?.column]).toEqual([2, undefined]);
});

test('ids of records are aligned right in tables', () => {
  expect(line.fields.id?.kind?.align).toBe('right');
});

test('both shapes of a product pass, the list and the flat one', () => {
  expect(product.check({ uprid: '206', productId: 206, prices: { price: '5.00' }, addons: [], images: [] }).ok).toBe(
    true,
  );
  expect(
    product.check({ productId: 206, basePrice: 5, availableFrom: '0000-00-00 00:00:00', discounts: { name: '' } }).ok,
  ).toBe(true);
});

test('an envelope without numRows is something else', () => {
  expect(productTotals.check({ numRows: '0', data: [] }).ok).toBe(true);
  expect(productTotals.check({ data: [] })).toEqual({ ok: false, fault: 'has none of numRows' });
});

test('any reply is taken or refused as a schema of the same fields does', () => {
  const nothing = z.union([z.array(z.never()), z.strictObject({}), z.literal(['', false]), z.null()]);
  const scalar = z.union([z.string(), z.number(), z.boolean(), nothing]);
  const schema = z.looseObject({
    id: z.optional(scalar),
    key: z.optional(scalar),
    price: z.optional(scalar),
    category: z.optional(z.union([z.looseObject({}), nothing])),
    images: z.optional(z.union([z.array(z.unknown()), z.looseObject({}), nothing])),
    notes: z.optional(z.unknown()),
  });
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(null, [], {}, '', false, Number.POSITIVE_INFINITY, '7', 7));
  const group = fc.record({ id: value, name: value, more: value }, { requiredKeys: [] });
  const reply = fc.record(
    { key: value, price: value, category: fc.oneof(value, group), images: value, notes: value, unknown: value },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(reply, value), (received) => {
      const whole = typeof received === 'object' && received !== null && !Array.isArray(received);
      const withId = whole ? { ...received, id: 7 } : received;
      expect(check(withId).ok).toBe(z.safeParse(schema, withId).success);
    }),
    { numRuns: 2000 },
  );
});

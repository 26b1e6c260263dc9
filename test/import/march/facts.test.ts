import { describe, expect, test } from 'vitest';
import { differencesOf, factsOfRecord, factsOfRow, hashOfFacts } from '../../../src/import/march/facts.ts';
import { importableProducts as noun } from '../../../src/resources/importable-products.ts';
import type { Product } from '../../../src/resources/products.ts';
import { parseMoney } from '../../../src/text/money.ts';

const price = (text: string) => {
  const money = parseMoney(text);
  if (!money) throw new Error(`${text} is no amount.`);
  return money;
};

describe('Facts of a row and a product', () => {
  test('are equal however the store writes the same value', () => {
    const row = factsOfRow(noun, {
      ...{ sku: 'A', ean: '0012345678905', name: 'Caf\u00e9 mug', price: price('12.5'), quantity: 3 },
      ...{ status: 1, taxRate: 21, categoryId: 7 },
    });
    const products: readonly Product[] = [
      {
        ...{ sku: 'A', ean: '0012345678905', name: 'Cafe\u0301 mug', prices: { basePrice: '12.5000' } },
        ...{ quantities: { quantity: '3' }, status: '1', taxRate: '21.00', category: { id: '7' } },
      },
      { ean: '0012345678905', name: ' Caf\u00e9 mug ', price: 12.5, quantity: '3.0000', status: true, taxRate: 21 },
    ];
    expect(products.map((product) => differencesOf(row, factsOfRecord(product, { noun })))).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('have one text for an amount, however it is written', () => {
    const texts = '5 5.0 5.00 005.00 +5 5. 0 -0 0.00 00 0.5 .5 12.345 12.34500'.split(' ');
    const amounts = texts.map((text) => factsOfRecord({ price: text, quantity: text }, { noun }));
    expect(amounts.map(({ price: amount, quantity }) => `${amount} ${quantity}`)).toEqual([
      ...['5.00 5', '5.00 5', '5.00 5', '5.00 5', '+5 +5', '5. 5.', '0.00 0', '0.00 0', '0.00 0', '0.00 0'],
      ...['0.50 0.5', '.5 .5', '12.345 12.345', '12.345 12.345'],
    ]);
    expect(factsOfRecord({ price: '123456789012345.5', quantity: '12.34565' }, { noun })).toEqual({
      price: '123456789012345.50',
      quantity: '12.3457',
    });
  });

  test('differ field by field, in the words of the store and of the file', () => {
    const row = factsOfRow(noun, { sku: 'A', name: 'Mug', price: price('12.99999'), quantity: 0, ean: '0123' });
    const product = factsOfRecord({ name: 'mug', price: '12.5000', quantity: '-0', ean: '123', model: 'M' }, { noun });
    expect(differencesOf(row, product)).toEqual({
      name: { store: 'mug', file: 'Mug' },
      price: { store: '12.50', file: '13.00' },
      ean: { store: '123', file: '0123' },
    });
  });

  test('say nothing about what the file or the store does not state', () => {
    const row = factsOfRow(noun, { sku: 'A', name: 'Mug' });
    expect(differencesOf(row, factsOfRecord({ name: 'Mug', price: '5', quantity: null }, { noun }))).toBeUndefined();
    expect(differencesOf(row, factsOfRecord({ sku: 'A' }, { noun }))).toBeUndefined();
  });

  test('have the same hash when they do not differ, and none where a field is not stated', () => {
    const fields = noun.compared.slice(0, 2);
    const row = factsOfRow(noun, { name: 'Mug', price: price('12.5') });
    const same = factsOfRecord({ name: 'Mug', price: '12.5000', quantity: '4' }, { noun });
    expect(hashOfFacts(row, fields)).toBe(hashOfFacts(same, fields));
    expect(hashOfFacts(row, fields)).not.toBe(
      hashOfFacts(factsOfRecord({ name: 'Mug', price: '12.4' }, { noun }), fields),
    );
    expect(hashOfFacts(factsOfRecord({ name: 'Mug' }, { noun }), fields)).toBeUndefined();
  });
});

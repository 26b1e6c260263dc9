import { expect, test } from 'vitest';
import { CommonDifferences } from '../../../src/import/deliver/common-differences.ts';
import { differencesOf } from '../../../src/import/march/facts.ts';
import { commonText } from '../../../src/import/words/common-texts.ts';
import { importableProducts } from '../../../src/resources/importable-products.ts';

type Product = readonly [price: string, taxRate?: string | undefined];

/** What is said of rows that exist: what the store has of each, and what the file. */
function said(rows: readonly (readonly [store: Product, file: Product])[], others = 0): readonly string[] {
  const common = new CommonDifferences(importableProducts);
  for (const [at, [store, file]] of rows.entries()) {
    const [before, states] = [store, file].map(([price, taxRate]) => ({ price, ...(taxRate && { taxRate }) }));
    const fields = differencesOf(states ?? {}, before ?? {});
    const result = fields
      ? ({ kind: 'differs', recordId: '1', urlAbs: null, fields } as const)
      : ({ kind: 'same', recordId: '1' } as const);
    const key = { field: 'sku', code: `S-${at}` };
    common.add({ row: { record: at + 1, line: at + 2, key, states, fingerprint: undefined }, result });
  }
  return common.found(others).map(commonText);
}

const prices = [
  '84.57',
  '12.00',
  '0.99',
  '5.49',
  '129.00',
  '19.95',
  '7.30',
  '1249.00',
  '33.10',
  '2.75',
  '64.20',
  '8.05',
];
const times = (factor: number, price: string): string => (Number(price) * factor).toFixed(2);
const changed = (factor: number, rate?: string) =>
  prices.map(
    (price) =>
      [
        [price, rate],
        [times(factor, price), rate],
      ] as const,
  );

test.each([
  [
    100,
    'in 12 of 12 existing rows, the price is 100 times that in the store: line 2 (store 84.57, file 8457.00), line 3 (store 12.00, file 1200.00), …. Check the unit of the prices: new rows get such prices too.',
  ],
  [0.1, 'the price is 1/10 of that in the store: line 2 (store 84.57, file 8.46)'],
  [
    1.21,
    'the price is that in the store plus 21% VAT (factor 1.21): line 2 (store 84.57, file 102.33), line 3 (store 12.00, file 14.52), …. If the prices in the file include VAT, pass --vat-included 21: otherwise new rows get such prices too.',
  ],
  [1.055, 'plus 5.5% VAT (factor 1.055)'],
  [1 / 1.09, 'the price is that in the store without 9% VAT (factor 1.09)'],
])('prices that are all %d times those of the store are a warning', (factor, text) => {
  expect(said(changed(factor))).toEqual([expect.stringContaining(text)]);
});

test('prices that each have the VAT of their own row are a warning', () => {
  const rows = [...changed(1.21, '21').slice(0, 6), ...changed(1.09, '9').slice(6)];
  expect(said(rows)).toEqual([
    expect.stringContaining('the price is that in the store plus the VAT of the row: line 2'),
  ]);
});

test('VAT rates that are all other ones are a warning', () => {
  expect(
    said(
      prices.map((price, at) => [
        [price, '21'],
        [price, at === 3 ? '21' : '9'],
      ]),
    ),
  ).toEqual([
    'in 11 of 12 existing rows, the taxRate is another one than in the store: line 2 (store 21, file 9), line 3 (store 21, file 9), …. Check the rates in the file: new rows get them too.',
  ]);
});

test.each([
  ['nine rows', changed(100).slice(0, 9), 0],
  ['a sixth of the rows that has other prices', [...changed(100).slice(0, 10), ...changed(1).slice(10)], 0],
  [
    'prices that were raised by the same amount',
    prices.map((price) => [[price], [String(Number(price) + 1)]] as const),
    0,
  ],
  ['prices that rose by a rate that is not that of their rows', changed(1.06, '21'), 0],
  ['rows of a feed of which most have not changed', changed(100), 12],
  ['equal prices', changed(1, '21'), 0],
])('%s are none', (_, rows, others) => {
  expect(said(rows, others)).toEqual([]);
});

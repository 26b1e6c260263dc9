import { expect, test } from 'vitest';
import type { CatalogueOptions } from '../../../../src/import/map/catalogue.ts';
import { read } from '../files.ts';

const warningsIn = async (prices: readonly string[], options?: Partial<CatalogueOptions>) =>
  (await read(['sku;name;price', ...prices.map((price, at) => `A${at};x;${price}`)].join('\n'), options)).flatMap(
    ({ warnings }) => warnings,
  );

test.each([
  ['the comma', ['12,50', '1,800'], {}, ','],
  ['the point', ['1.800', '12.50'].reverse(), {}, '.'],
  ['the comma, as it was stated,', ['12,50', '1,800'], { decimal: ',' as const }, ','],
])('A price of three digits behind %s is doubtful where others have two', async (_, prices, options, mark) => {
  expect(await warningsIn(prices, options)).toEqual([
    {
      line: 3,
      column: 'price',
      value: `1${mark}800`,
      message: `is read as 1.8, but others have at most two decimals: if 1800 is meant, remove the "${mark}"`,
    },
  ]);
});

test.each<[string, readonly string[], Partial<CatalogueOptions>?]>([
  ['others have three', ['12,50', '1,800', '0,125']],
  ['others have four', ['1,800', '12,5000', '3,25']],
  ['all have three, and the mark is stated', ['1,800', '2,500'], { decimal: ',' as const }],
])('It is not doubtful where %s', async (_, prices, options) => {
  expect(await warningsIn(prices, options)).toEqual([]);
});

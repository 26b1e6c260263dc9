import { describe, expect, test } from 'vitest';
import type { CatalogueOptions } from '../../../../src/import/map/catalogue.ts';
import { read } from '../files.ts';

/** The stock of the first row, or what is wrong with it. */
async function stockOf(cells: readonly string[], prices: readonly string[], options: Partial<CatalogueOptions> = {}) {
  const lines = cells.map((cell, at) => `S${at};Mok;${prices[at] ?? '1'};${cell}`);
  const [row] = await read(`sku;name;price;quantity\n${lines.join('\n')}\n`, options);
  return row?.values?.quantity ?? row?.faults.map(({ message }) => message).join();
}

describe('A stock is whole, so three digits behind the mark of thousands are thousands', () => {
  test.each([
    [['1.200'], ['12,50'], 1200],
    [['1.200', '5'], ['5', '12,50'], 1200],
    [['1.200.000'], ['12,50'], 1_200_000],
    [['-1.200'], ['12,50'], -1200],
    [['1,200'], ['12.50'], 1200],
    [['1.200', '12,0'], ['5'], 1200],
  ])('%j beside %j', async (cells, prices, stock) => {
    expect(await stockOf(cells, prices)).toBe(stock);
  });

  test('with --decimal', async () => {
    expect(await stockOf(['1.200'], ['5'], { decimal: ',' })).toBe(1200);
  });

  test.each([
    ['1.200', '5'],
    ['1.000', '12.50'],
    ['1,000', '12,50'],
  ])('%s beside %s could be a number with decimals', async (cell, price) => {
    expect(await stockOf([cell], [price])).toContain('is ambiguous');
  });
});

test.each([
  ['5 st.', 5],
  ['5 stuks', 5],
  ['10 pcs', 10],
  ['12Stk.', 12],
  ['7 Stück', 7],
  ['1 piece', 1],
  ['3-', -3],
  ['12 -', -12],
  ['1.200 st', 1200],
])('A stock of "%s" is %i', async (cell, stock) => {
  expect(await stockOf([cell], ['12,50'])).toBe(stock);
});

test.each(['>100', '10+', '5 dozen', '5 boxes', 'veel', '-', 'st.', '3 -4', '5-7', '-3-', '12,-'])(
  'A stock of "%s" is no number',
  async (cell) => {
    expect(await stockOf([cell], ['12,50'])).toEqual(expect.any(String));
  },
);

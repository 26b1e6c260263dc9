import { expect, test } from 'vitest';
import { read } from '../files.ts';

const doubtful = async (skus: readonly string[]) =>
  (await read(`sku,name\n${skus.map((sku) => `${sku},x\n`).join('')}`)).flatMap(({ warnings }) =>
    warnings.map(({ value }) => value),
  );

test.each(['01.02.2026', '01.02.26', '1/2/2026', '2026-02-01', '01-02-2026'])(
  'An SKU %s among others looks like a date, and is a warning',
  async (sku) => {
    expect(await doubtful(['AB-1', sku, 'AB-3'])).toEqual([sku]);
  },
);

test.each([
  ['numbers in three parts', ['10.04.11', '10.99.12', '10.05.2013']],
  ['dates alone', ['2026-02-01', '2026-02-02']],
  ['other numbers', ['01.02', '1.2.3.4', '45.12.26', '2026-13-01', '01022026']],
])('SKUs that are %s are no warning', async (_, skus) => {
  expect(await doubtful(skus)).toEqual([]);
});

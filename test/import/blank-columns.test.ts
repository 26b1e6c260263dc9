import { expect, test } from 'vitest';
import { importOnce, storeOf } from './product-store.ts';

const warningsOf = async (rows: string, more = '') => {
  const text = `sku,name,price,BTW,status,quantity\n${rows}`;
  return (await importOnce(text, storeOf(), `--settle 1ms ${more}`)).report.warnings ?? [];
};

test.each([
  ['A,a,1,,0,1\nB,b,1,,0,1\n', 'No row has a taxRate (BTW): the store uses its default VAT rate.'],
  ['A,a,1,9,,1\nB,b,1,9,,1\n', 'No row has a status: the store uses online.'],
  ['A,a,1,9,0,\nB,b,1,9,0,\n', 'No row has a quantity: the store uses a stock of 0.'],
  [
    'A,a,1,9,0,1\nB,b,1,,0,1\nC,c,1,,0,1\n',
    '2 rows have no taxRate (BTW): lines 3, 4. The store uses its default VAT rate for them.',
  ],
  ['A,a,1,9,0,1\nB,b,1,9,,1\n', '1 row has no status: line 3. The store uses online for it.'],
])('blank cells of %j are a warning that says what the store will use', async (rows, warning) => {
  expect((await warningsOf(rows)).map((text: string) => text.replace(/^./, (first) => first.toUpperCase()))).toEqual([
    warning,
  ]);
});

test.each([
  ['one row alone', 'A,a,1,,,\n', ''],
  ['single rows without stock', 'A,a,1,9,0,1\nB,b,1,9,0,\n', ''],
  ['a constant for all rows', 'A,a,1,,0,1\nB,b,1,,0,1\n', '--set taxRate=9'],
])('%s is none', async (_, rows, more) => {
  expect(await warningsOf(rows, more)).toEqual([]);
});

test.each(['', '--expect-rows 2'])('a file that ends within its last cell is a warning (%s)', async (more) => {
  const { report } = await importOnce('sku,name,price\nA,a,1299\nB,b,14', storeOf(), `--settle 1ms ${more}`);
  expect(report.warnings).toEqual([
    'the last line does not end with a line break. If the file was cut off, its last cell (price) is too short, and rows may be missing.',
  ]);
});

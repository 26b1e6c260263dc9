import { expect, test } from 'vitest';
import { serveShop, storeOf } from './product-store.ts';

const priced = 'sku,name,price\nA,Mug A,12.00\n';
const renamed = 'sku,name,cost_amount,weight\nA,Mug A,12.5,0.4\nB,Mug B,9.5,0.5\n';

/** The import of a feed on the day after `first`. */
const nextDay = async (first: string, second: string, more = '') => {
  const { run, write } = await serveShop(first, storeOf());
  await run('--settle 1ms');
  await write('in.csv', second);
  const { code, err, posts } = await run(`--settle 1ms ${more}`);
  return { code, err, posts };
};

test('a feed that had prices is refused once no column has them, with the column that may have them', async () => {
  const { code, err, posts } = await nextDay(priced, renamed);
  const { error } = JSON.parse(err);
  expect([code, posts, error.message, error.hint]).toEqual([
    2,
    0,
    'in.csv: No row has a price, but the previous import of this feed (import 1) had prices. Nothing was sent.',
    'To read the prices: --map price="cost_amount". To import without: --map price=none',
  ]);
});

test.each([
  ['its price column is blank', 'sku,name,price\nA,Mug A,\nB,Mug B,\n', '', 2],
  ['of a dry run', renamed, '--dry-run', 2],
  ['of a plan', renamed, '--save-plan p.plan', 2],
  ['not when it is to be imported without', renamed, '--map price=none', 0],
  ['not when the column is named', renamed, '--map price=cost_amount', 0],
  ['not when one row has a price', 'sku,name,price\nA,Mug A,\nB,Mug B,9\n', '', 0],
  ['not when its prices are 0', 'sku,name,price\nA,Mug A,0\n', '', 0],
])('a feed that had prices is refused: %s', async (_, second, more, expected) => {
  expect((await nextDay(priced, second, more)).code).toBe(expected);
});

const full = 'sku,name,price,taxRate,status,quantity\nA,Mug A,12,9,0,4\nB,Mug B,9,9,0,3\nC,Mug C,8,9,0,3\n';

test.each([
  ['taxRate', '12,,0,4', 'its default VAT rate'],
  ['status', '12,9,,4', 'online'],
  ['quantity', '12,9,0,', 'a stock of 0'],
])('a feed whose column %s went blank is refused, with what the store would use', async (field, cells, use) => {
  const second = `sku,name,price,taxRate,status,quantity\nA,Mug A,${cells}\nB,Mug B,${cells}\nD,Mug D,${cells}\n`;
  const { code, err, posts } = await nextDay(full, second);
  const { error } = JSON.parse(err);
  expect([code, posts, error.message, error.hint]).toEqual([
    2,
    0,
    `in.csv: No row has a ${field}, but the previous import of this feed (import 1) had one in 3 of 3. Nothing was sent.`,
    `Check the column of the ${field}. To import without, so that the store uses ${use}: --map ${field}=none`,
  ]);
  expect((await nextDay(full, second, `--map ${field}=none`)).code).toBe(0);
});

test('a feed in which nearly all rows had a price is refused once more than half have none', async () => {
  const second = full.replace('Mug A,12,', 'Mug A,,').replace('Mug B,9,', 'Mug B,,');
  const { code, err } = await nextDay(full, second);
  expect([code, JSON.parse(err).error.message]).toEqual([
    2,
    'in.csv: 2 of 3 rows have no price, but the previous import of this feed (import 1) had one in 3 of 3. Nothing was sent.',
  ]);
  const never = full.replace('Mug C,8,', 'Mug C,,');
  expect((await nextDay(never, second)).code).toBe(0);
});

test('a feed that never had prices is imported without', async () => {
  expect((await nextDay('sku,name\nA,Mug A\n', renamed)).code).toBe(0);
});

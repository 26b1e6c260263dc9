import { expect, test } from 'vitest';
import { askOfNumbers } from '../../../../src/import/map/choices/decimal-choice.ts';
import { read } from '../files.ts';

async function answersOf(file: string): Promise<unknown> {
  const rows = await read(file);
  try {
    askOfNumbers(
      rows.flatMap((row) => row.faults),
      rows.flatMap((row) => row.warnings),
    );
    return 'not asked';
  } catch (error) {
    return (error as { choice?: { answers: readonly { cells: readonly string[] }[] } }).choice?.answers.map(
      ({ cells }) => cells,
    );
  }
}

test.each([
  ['a comma', 'sku,name,price\nA,x,"1,800"\nB,y,"3,250"\n', ['1,800', '3,250']],
  ['a point', 'sku;name;price\nA;x;1.800\nB;y;3.250\n', ['1.800', '3.250']],
])(
  'The first answer about three digits behind %s is thousands, not a price a thousandth of it',
  async (_, file, cells) => {
    const [first, second] = cells;
    expect(await answersOf(file)).toEqual([
      [`${first} = 1800`, `${second} = 3250`],
      [`${first} = 1.8`, `${second} = 3.25`],
    ]);
  },
);

test('The question shows one number of each kind before others, those that are read with a doubt too', async () => {
  const file = 'sku;name;price\nA;x;27,93\nB;x;1.499\nC;x;2.499\nD;x;3.499\nE;x;1,800\n';
  expect(await answersOf(file)).toEqual([
    ['1.499 = 1499', '1,800 = 1800', '2.499 = 2499'],
    ['1.499 = 1499', '1,800 = 1.8', '2.499 = 2499'],
    ['1.499 = 1.499', '1,800 = 1800', '2.499 = 2.499'],
  ]);
});

test('Where three digits are behind a comma and behind a point, the first answer is that both are thousands', async () => {
  expect(await answersOf('sku;name;price\nA;x;1,800\nB;x;1.499\n')).toEqual([
    ['1,800 = 1800', '1.499 = 1499'],
    ['1,800 = 1800', '1.499 = 1.499'],
    ['1,800 = 1.8', '1.499 = 1499'],
  ]);
});

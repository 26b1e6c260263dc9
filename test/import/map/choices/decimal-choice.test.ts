import { expect, test } from 'vitest';
import { askOfNumbers } from '../../../../src/import/map/choices/decimal-choice.ts';
import { read } from '../files.ts';

async function answersOf(file: string): Promise<unknown> {
  const faults = (await read(file)).flatMap((row) => row.faults);
  try {
    askOfNumbers(faults);
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

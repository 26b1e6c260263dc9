import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalNumber, decimalsOf, type Mark, thousandsIn } from '../../../../src/import/map/cells/numbers.ts';
import { ThousandsDoubt } from '../../../../src/import/map/cells/thousands-doubt.ts';
import { runsOf } from '../../../support/thorough.ts';

const digits = fc.stringMatching(/^\d{1,4}$/);
const part = fc.oneof(
  { weight: 4, arbitrary: digits },
  { weight: 2, arbitrary: fc.constantFrom('.', ',') },
  fc.constantFrom('-', '–', ' ', "'", '’', '\u00a0', '€', 'EUR ', 'kr.', 'x', 'E+', '="', '"', '\t', '\n', '٣'),
);
const cell = fc.oneof(
  fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.constantFrom('', 'NULL', 'NaN', '-', '#N/B', '1,800', '1.800', '12.50', '12,-', '12.–', '1.234,56', '007', "'12"),
);
const mark = fc.constantFrom<Mark | undefined>('.', ',', undefined);
const style = fc.record({
  mark: fc.oneof(mark, fc.constant('mixed' as const)),
  stated: fc.boolean(),
  money: fc.boolean(),
});

test('a cell is the same number with a blank behind it, which no plain number has', () => {
  fc.assert(
    fc.property(cell, style, (text, written) => {
      expect(canonicalNumber(text, written)).toEqual(canonicalNumber(`${text} `, written));
    }),
    { numRuns: runsOf(5000) },
  );
});

/** The same doubt, where every cell is taken apart. */
function doubtsOfAll(cells: readonly string[], used: Mark | undefined): readonly boolean[] {
  const decimals = cells.map(decimalsOf);
  return cells.map((text, at) => {
    const before = decimals.slice(0, at + 1);
    const isCoarse = before.some((count) => count === 1 || count === 2);
    return isCoarse && before.every((count) => count <= 2) && thousandsIn(text)?.mark === used && used !== undefined;
  });
}

test('a number is doubtful where it has three digits behind the mark, and all before it have fewer', () => {
  const number = fc.oneof(cell, fc.constantFrom('12.50', '1.800', '12,5', '1,800', '2', '0.125', '3,1234', '€ 1,800'));
  fc.assert(
    fc.property(fc.array(number, { maxLength: 8 }), mark, (cells, used) => {
      const doubt = new ThousandsDoubt();
      expect(cells.map((text) => doubt.of(text, used) !== undefined)).toEqual(doubtsOfAll(cells, used));
    }),
    { numRuns: runsOf(2000) },
  );
});

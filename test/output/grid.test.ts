import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawRows, type GridColumn } from '../../src/output/table/grid.ts';
import { runsOf } from '../support/thorough.ts';

const columns: readonly GridColumn[] = [
  { width: 3, align: 'left', isWhole: true },
  { width: 8, align: 'left' },
  { width: 5, align: 'right' },
];

const row = fc.tuple(
  fc.constantFrom('1', '99', '100', '1000', '1001', '123456', '123456789012345678'),
  fc.constantFrom('', 'Mok', 'Koffiemok', 'Koffiemok blauw', '杯子', 'caf\u0065\u0301', '☕️', 'Größe'),
  fc.constantFrom('1.50', '12.50', '1234567.50', ''),
);

test('a row is drawn as it is alone, whatever rows are above and below it', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), fc.constantFrom(20, 24, undefined), (rows, width) => {
      expect(drawRows(columns, rows, width)).toEqual(rows.flatMap((one) => drawRows(columns, [one], width)));
    }),
    { numRuns: runsOf(300) },
  );
});

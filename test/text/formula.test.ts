import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from '../../src/text/formula.ts';

test.each([
  ['=1+2', "'=1+2"],
  ['+31', "'+31"],
  ['@x', "'@x"],
  ["'s", "''s"],
  ['-x', "'-x"],
  ['-1.5', '-1.5'],
  ['mug', 'mug'],
  ['', ''],
])('the cell %j is guarded as %j, and comes back', (cell, guarded) => {
  expect([guardFormula(cell), unguardFormula(guarded)]).toEqual([guarded, cell]);
});

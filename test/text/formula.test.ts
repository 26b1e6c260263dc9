import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from '../../src/text/formula.ts';

test.each([
  ['=1+2', "'=1+2"],
  ['+31', "'+31"],
  ['@x', "'@x"],
  ["'s", "''s"],
  ['-x', "'-x"],
  ['-1.5', '-1.5'],
  ['\n=1', "'\n=1"],
  ['＝1+2', "'＝1+2"],
  ['＠x', "'＠x"],
  ['a;=1+2;-3;-x', "a;'=1+2;-3;'-x"],
  ["a;'b", "a;''b"],
  ['a;"=1', 'a;\'"=1'],
  ['a; b', 'a; b'],
  ['mug', 'mug'],
  ['', ''],
])('the cell %j is guarded as %j, and comes back', (cell, guarded) => {
  expect([guardFormula(cell), unguardFormula(guarded)]).toEqual([guarded, cell]);
});

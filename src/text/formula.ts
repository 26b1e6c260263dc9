/**
 * A cell that a spreadsheet might run as a formula gets a `'` before it: `'=1+2` for `=1+2`. A leading `'` is doubled,
 * so that `unguardFormula` gives back every cell. A negative number is no formula.
 */
export const guardFormula = (cell: string): string =>
  /^[=+\-@\t\r']/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;

/** The cell without the guard. */
export const unguardFormula = (cell: string): string => (/^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell);

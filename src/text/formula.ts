/**
 * A cell that a spreadsheet might run as a formula gets a `'` before it: `'=1+2` for `=1+2`; so does each part behind a `;`, which separates cells
 * in many countries. A `'` that stands there is doubled, so that `unguardFormula` gives back every cell. A negative number is no formula.
 */
export const guardFormula = (cell: string): string => cell.replace(formula, "$1'");

/** The cell without the guard. */
export const unguardFormula = (cell: string): string => cell.replace(guarded, '$1');

const formula = /(^|;)(?="*[=+\-@\t\r\n'＝＋－＠])(?!-\d+(?:\.\d+)?(?:;|$))/g;
const guarded = /(^|;)'(?="*[=+\-@\t\r\n'＝＋－＠])/g;

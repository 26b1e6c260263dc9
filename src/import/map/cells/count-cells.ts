import type { DecimalMarks } from './decimal-marks.ts';
import { type CellProblem, canonicalNumber, thousandsIn } from './numbers.ts';

/** Counts, such as a stock: whole numbers, with what programs write beside their digits. */

/**
 * The number of a cell of counts. What is behind the mark of thousands can only be thousands, and where the column does not
 * show its mark, the other columns do.
 */
export function canonicalCount(cell: string, column: number, marks: DecimalMarks): string | CellProblem {
  const count = bareCount(cell);
  const own = marks.observe(column, count);
  const shared = own ?? marks.ofFirstRows;
  // `1.000` may be 1 with decimals, also where the prices have a point.
  const mark = own ?? (thousandsIn(count)?.mark === shared ? undefined : shared);
  return canonicalNumber(count, { mark, stated: mark !== undefined, money: false });
}

/** Without the word for pieces, and with the minus of SAP before it: `5 st.`, `3-`. */
function bareCount(cell: string): string {
  // Next to all counts are digits alone.
  if (cell.length > longest || /^\d*$/.test(cell)) return cell;
  const [, pieces] = ofPieces.exec(cell.trim()) ?? [];
  const [, negative] = minusBehind.exec(cell.trim()) ?? [];
  return pieces ?? (negative === undefined ? cell : `-${negative}`);
}

const longest = 24;

const ofPieces = /^(-?\d(?:[\d.,]*\d)?)\s?(?:st|stk|stck|stuks?|stück|stueck|pcs?|pieces?|pièces?|units?|ex)\.?$/iu;
const minusBehind = /^(\d(?:[\d.,]*\d)?)\s?-$/;

import { withoutEndZeros } from '../../../text/numbers.ts';
import { type DecimalMark, decimalsOf, thousandsIn } from './numbers.ts';

/**
 * Whether `1,800` in a column with a decimal comma may be 1800: in a column whose other numbers have one or two decimals. The
 * mark alone makes it 1.8.
 */
export class ThousandsDoubt {
  /** Whether a number has one or two decimals. */
  #isCoarse = false;
  /** Whether a number certainly has three or more: then each may. */
  #isFine = false;

  learn(cell: string): void {
    if (this.#isFine || !hasMark(cell) || (this.#isCoarse && !mayBeThousands(cell))) return;
    const decimals = decimalsOf(cell);
    if (decimals === 1 || decimals === 2) this.#isCoarse = true;
    if (decimals > 2) this.#isFine = true;
  }

  /** The end of a sentence about the cell. @param mark that of the column */
  of(cell: string, mark: DecimalMark | undefined): string | undefined {
    this.learn(cell);
    if (this.#isFine || !this.#isCoarse || !mayBeThousands(cell)) return undefined;
    const number = thousandsIn(cell);
    if (number === undefined || number.mark !== mark) return undefined;
    const { whole, fraction } = number;
    const read = withoutEndZeros(`${whole}.${fraction}`);
    return `is read as ${read}, but others have at most two decimals: if ${whole}${fraction} is meant, remove the "${mark}"`;
  }
}

/** Most are `1250` or `12.50`, and there are a million: no cell is taken apart that cannot change anything. */
const hasMark = (cell: string): boolean => cell.includes('.') || cell.includes(',');

/** Whether a cell may have three decimals or more. */
const mayBeThousands = (cell: string): boolean => /[.,]\d{3}/.test(cell);

import type { Kind } from '../../../resources/kind.ts';
import { type FileRecord, oddCellOf, storedNumber } from '../../file/records.ts';
import type { FieldColumn } from '../headings/field-columns.ts';
import { currencyIn, type DecimalMark, type Mark, markOf } from './numbers.ts';
import { ThousandsDoubt } from './thousands-doubt.ts';

/** The decimal mark of each column: the mark that is stated, or that the first clear value of the column shows. */
export class DecimalMarks {
  readonly stated: DecimalMark | undefined;
  readonly #found = new Map<number, Mark>();
  readonly #currencies = new Map<number, string>();
  #ofFirstRows: DecimalMark | undefined;
  readonly #thousands = new Map<number, ThousandsDoubt>();

  constructor(stated: DecimalMark | undefined) {
    this.stated = stated;
  }

  /** Notes what a cell of the first rows shows: the mark of its column, and how many decimals it has. */
  learn(column: number, cell: string): void {
    this.observe(column, cell);
    this.#thousandsOf(column).learn(cell);
  }

  /** The mark of a column in which this cell is. */
  observe(column: number, cell: string): DecimalMark | undefined {
    const known = this.stated ?? this.#found.get(column);
    if (known) return known;
    const shown = markOf(cell);
    if (shown) this.#found.set(column, shown);
    return shown;
  }

  /** Why the currency of a cell is doubtful: another amount of the column has another one. */
  currencyDoubt(column: number, cell: string): string | undefined {
    const currency = currencyIn(cell);
    if (currency === undefined) return undefined;
    const first = this.#currencies.get(column);
    if (first === undefined) this.#currencies.set(column, currency);
    if (first === undefined || first === currency) return undefined;
    return `is in ${currency}, and others in ${first}: amounts are not converted`;
  }

  /** Why a number of three digits behind the mark is doubtful: others of the column have fewer. */
  thousandsDoubt(column: number, cell: string): string | undefined {
    return this.#thousandsOf(column).of(cell, this.stated ?? this.#found.get(column));
  }

  #thousandsOf(column: number): ThousandsDoubt {
    const known = this.#thousands.get(column) ?? new ThousandsDoubt();
    this.#thousands.set(column, known);
    return known;
  }

  /** Notes that the first rows are read: what a later row shows must not change how another one is read. */
  endLearning(): void {
    this.#ofFirstRows = this.common;
  }

  /** The one mark that the first rows of all columns show. */
  get ofFirstRows(): DecimalMark | undefined {
    return this.#ofFirstRows;
  }

  /** The one mark of all columns that needed one; undefined when none did or they differ. */
  get common(): DecimalMark | undefined {
    const [mark, ...others] = new Set(this.#found.values());
    return this.stated ?? (others.length === 0 ? mark : undefined);
  }
}

/** The marks that the first rows show: below them, a clear value may come after an ambiguous one. */
export function marksOf(
  columns: readonly FieldColumn[],
  rows: readonly FileRecord[],
  stated: DecimalMark | undefined,
): DecimalMarks {
  const marks = new DecimalMarks(stated);
  for (const { index, kind } of columns) {
    if (!isNumber(kind)) continue;
    for (const row of rows) {
      const cell = row.cells[index] ?? '';
      if (storedNumber(cell, oddCellOf(row, index)) === undefined) marks.learn(index, cell);
    }
  }
  marks.endLearning();
  return marks;
}

/** Numbers whose decimal mark is found from the column. Not percentages: 21,000 can only be 21. */
export const isNumber = ({ name }: Kind<unknown>): boolean => name === 'money' || name === 'count' || name === 'id';

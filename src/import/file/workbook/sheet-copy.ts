import { formatCount } from '../../../text/numbers.ts';
import { refusal } from '../faults.ts';
import { longestRecord } from '../records.ts';
import { isRejectedHeader } from '../rejected-header.ts';
import { type NumberCount, sheetLine } from '../sheet.ts';
import { CellCount } from './bounds.ts';
import type { SheetRow } from './sheet-reader.ts';

/** Writes the rows of a sheet as lines of our copy, without empty rows, and finds what a person should know. */
export class SheetCopy {
  readonly numbers = new Map<number, NumberCount>();
  readonly begin: Pick<SheetRow, 'line' | 'cells'>[] = [];
  /** The rows above the headings. */
  readonly above: Pick<SheetRow, 'line' | 'cells'>[] = [];
  readonly #count = new CellCount();
  #hidden = 0;
  /** How many cells the header has, once it was read. */
  #width: number | undefined;
  /** Cells to the right of the headings. */
  readonly #surplus = { count: 0, line: 0 };

  /** @param headerRow its line; rows above it are no records */
  async *lines(rows: AsyncIterable<SheetRow>, headerRow = 1): AsyncGenerator<string> {
    let from = headerRow;
    for await (const row of rows) {
      if (row.line < from && isRejectedHeader(row.cells)) from = row.line;
      if (row.line >= from) yield this.#lineOf(row);
      else if (this.above.length < maxBegin)
        this.above.push({ line: row.line, cells: row.cells.slice(0, maxBeginCells) });
    }
  }

  notes(hasMerged: boolean): readonly string[] {
    const { count, line } = this.#surplus;
    return [
      ...(hasMerged ? ['The sheet has merged cells: only the first of them has the value.'] : []),
      ...(this.#hidden > 0 ? [`Hidden rows are imported too: ${formatCount(this.#hidden)}.`] : []),
      ...(count > 0 ? [`Cells without a heading are ignored: ${formatCount(count)}, first on line ${line}.`] : []),
    ];
  }

  #lineOf(row: SheetRow): string {
    const { line, odd } = row;
    // Many cells may name one long text.
    if (row.cells.reduce((sum, cell) => sum + cell.length, 0) > longestRecord) throw tooLong(line);
    if (this.begin.length < maxBegin) this.begin.push({ line, cells: row.cells.slice(0, maxBeginCells) });
    if (this.#width !== undefined && row.isHidden) this.#hidden++;
    this.#width ??= row.cells.length;
    const width = this.#width;
    this.#count.add(width);
    const surplus = row.cells.length > width ? row.cells.slice(width).filter((cell) => cell !== '').length : 0;
    if (this.#surplus.count === 0) this.#surplus.line = line;
    this.#surplus.count += surplus;
    for (const column of row.numbers) if (column < width) this.#countNumber(column, row);
    const shown = odd.filter(([column]) => column < width);
    return sheetLine(line, ofWidth(row.cells, width), shown);
  }

  #countNumber(column: number, { line: row, cells }: SheetRow): void {
    const number = this.numbers.get(column) ?? { codes: { count: 0, row }, eans: { count: 0, row } };
    this.numbers.set(column, number);
    number.codes.count++;
    // An EAN of these lengths has all its digits.
    if (/^(?:\d{8}|\d{13,14})$/.test(cells[column] ?? '')) return;
    if (number.eans.count === 0) number.eans.row = row;
    number.eans.count++;
  }
}

/** A title, notes and the headings; few cells, since a row may have 16,384. */
const maxBegin = 25;
const maxBeginCells = 100;

function ofWidth(row: readonly string[], width: number): readonly string[] {
  const cells = row.slice(0, width);
  while (cells.length < width) cells.push('');
  return cells;
}

const tooLong = (row: number): Error =>
  refusal([{ problem: `Row ${row} is longer than 1 MiB.`, remedy: 'Shorten it.' }]);

import { formatCount } from '../../../text/numbers.ts';
import { damagedWorkbook, refusal } from '../faults.ts';
import { longestRecord } from '../records.ts';
import { type NumberCount, plainText } from '../sheet.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { SheetRow } from './sheet-reader.ts';

/**
 * Writes the rows of a sheet as CSV: one record per row, an empty line for an empty row. Line numbers are row numbers,
 * apart from line breaks in cells, which `rowAt` subtracts.
 */
export class SheetCsv {
  readonly numbers = new Map<number, NumberCount>();
  readonly #texts: SharedStrings;
  #row = 0;
  #line = 0;
  /** How many columns have a heading; undefined before the header. */
  #width: number | undefined;
  readonly #headerRow: number;
  #hidden = 0;
  #surplus = 0;
  #firstSurplus = 0;
  /** Lines from which on `#extra` lines were added. */
  readonly #from: number[] = [];
  readonly #extra: number[] = [];

  /** @param headerRow the row of the sheet with the headings: those above are left out */
  constructor(texts: SharedStrings, headerRow: number) {
    this.#texts = texts;
    this.#headerRow = headerRow;
  }

  async textOf(row: SheetRow): Promise<string> {
    const texts = row.row < this.#headerRow ? [] : await this.textsOf(row);
    const empty = '\n'.repeat(row.row - this.#row - 1);
    this.#line += row.row - this.#row;
    this.#row = row.row;
    if (texts.length === 0) return `${empty}\n`;
    if (row.isHidden) this.#hidden++;
    return empty + this.#record(texts, row.row);
  }

  /** The texts by column, up to the last that is not empty. */
  async textsOf({ row, cells }: SheetRow): Promise<string[]> {
    const texts: string[] = [];
    for (const { column, text, isNumber } of cells) {
      const known = typeof text === 'string' ? text : (this.#texts.inMemory(text) ?? (await this.#shared(text, row)));
      if (known === '' || this.#isSurplus(column, row)) continue;
      while (texts.length < column) texts.push('');
      texts[column] = known;
      if (isNumber && this.#width !== undefined) this.#countNumber(column, row, known);
    }
    return texts;
  }

  async #shared(number: number, row: number): Promise<string> {
    const text = await this.#texts.at(number);
    if (text === undefined) throw damagedWorkbook(`row ${row} has a text that the workbook lacks`);
    return text;
  }

  /** The row of the sheet for a line of the CSV. */
  rowAt = (line: number): number => {
    let [low, high] = [0, this.#from.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#from[middle] ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return line - (this.#extra[low - 1] ?? 0);
  };

  notes(merged: readonly string[]): readonly string[] {
    const inHeader = merged.filter((range) => rowsOf(range).includes(this.#headerRow));
    const others = merged.length - inHeader.length;
    return [
      ...(inHeader.length > 0
        ? [`The header has merged cells (${inHeader.join(', ')}): only the first has the heading.`]
        : []),
      ...(others > 0 ? ['The sheet has merged cells: only the first of them has the value.'] : []),
      ...(this.#hidden > 0 ? [`Hidden rows are imported too: ${formatCount(this.#hidden)}.`] : []),
      ...(this.#surplus > 0
        ? [`Cells without a heading are ignored: ${formatCount(this.#surplus)}, first on line ${this.#firstSurplus}.`]
        : []),
    ];
  }

  #record(texts: string[], row: number): string {
    if (this.#width === undefined) {
      this.#width = texts.length;
      for (const [at, text] of texts.entries()) texts[at] = plainText(text);
    }
    while (texts.length < this.#width) texts.push('');
    const record = texts.map(quoted).join(',');
    if (record.length * 3 > longestRecord && Buffer.byteLength(record) > longestRecord) throw tooLong(row);
    const breaks = /[\r\n]/.test(record) ? (record.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;
    if (breaks > 0) {
      this.#from.push(this.#line + breaks + 1);
      this.#extra.push((this.#extra.at(-1) ?? 0) + breaks);
      this.#line += breaks;
    }
    // Empty cells alone would be an empty line.
    return `${record === '' ? '""' : record}\n`;
  }

  /** Whether a cell is to the right of the headings. */
  #isSurplus(column: number, row: number): boolean {
    if (column < (this.#width ?? column + 1)) return false;
    if (this.#surplus === 0) this.#firstSurplus = row;
    this.#surplus++;
    return true;
  }

  #countNumber(column: number, row: number, text: string): void {
    const number = this.numbers.get(column) ?? { codes: { count: 0, row }, eans: { count: 0, row } };
    this.numbers.set(column, number);
    number.codes.count++;
    // An EAN of these lengths has all its digits.
    if (/^(?:\d{8}|\d{13,14})$/.test(text)) return;
    if (number.eans.count === 0) number.eans.row = row;
    number.eans.count++;
  }
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The first and the last row of a range. */
const rowsOf = (range: string): readonly number[] => {
  const [first = 0, last = first] = (range.match(/\d+/g) ?? []).map(Number);
  return last - first > 100 ? [first, last] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
};

const tooLong = (row: number): Error =>
  refusal([{ problem: `Row ${row} is longer than 1 MiB.`, remedy: 'Shorten it.' }]);

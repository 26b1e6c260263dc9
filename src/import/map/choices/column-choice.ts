import type { FieldBehind, FileTable } from '../../../resources/file-table.ts';
import { formatMoney, parseMoney } from '../../../text/money.ts';
import { withoutEndZeros } from '../../../text/numbers.ts';
import type { FileChoice } from '../../file/faults.ts';
import type { FileRecord } from '../../file/records.ts';
import { withoutVat } from '../cells/cells.ts';
import { CellProblem, canonicalNumber, markOf, UnclearNumber } from '../cells/numbers.ts';
import { columnName, type FileColumn } from '../headings/field-columns.ts';
import { titleOf } from '../headings/headings.ts';

/** What a question shows of a column. */
export const maxCells = 3;

/** The first cells of columns, as questions show them. */
export class ColumnCells {
  readonly #rows: readonly FileRecord[];
  readonly #isShown: boolean;

  constructor({ hidesValues }: Pick<FileTable, 'hidesValues'>, rows: readonly FileRecord[]) {
    this.#rows = rows;
    this.#isShown = !hidesValues;
  }

  /** Whether one of them is not blank. */
  hasSome({ index }: FileColumn): boolean {
    return this.#rows.some(({ cells }) => (cells[index] ?? '').trim() !== '');
  }

  /** Whether those that are not blank are as a field's are, if there are any. */
  areLike({ index }: FileColumn, { areLike }: Pick<FieldBehind, 'areLike'>): boolean {
    const filled = this.#rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');
    return filled.length > 0 && areLike(filled, filled.length === this.#rows.length);
  }

  /** Whether all of them are amounts, such as `1.000,00`; not codes of many digits. */
  areNumbers(column: FileColumn): boolean {
    const filled = this.#rows.map(({ cells }) => (cells[column.index] ?? '').trim()).filter((cell) => cell !== '');
    return filled.length > 0 && filled.every((cell) => cell.length < 12 && isAmount(cell));
  }

  /** Whether at least half of those that are not blank are amounts: beside `12` there may be `>100`. */
  haveNumbers({ index }: FileColumn): boolean {
    const filled = this.#rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');
    const amounts = filled.filter((cell) => cell.length < 12 && isAmount(cell.replace(/^[<>]=?\s?|\+$/g, '')));
    return filled.length > 0 && amounts.length * 2 >= filled.length;
  }

  /**
   * Whether nearly all of them are there, and written as prices are: with two decimals, or a currency. A stock, a year or an EAN
   * has no decimals; a weight or a size rarely has two in most rows.
   */
  arePrices(column: FileColumn): boolean {
    const filled = this.#rows.map(({ cells }) => (cells[column.index] ?? '').trim()).filter((cell) => cell !== '');
    const priced = filled.filter((cell) => writtenAsPrice.test(cell));
    return (
      this.areNumbers(column) && filled.length >= this.#rows.length * nearlyAll && priced.length * 2 >= filled.length
    );
  }

  /** What is filled in of a column, row by row: its number, or undefined where it is not clear. */
  amounts({ index }: FileColumn): readonly { readonly line: number; readonly amount: number | undefined }[] {
    return this.#rows.flatMap(({ line, cells }) => {
      const cell = (cells[index] ?? '').trim();
      const number = cell === '' || cell.length >= 12 ? undefined : numberIn(cell);
      return cell === '' ? [] : [{ line, amount: typeof number === 'string' ? Number(number) : undefined }];
    });
  }

  /** Whether each of them is there, differs from the others, and is written as codes are: a word with digits, or digits. */
  areCodes({ index }: FileColumn): boolean {
    const codes = this.#rows.map(({ cells }) => (cells[index] ?? '').trim());
    return codes.length > 0 && new Set(codes).size === codes.length && codes.every((code) => writtenAsCode.test(code));
  }

  /** Those that differ and are not blank. */
  of({ index }: FileColumn): readonly string[] {
    if (!this.#isShown) return [];
    const cells = new Set(this.#rows.map(({ cells }) => (cells[index] ?? '').trim()));
    cells.delete('');
    return [...cells].slice(0, maxCells);
  }

  /**
   * Amounts with VAT, and what is left of them without: `121.00 = 100.0000`.
   * @param ownRate the column whose rate wins over that of the file: only rows without are shown
   */
  withoutVat(column: FileColumn, rate: string, ownRate?: FileColumn): readonly string[] {
    const rows = ownRate ? this.#rows.filter((row) => isBlankAt(row, ownRate)) : this.#rows;
    return new ColumnCells({ hidesValues: !this.#isShown }, rows).of(column).map((cell) => {
      const number = numberIn(cell);
      const [price, vat] = [number instanceof CellProblem ? undefined : parseMoney(number), parseMoney(rate)];
      const net = price && vat && withoutVat(price, undefined, vat);
      return !net || net instanceof CellProblem ? cell : `${cell} = ${withoutEndZeros(formatMoney(net))}`;
    });
  }

  /** The line of the first row without a value in this column. */
  firstBlank(column: FileColumn): number | undefined {
    return this.#rows.find((row) => isBlankAt(row, column))?.line;
  }
}

const isBlankAt = ({ cells }: FileRecord, { index }: FileColumn): boolean => (cells[index] ?? '').trim() === '';

/** `12.95`, `1.234,50`, `€ 12`, `12,-` */
const writtenAsPrice = /[.,]\d\d(?!\d)|[€$£]|\b(?:eur|usd|gbp|chf)\b|,-$/i;

/** `A-12`, `00123`, `VDM.10/4`; not a word, which may be a brand or a colour. */
const writtenAsCode = /^(?=\D{0,39}\d)[\p{L}\d][\p{L}\d._/-]{0,39}$/u;

/** Of the first rows of a file. */
const nearlyAll = 0.9;

const numberIn = (cell: string): string | CellProblem =>
  canonicalNumber(cell, { mark: markOf(cell), stated: false, money: true });

function isAmount(cell: string): boolean {
  const number = numberIn(cell);
  return !(number instanceof CellProblem) || number instanceof UnclearNumber;
}

/** `Which column is the e-mail address?` The name of a field stands for itself where it is a word. */
export const questionOf = (noun: FileTable, fields: readonly string[]): string =>
  questionAbout(fields.map((field) => (/[A-Z]/.test(field) ? titleOf(noun, field).replace(/[,:].*/, '') : field)));

const questionAbout = (titles: readonly string[]): string => `Which column is the ${titles.join(' or the ')}?`;

/** Which of these columns is a field. */
export const columnChoice = (field: string, columns: readonly FileColumn[], cells: ColumnCells): FileChoice => ({
  question: questionAbout([field]),
  answers: columns.map((column) => ({
    label: columnName(column),
    cells: cells.of(column),
    option: ['map', `${field}=${column.heading}`],
  })),
});

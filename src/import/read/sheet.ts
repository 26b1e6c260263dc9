import { formatCount } from '../../text/numbers.ts';
import { firstOf } from '../../text/words.ts';
import type { LocatedRecord, ParsedRecord } from './bytes/records.ts';
import type { Column } from './columns/columns.ts';
import { columnName } from './columns/columns.ts';
import { fieldOf } from './columns/fields.ts';
import { emptyFile } from './columns/header.ts';
import type { FileFault } from './faults.ts';
import { type BodyRow, type CatalogueRow, type RowFault, type RowRules, rowChecker } from './rows.ts';

/** The sheet of a workbook that a catalogue was read from: what its cells do not show. */
export interface Sheet {
  readonly name: string;
  /** The names of the other sheets. */
  readonly others: readonly string[];
  /** The row of the sheet, as a spreadsheet counts, of a record that begins on this line of our copy. */
  rowAt(line: number): number;
  /** Cells that were stored as numbers, by the index of the column. */
  readonly numbers: ReadonlyMap<number, NumberCount>;
  /** Sentences about what a person should know. */
  readonly notes: readonly string[];
}

/** How many cells of a column are numbers that may have lost zeros, and the row of the first: as codes, and as EANs. */
export interface NumberCount {
  readonly codes: { count: number; row: number };
  readonly eans: { count: number; row: number };
}

/**
 * Begins a cell of our copy that has no value, only the reason: `#N/A`. No cell of a workbook can begin with it, since
 * XML 1.0 has no U+FFFF.
 */
export const errorMark = '\uffff';

/**
 * Around the two texts of a cell with a number that is not shown as its digits: those for an amount, and what a person
 * sees, which counts for a code. No cell can have it, like `errorMark`.
 */
const numberMark = '\ufffe';

/** @param shown what a person sees, or one of `shownOtherwise` */
export const numberAs = (number: string, shown: string): string =>
  number === shown ? number : `${numberMark}${number}${numberMark}${shown}${numberMark}`;

/** Why it is not known what code a person meant. */
export const shownOtherwise = {
  date: `${errorMark}is a date, because spreadsheets turn codes such as 3-1 into dates`,
  digits: `${errorMark}is a number of more than 15 digits, and spreadsheets keep only 15`,
  format: (code: string): string => `${errorMark}is a number that its format (${code}) shows differently`,
};

const numbers = /\ufffe([^\ufffe]*)\ufffe([^\ufffe]*)\ufffe/g;

/** What a person reads in a cell or in several, without marks. */
export const plainText = (text: string): string =>
  text
    .replace(numbers, (_, number: string, shown: string) => (shown.startsWith(errorMark) ? number : shown))
    .replaceAll(errorMark, '');

/** The records of our copy, with the rows of the sheet as lines. */
export async function* recordsOfSheet(
  batches: AsyncIterable<readonly ParsedRecord[]>,
  { rowAt }: Sheet,
): AsyncGenerator<readonly ParsedRecord[]> {
  for await (const batch of batches) yield batch.map((record) => ({ ...record, line: rowAt(record.line) }));
}

/** The same for records as they are written, without the marks of errors. */
export async function* locatedInSheet(
  located: AsyncIterable<LocatedRecord>,
  { rowAt }: Sheet,
): AsyncGenerator<LocatedRecord> {
  for await (const { record, line, bytes } of located) {
    const text = plainText(Buffer.from(bytes).toString('utf8'));
    yield { record, line: rowAt(line), bytes: Buffer.from(text) };
  }
}

export const emptySheet = ({ name, others }: Sheet): FileFault => ({
  problem: `The sheet ${JSON.stringify(name)} is empty.`,
  remedy: others.length === 0 ? emptyFile.remedy : `The other sheets: ${choice(others)}`,
});

/** Where the columns may be that a sheet lacks. */
export const otherSheets = ({ others }: Sheet): readonly FileFault[] =>
  others.length === 0 ? [] : [{ problem: `The columns may be on another sheet: ${choice(others)}`, remedy: '' }];

const choice = (names: readonly string[]): string => {
  const quoted = names.map((name) => JSON.stringify(name));
  return `${firstOf(quoted, 10)}. To choose one: --sheet ${quoted[0]}`;
};

/** Says which codes were stored as numbers and are shown as such: they cannot have leading zeros. */
export const numberNotes = ({ numbers }: Sheet, columns: readonly Column[]): readonly string[] =>
  columns.flatMap((column) => {
    const { codes, eans } = numbers.get(column.index) ?? {};
    const { count = 0, row = 0 } = (column.field === 'sku' ? codes : column.field === 'ean' ? eans : undefined) ?? {};
    const where = count === 1 ? `on line ${row}` : `on ${formatCount(count)} lines, first on line ${row}`;
    const note = `${columnName(column)} is a number ${where}: leading zeros, if it had any, are lost. Format the column as text to keep them.`;
    return count === 0 ? [] : [note];
  });

/** Reads each number as its column needs it: an amount by its digits, anything else as a person sees it. */
export function numberReader(columns: readonly Column[]): (row: ParsedRecord) => ParsedRecord {
  const kinds = new Map(columns.map(({ index, field }) => [index, fieldOf(field).kind.name]));
  const read = (cell: string, at: number): string => {
    if (!cell.startsWith(numberMark)) return cell;
    const [, number = '', shown = ''] = cell.split(numberMark);
    const kind = kinds.get(at) ?? 'text';
    const isTrusted = !shown.startsWith(errorMark);
    if (kind === 'code') return isTrusted ? shown : `${errorMark}${number}${shown}`;
    return kind === 'text' && isTrusted ? shown : number;
  };
  return (row) =>
    row.cells.some((cell) => cell.startsWith(numberMark)) ? { ...row, cells: row.cells.map(read) } : row;
}

/** Like `rowChecker`, for rows in which a cell that is read may have no value. */
export function sheetRowChecker(rules: RowRules): (row: BodyRow) => CatalogueRow {
  const check = rowChecker(rules);
  return (row) => {
    const wrong = row.excluded === undefined ? rules.columns.filter(({ index }) => hasError(row.cells[index])) : [];
    if (wrong.length === 0) return check(row);
    const faults = wrong.map((column): RowFault => {
      const [, value = '', why] = (row.cells[column.index] ?? '').split(errorMark);
      const message = why ? `${why}: format the column as text and enter it again` : errorMessage(value);
      return { line: row.line, column: columnName(column), value, message };
    });
    return { record: row.record, line: row.line, faults, warnings: [] };
  };
}

const errorMessage = (value: string): string =>
  value.startsWith('=')
    ? 'is a formula without a stored value: open the workbook in Excel and save it'
    : 'is an error of a formula in the workbook: correct it';

const hasError = (cell: string | undefined): boolean => cell?.includes(errorMark) === true;

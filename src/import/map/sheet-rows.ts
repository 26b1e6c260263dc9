import { formatCount } from '../../text/numbers.ts';
import { firstOf } from '../../text/words.ts';
import type { FileFault } from '../file/faults.ts';
import type { FileRecord } from '../file/records.ts';
import { errorMark, numberMark, type Sheet } from '../file/sheet.ts';
import { type Column, columnName } from './columns.ts';
import { emptyFile } from './header.ts';
import { fieldOf } from './headings.ts';
import { type BodyRow, type CatalogueRow, type RowFault, type RowRules, rowChecker } from './rows.ts';

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
export function numberReader(columns: readonly Column[]): (row: FileRecord) => FileRecord {
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

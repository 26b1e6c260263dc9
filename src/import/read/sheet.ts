import { formatCount } from '../../text/numbers.ts';
import type { LocatedRecord, ParsedRecord } from './bytes/records.ts';
import type { Column } from './columns/columns.ts';
import { columnName } from './columns/columns.ts';
import { type BodyRow, type CatalogueRow, type RowFault, type RowRules, rowChecker } from './rows.ts';

/** The sheet of a workbook that a catalogue was read from: what its cells do not show. */
export interface Sheet {
  readonly name: string;
  /** The names of the other sheets. */
  readonly others: readonly string[];
  /** The row of the sheet, as a spreadsheet counts, of a record that begins on this line of our copy. */
  rowAt(line: number): number;
  /** How many cells of a column were stored as numbers, and the row of the first, by the index of the column. */
  readonly numbers: ReadonlyMap<number, { readonly count: number; readonly row: number }>;
  /** Sentences about what a person should know. */
  readonly notes: readonly string[];
}

/**
 * Begins a cell of our copy that has no value, only the reason: `#N/A`. No cell of a workbook can begin with it, since
 * XML 1.0 has no U+FFFF.
 */
export const errorMark = '\uffff';

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
    const text = Buffer.from(bytes).toString('utf8').replaceAll(errorMark, '');
    yield { record, line: rowAt(line), bytes: Buffer.from(text) };
  }
}

/** Says which codes were stored as numbers: such a cell cannot have leading zeros. */
export const numberNotes = ({ numbers }: Sheet, columns: readonly Column[]): readonly string[] =>
  columns
    .filter(({ field, index }) => (field === 'sku' || field === 'ean') && numbers.has(index))
    .map((column) => {
      const { count = 0, row = 0 } = numbers.get(column.index) ?? {};
      const where = count === 1 ? `on line ${row}` : `on ${formatCount(count)} lines, first on line ${row}`;
      return `${columnName(column)} is a number ${where}: leading zeros are lost. Format the column as text to keep them.`;
    });

/** Like `rowChecker`, for rows in which a cell that is read may have no value. */
export function sheetRowChecker(rules: RowRules): (row: BodyRow) => CatalogueRow {
  const check = rowChecker(rules);
  return (row) => {
    const wrong = row.excluded === undefined ? rules.columns.filter(({ index }) => hasError(row.cells[index])) : [];
    if (wrong.length === 0) return check(row);
    const faults = wrong.map((column): RowFault => {
      const value = (row.cells[column.index] ?? '').replaceAll(errorMark, '');
      const message = value.startsWith('=')
        ? 'is a formula without a stored value: open the workbook in Excel and save it'
        : 'is an error of a formula in the workbook: correct it';
      return { line: row.line, column: columnName(column), value, message };
    });
    return { record: row.record, line: row.line, faults, warnings: [] };
  };
}

const hasError = (cell: string | undefined): boolean => cell?.includes(errorMark) === true;

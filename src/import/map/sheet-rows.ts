import { formatCount } from '../../text/numbers.ts';
import { firstOf } from '../../text/words.ts';
import type { FileFault } from '../file/faults.ts';
import type { FileRecord } from '../file/records.ts';
import type { Sheet } from '../file/sheet.ts';
import { type Column, columnName } from './columns.ts';
import { emptyFile } from './header.ts';
import { fieldOf } from './headings.ts';

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

/** Reads each number as its column needs it: an amount by its digits, a code or a text as a person sees it. */
export function numberReader(columns: readonly Column[]): (row: FileRecord) => FileRecord {
  const amounts = new Set(columns.filter((column) => !isAsShown(column)).map(({ index }) => index));
  return (row) => {
    const numbers = row.odd?.filter(([column, { number }]) => number !== undefined && amounts.has(column)) ?? [];
    if (numbers.length === 0) return row;
    const cells = [...row.cells];
    for (const [column, { number = '' }] of numbers) cells[column] = number;
    return { ...row, cells };
  };
}

const isAsShown = ({ field }: Column): boolean => ['code', 'text'].includes(fieldOf(field).kind.name);

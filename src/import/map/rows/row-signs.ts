import type { FileTable } from '../../../resources/file-table.ts';
import type { FileRecord } from '../../file/records.ts';
import type { RowFault } from '../cells/row-fault.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import { columnName } from '../headings/field-columns.ts';
import type { ReadRow } from './completed-row.ts';
import { currencyColumns } from './currency.ts';
import { offSaleColumns } from './off-sale.ts';
import { unitColumns } from './price-unit.ts';
import type { SignColumn } from './sign.ts';

/** The columns of a file that say something of a row. @param map what the user has mapped */
export const signColumns = (
  plan: ColumnPlan,
  rows: readonly FileRecord[],
  { map }: { readonly map: Readonly<Record<string, string>> },
  constants: readonly string[],
): readonly SignColumn[] => [
  ...unitColumns(plan, map),
  ...currencyColumns(plan, rows),
  ...offSaleColumns(plan, constants),
];

/** A row with what these columns say of it. */
export function withSigns(
  line: number,
  cells: readonly string[],
  read: ReadRow,
  { noun, signs }: { readonly noun: FileTable; readonly signs: readonly SignColumn[] },
): ReadRow {
  const hasPrice = read.values[noun.price?.field ?? ''] !== undefined;
  const found = signs.flatMap((column) => {
    const cell = (cells[column.index] ?? '').trim();
    const sign = cell === '' || (column.isOfPrice && !hasPrice) ? undefined : column.says(cell);
    return sign ? [{ ...sign, column }] : [];
  });
  if (found.length === 0) return read;
  const [faults, warnings] = [true, undefined].map((kind) =>
    found
      .filter(({ isFault }) => isFault === kind)
      .map(({ isFault: _, column, ...sign }): RowFault => ({ line, column: columnName(column), ...sign })),
  );
  return {
    values: read.values,
    faults: [...read.faults, ...(faults ?? [])],
    warnings: [...read.warnings, ...(warnings ?? [])],
  };
}

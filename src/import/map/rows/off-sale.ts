import type { FileFault } from '../../file/faults.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import { columnName } from '../headings/field-columns.ts';
import { fieldOf } from '../headings/headings.ts';
import type { SignColumn } from './sign.ts';

/** The columns by which some rows are not for sale, where nothing is read as what puts them online. */
export function offSaleColumns(
  { noun, columns, unknown, unread }: ColumnPlan,
  constants: readonly string[],
): readonly SignColumn[] {
  const { offSale } = noun;
  if (!offSale || [...columns.map(({ field }) => field), ...constants, ...unread].includes(offSale.field)) return [];
  const { kind } = fieldOf(noun, offSale.field);
  return unknown.flatMap((column) => {
    const word = offSale.saidBy(column.heading);
    if (word === undefined) return [];
    const isOff = (cell: string): boolean =>
      kind.typed(cell.toLowerCase()) === (word === 'yes' ? 1 : 0) || (word === 'yes' && /^x$/i.test(cell));
    const reading =
      word === 'yes' ? 'Remove such rows' : `To read it: --map ${offSale.field}=${JSON.stringify(columnName(column))}`;
    const message = `says that the row is not for sale, but it would go online. ${reading}. To import all: --map ${offSale.field}=none`;
    return [{ ...column, isOfPrice: false, says: (cell: string) => (isOff(cell) ? { message } : undefined) }];
  });
}

/** The fault of a column that says the opposite of the field that it is mapped to: yes would put a blocked article online. */
export const oppositeStatus = ({ noun: { offSale }, columns }: ColumnPlan): readonly FileFault[] =>
  columns
    .filter(({ field, heading }) => field === offSale?.field && offSale.saidBy(heading) === 'yes')
    .map(({ field, heading }) => ({
      problem: `${JSON.stringify(heading)} cannot be the ${field}: yes in it means offline.`,
      remedy: `Remove the rows that are not for sale, or add a column ${field} with 0 for them.`,
    }));

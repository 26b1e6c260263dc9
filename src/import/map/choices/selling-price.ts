import type { Price } from '../../../resources/file-table.ts';
import type { FileFault } from '../../file/faults.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import { columnName, type FileColumn } from '../headings/field-columns.ts';
import { type ColumnCells, columnChoice } from './column-choice.ts';
import { readingPrice } from './unread-field.ts';
import { differByVat } from './vat-codes.ts';

/** A file, the columns that the user has chosen, and whether a shop is known to have written it. */
interface PricedFile {
  readonly mapped: ReadonlySet<string>;
  readonly isExport: boolean;
  readonly cells: ColumnCells;
}

/**
 * The fault of a supplier's list: `Nettoprijs` beside `Adviesprijs` is, as a rule, what the shop pays. Sent as the price, every
 * article would be sold at its cost. Not where a column says what the shop pays, nor in the export of a shop.
 */
export function sellingPriceUnclear(
  { noun: { price }, columns, unknown, ignored }: ColumnPlan,
  { mapped, isExport, cells }: PricedFile,
): readonly FileFault[] {
  const read = columns.find(({ field }) => field === price?.field);
  if (!price || !read || mapped.has(price.field) || isExport) return [];
  if (price.isForConsumers(read.heading) || price.saysWithVat(read.heading)) return [];
  if ([...columns, ...ignored].some(({ heading }) => price.isPurchasePrice(heading))) return [];
  const others = unknown.filter((column) => isOtherPrice(column, read, price, cells));
  if (others.length === 0) return [];
  const choice = columnChoice(price.field, [read, ...others], cells);
  const [name, ...names] = [read, ...others].map((column) => JSON.stringify(columnName(column)));
  return [
    {
      problem: `${name} may not be the ${price.field} for your customers: ${names.join(', ')} may be.`,
      remedy: `Choose one: ${readingPrice(choice, [read, ...others], price)}`,
      choice,
    },
  ];
}

/** Whether a column has other prices than the one that is read, for customers, and not the same with VAT. */
function isOtherPrice(column: FileColumn, read: FileColumn, price: Price, cells: ColumnCells): boolean {
  const { heading } = column;
  if (!(price.isForConsumers(heading) || price.isListPrice(heading) || price.isPackPrice(heading))) return false;
  const found = cells.amounts(column);
  const amounts = new Map(found.flatMap(({ line, amount }) => (amount === undefined ? [] : [[line, amount]])));
  // A flag, or what a sheet counts.
  if (amounts.size * 2 < found.length || [...amounts.values()].every((amount) => amount <= 1)) return false;
  const pairs = cells.amounts(read).flatMap(({ line, amount = Number.NaN }) => {
    const other = amounts.get(line);
    return other === undefined || Number.isNaN(amount) ? [] : [[amount, other] as const];
  });
  if (pairs.every(([one, other]) => one === other)) return false;
  return !((price.saysWithVat(heading) || price.mayHaveVat(heading)) && differByVat(pairs));
}

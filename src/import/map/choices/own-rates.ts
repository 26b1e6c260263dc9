import { formatMoney, type Money } from '../../../text/money.ts';
import type { FileRecord } from '../../file/records.ts';
import { type ColumnPlan, planColumns } from '../headings/columns.ts';
import { columnName, type FileColumn } from '../headings/field-columns.ts';
import { columnsAlike } from './unread-field.ts';

/** The columns of a file whose prices include VAT, each at the rate of its row. */
interface OwnRates {
  readonly plan: ColumnPlan;
  readonly note: string;
}

/** The columns, and those whose prices include the VAT of their row, if a file has such. */
export function columnsOf(
  headings: readonly string[],
  rows: readonly FileRecord[],
  options: Parameters<typeof planColumns>[1],
): { readonly plan: ColumnPlan; readonly own: OwnRates | undefined } {
  const plan = planColumns(headings, options);
  const own = options.vatIncluded
    ? undefined
    : ownRates(plan, rows, (vatIncluded) => planColumns(headings, { ...options, vatIncluded }));
  return { plan: own?.plan ?? plan, own };
}

/** Says that the store adds a VAT rate of its own where rows have none: what was removed may be another one. */
export function unsentRate(
  { noun: { price }, columns }: ColumnPlan,
  { vatIncluded }: { readonly vatIncluded?: Money | undefined },
  constants: readonly string[],
): readonly string[] {
  const has = (field: string | undefined): boolean => columns.some((column) => column.field === field);
  if (!vatIncluded?.units || !price?.rate || !has(price.field)) return [];
  if (has(price.rate) || constants.includes(price.rate)) return [];
  const rate = formatMoney(vatIncluded);
  return [
    `VAT at ${rate}% is removed from the prices, but no VAT rate is sent: the store adds its default rate. If that is a different one, add --set ${price.rate}=${rate}`,
  ];
}

/** As an option would state it, whatever the rate: that of the row wins. */
const anyRate: Money = { units: 21n, scale: 0 };

/**
 * How a file is read whose prices say that they include VAT, where each of the first rows has its rate: nothing is left to be
 * asked. Undefined for others. @param planWith the columns, where the user states that prices include VAT
 */
function ownRates(
  { noun: { price }, columns, unknown, unread }: ColumnPlan,
  rows: readonly FileRecord[],
  planWith: (vatIncluded: Money) => ColumnPlan,
): OwnRates | undefined {
  if (!price || unread.includes(price.field)) return undefined;
  const read = columns.find(({ field }) => field === price.field);
  const isOpen = read ? price.saysWithVat(read.heading) : columnsAlike(unknown, price).length === 1;
  const plan = isOpen ? planWith(anyRate) : undefined;
  const priced = plan?.columns.find(({ field }) => field === price.field);
  const rate = plan?.columns.find(({ field }) => field === price.rate);
  if (!plan || !priced || !rate || !price.saysWithVat(priced.heading)) return undefined;
  const isFilled = ({ index }: FileColumn, { cells }: FileRecord): boolean => (cells[index] ?? '').trim() !== '';
  const withPrice = rows.filter((row) => isFilled(priced, row));
  if (withPrice.length === 0 || !withPrice.every((row) => isFilled(rate, row))) return undefined;
  const names = [priced, rate].map((column) => JSON.stringify(columnName(column)));
  return { plan, note: `VAT is removed from the prices in ${names[0]}, at the rate in ${names[1]} of each row.` };
}

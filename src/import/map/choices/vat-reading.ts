import { formatMoney, type Money } from '../../../text/money.ts';
import type { FileRecord } from '../../file/records.ts';
import { type ColumnPlan, planColumns } from '../headings/columns.ts';
import { columnName, type FileColumn } from '../headings/field-columns.ts';
import type { RowRules } from '../rows/catalogue-row.ts';
import type { StatedRate } from '../rows/vat.ts';
import { columnsAlike } from './unread-field.ts';

/** The columns of a file whose prices include VAT, each at the rate of its row. */
interface OwnRates {
  readonly plan: ColumnPlan;
  readonly note: string;
}

/** What is known of the VAT in the prices of a file. */
interface VatReading {
  /** Whether the file itself says that prices include the VAT of their row. */
  readonly isOwn: boolean;
  readonly rules: Pick<RowRules, 'vatIncluded' | 'statedRate'>;
  readonly notes: readonly string[];
}

/** The columns, and those whose prices include the VAT of their row, if a file has such. */
export function columnsOf(
  headings: readonly string[],
  rows: readonly FileRecord[],
  options: Parameters<typeof planColumns>[1],
): { readonly plan: ColumnPlan; readonly vat: VatReading } {
  const { vatIncluded } = options;
  const plan = planColumns(headings, options);
  const own = vatIncluded
    ? undefined
    : ownRates(plan, rows, (rate) => planColumns(headings, { ...options, vatIncluded: rate }));
  if (own)
    return { plan: own.plan, vat: { isOwn: true, rules: { ...noVat, vatIncluded: 'of the row' }, notes: [own.note] } };
  if (!vatIncluded?.units) return { plan, vat: { isOwn: false, rules: noVat, notes: [] } };
  const { stated, notes } = statedRate(plan, vatIncluded, options.constants);
  return { plan, vat: { isOwn: false, rules: { vatIncluded, statedRate: stated }, notes } };
}

const noVat: VatReading['rules'] = { vatIncluded: undefined, statedRate: undefined };

/** The rate of `--vat-included` that is sent with rows that have none, or why it cannot be. */
function statedRate(
  { noun: { price, draft }, columns, unread }: ColumnPlan,
  vatIncluded: Money,
  constants: readonly string[],
): { readonly stated?: StatedRate; readonly notes: readonly string[] } {
  const has = (wanted: string | undefined): boolean => columns.some(({ field }) => field === wanted);
  if (!price || !has(price.field) || constants.includes(price.rate)) return { notes: [] };
  const rate = formatMoney(vatIncluded);
  const removed = `VAT at ${rate}% is removed from the prices${has(price.rate) ? ` of rows without a ${price.rate}` : ''}`;
  const byStore = 'so the store adds its default rate';
  if (unread.includes(price.rate)) return { notes: [`${removed}, but no ${price.rate} is sent, ${byStore}.`] };
  const percentage = draft.fields[price.rate]?.kind.typed(rate);
  return typeof percentage === 'number'
    ? {
        stated: { price: price.field, field: price.rate, percentage },
        notes: [`${removed}, and ${rate} is sent as the ${price.rate}.`],
      }
    : { notes: [`${removed}, but the API takes only whole rates: no ${price.rate} is sent, ${byStore}.`] };
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

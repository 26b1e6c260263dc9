import type { FileRecord } from '../../file/records.ts';
import { currencyIn, currencyNamed } from '../cells/numbers.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import type { FileColumn } from '../headings/field-columns.ts';
import type { SignColumn } from './sign.ts';

/** The columns that say in which currency a price is: that of the heading of the price, or else of most rows. */
export function currencyColumns(plan: ColumnPlan, rows: readonly FileRecord[]): readonly SignColumn[] {
  const { price } = plan.noun;
  const read = priceColumn(plan);
  if (!price || !read) return [];
  return columnsOfCurrency(plan).map((column) => {
    const usual = inHeading(read) ?? mostCommon(cellsOf(column, rows).flatMap((cell) => currencyNamed(cell) ?? []));
    const message = `is not the currency of the other prices, ${usual}: amounts are not converted`;
    return {
      ...column,
      isOfPrice: true,
      says: (cell) => {
        const currency = currencyNamed(cell);
        return currency === undefined || usual === undefined || currency === usual
          ? undefined
          : { value: cell, message, isFault: true };
      },
    };
  });
}

/** What a person should know of prices that are all in another currency than that of most shops. */
export function currencyNotes(plan: ColumnPlan, rows: readonly FileRecord[]): readonly string[] {
  const read = priceColumn(plan);
  if (!read) return [];
  const inColumns = columnsOfCurrency(plan).flatMap((column) =>
    cellsOf(column, rows).flatMap((cell) => currencyNamed(cell) ?? []),
  );
  const inCells = cellsOf(read, rows).map((cell) => currencyIn(cell));
  const isOne = new Set(inCells).size === 1;
  const currency = inHeading(read) ?? mostCommon(inColumns) ?? (isOne ? inCells[0] : undefined);
  return currency === undefined || currency === 'EUR'
    ? []
    : [`The prices are in ${currency}: they are sent as they are, since the API has no currencies.`];
}

const priceColumn = ({ noun: { price }, columns }: ColumnPlan): FileColumn | undefined =>
  columns.find(({ field }) => field === price?.field);

const columnsOfCurrency = ({ noun: { price }, unknown }: ColumnPlan): readonly FileColumn[] =>
  unknown.filter(({ heading }) => price?.namesCurrency(heading));

const cellsOf = ({ index }: FileColumn, rows: readonly FileRecord[]): readonly string[] =>
  rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');

/** `Price (USD)`, `Prijs in €` */
const inHeading = ({ heading }: FileColumn): string | undefined =>
  heading
    .split(/[^\p{L}\p{Sc}]+/u)
    .flatMap((word) => (/^(?:\p{Sc}|[a-z]{3})$/iu.test(word) ? (currencyIn(`${word} 1`) ?? []) : []))[0];

function mostCommon(currencies: readonly string[]): string | undefined {
  const count = (wanted: string): number => currencies.filter((one) => one === wanted).length;
  return [...new Set(currencies)].toSorted((one, other) => count(other) - count(one))[0];
}

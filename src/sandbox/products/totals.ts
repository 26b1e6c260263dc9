import type { Sqlite, SqlValue } from '../../system/sqlite.ts';
import type { ProductRecord } from './product.ts';

/** The two lists: every record, or only main products. */
export type List = 'full' | 'main';

/** Sums over a list, in ten-thousandths of a euro: exact up to 900 billion euros. */
export interface Totals {
  readonly rows: number;
  readonly value: number;
  readonly purchaseValue: number;
  readonly quantity: number;
  readonly minimumQuantity: number;
  /** Null over nothing. */
  readonly lowestPrice: number | null;
  readonly highestPrice: number | null;
}

/** Those of both lists, as they are stored. */
type BothTotals = Readonly<Record<List, Totals>>;

const none: Totals = {
  rows: 0,
  value: 0,
  purchaseValue: 0,
  quantity: 0,
  minimumQuantity: 0,
  lowestPrice: null,
  highestPrice: null,
};

/** The totals of a new database. */
export const emptyTotals = JSON.stringify({ full: none, main: none } satisfies BothTotals);

/** The totals of both whole lists. */
export const storedTotals = (database: Sqlite): BothTotals =>
  JSON.parse(String(database.get("SELECT value FROM settings WHERE name = 'totals'")?.value));

export function storeTotals(database: Sqlite, totals: BothTotals): void {
  database.run("UPDATE settings SET value = ? WHERE name = 'totals'", JSON.stringify(totals));
}

/** The totals with one more record. */
export function plus(totals: Totals, { quantity, price, purchasePrice, minimumQuantity }: ProductRecord): Totals {
  return {
    rows: totals.rows + 1,
    value: totals.value + price * quantity,
    purchaseValue: totals.purchaseValue + purchasePrice * quantity,
    quantity: totals.quantity + quantity,
    minimumQuantity: totals.minimumQuantity + minimumQuantity,
    lowestPrice: Math.min(totals.lowestPrice ?? price, price),
    highestPrice: Math.max(totals.highestPrice ?? price, price),
  };
}

/** The totals of the rows that match. With `total` a sum beyond 64 bits is inexact; with `sum` it would fail. */
export const countedTotals = (database: Sqlite, where: string, values: readonly SqlValue[]): Totals =>
  database.get(
    `SELECT count(*) AS rows, total(price * quantity) AS value, total(purchasePrice * quantity) AS purchaseValue,
      total(quantity) AS quantity, total(minimumQuantity) AS minimumQuantity,
      min(price) AS lowestPrice, max(price) AS highestPrice
      FROM products WHERE ${where}`,
    ...values,
  ) as unknown as Totals;

import type { Sqlite, SqlRow, SqlValue } from '../../system/sqlite.ts';
import type { Product } from './product.ts';

/** The two lists: every record, or only main products. */
export type List = 'full' | 'main';

/** Exact sums over a list. Amounts in ten-thousandths. */
export interface Totals {
  readonly rows: bigint;
  readonly value: bigint;
  readonly purchaseValue: bigint;
  readonly quantity: bigint;
  readonly minimumQuantity: bigint;
  /** Undefined over nothing. */
  readonly lowestPrice?: bigint | undefined;
  readonly highestPrice?: bigint | undefined;
}

const none: Totals = { rows: 0n, value: 0n, purchaseValue: 0n, quantity: 0n, minimumQuantity: 0n };

/** Those of both lists, as they are stored. */
type BothTotals = Readonly<Record<List, Totals>>;

const written = (totals: BothTotals): string =>
  JSON.stringify(totals, (_, value) => (typeof value === 'bigint' ? String(value) : value));

/** The totals of a new database. */
export const emptyTotals = written({ full: none, main: none });

/** The totals of both whole lists. */
export function storedTotals(database: Sqlite): BothTotals {
  const stored = database.get("SELECT value FROM settings WHERE name = 'totals'");
  return JSON.parse(String(stored?.value), (_, value) => (typeof value === 'string' ? BigInt(value) : value));
}

export function storeTotals(database: Sqlite, totals: BothTotals): void {
  database.run("UPDATE settings SET value = ? WHERE name = 'totals'", written(totals));
}

/** The totals with one more record. */
export function plus(totals: Totals, product: Product): Totals {
  const quantity = BigInt(product.quantity);
  const price = BigInt(product.price);
  const { lowestPrice = price, highestPrice = price } = totals;
  return {
    rows: totals.rows + 1n,
    value: totals.value + price * quantity,
    purchaseValue: totals.purchaseValue + BigInt(product.purchasePrice) * quantity,
    quantity: totals.quantity + quantity,
    minimumQuantity: totals.minimumQuantity + BigInt(product.minimumQuantity),
    lowestPrice: price < lowestPrice ? price : lowestPrice,
    highestPrice: price > highestPrice ? price : highestPrice,
  };
}

/** The totals of the rows that match. */
export function countedTotals(database: Sqlite, where: string, values: readonly SqlValue[]): Totals {
  const row = database.get(
    `SELECT count(*) AS rows, ${sumsOf('price')}, ${sumsOf('purchasePrice')}, sum(quantity) AS quantity,
      sum(minimumQuantity) AS minimumQuantity, min(price) AS lowestPrice, max(price) AS highestPrice
      FROM products WHERE ${where}`,
    ...values,
  );
  return totalsOf(row ?? {});
}

/**
 * `sum(price * quantity)` may exceed 64 bits, where SQLite fails. Two sums of halves, joined as BigInt, hold for any
 * shop. TEXT, since libsql returns integers as floats.
 */
const sumsOf = (amount: string): string =>
  `CAST(sum(${amount} / ${half} * quantity) AS TEXT) AS ${amount}High, CAST(sum(${amount} % ${half} * quantity) AS TEXT) AS ${amount}Low`;

const half = 2n ** 25n;

function totalsOf(row: SqlRow): Totals {
  const number = (name: string): bigint => BigInt(String(row[name] ?? 0));
  const value = (amount: string): bigint => number(`${amount}High`) * half + number(`${amount}Low`);
  if (row.rows === 0) return none;
  return {
    rows: number('rows'),
    value: value('price'),
    purchaseValue: value('purchasePrice'),
    quantity: number('quantity'),
    minimumQuantity: number('minimumQuantity'),
    lowestPrice: number('lowestPrice'),
    highestPrice: number('highestPrice'),
  };
}

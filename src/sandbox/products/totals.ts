import type { Sqlite, SqlRow, SqlValue } from '../../system/sqlite.ts';

/** The two lists: every record, or only main products. */
export type List = 'full' | 'main';

/** Exact sums over a list. Amounts in ten-thousandths. */
export interface Totals {
  readonly rows: number;
  readonly value: bigint;
  readonly purchaseValue: bigint;
  readonly quantity: bigint;
  readonly minimumQuantity: bigint;
  /** Undefined over nothing. */
  readonly lowestPrice: bigint | undefined;
  readonly highestPrice: bigint | undefined;
}

type BothTotals = Readonly<Record<List, Totals>>;

/** What a new product adds: the number of its variants, and the stock of all of them. */
interface Addition {
  readonly variants: number;
  readonly quantity: number;
  readonly minimumQuantity: number;
  readonly price: bigint;
  readonly purchasePrice: bigint;
}

/** The stored totals of the whole list. */
export function storedTotals(database: Sqlite, list: List): Totals {
  return fromRow(database.get('SELECT * FROM totals WHERE list = ?', list) ?? {});
}

/** The totals of both lists, and the id of the last product, 0 if there is none. */
export function bothTotals(database: Sqlite): { readonly totals: BothTotals; readonly lastId: number } {
  const select = 'SELECT *, (SELECT max(id) FROM products) AS lastId FROM totals ORDER BY list';
  const [full = {}, main = {}] = database.all(select);
  return { totals: { main: fromRow(main), full: fromRow(full) }, lastId: Number(main.lastId ?? 0) };
}

/** Writes the totals of both lists, which differ in their records alone: a product has one in `main`, and one for each variant in `full`. */
export function storeTotals(database: Sqlite, { main, full }: BothTotals): void {
  database.run(
    `UPDATE totals SET value = ?, purchaseValue = ?, quantity = ?, lowestPrice = ?, highestPrice = ?,
      rows = iif(list = 'main', ?, ?), minimumQuantity = iif(list = 'main', ?, ?)`,
    ...[main.value, main.purchaseValue, main.quantity].map(String),
    ...[main.lowestPrice ?? null, main.highestPrice ?? null],
    ...[main.rows, full.rows].map(BigInt),
    ...[main.minimumQuantity, full.minimumQuantity].map(String),
  );
}

/** The totals with one more product. */
export function withProduct({ main, full }: BothTotals, added: Addition): BothTotals {
  return { main: plus(main, added, 1), full: plus(full, added, added.variants) };
}

function plus(totals: Totals, { quantity, minimumQuantity, price, purchasePrice }: Addition, records: number): Totals {
  const { lowestPrice = price, highestPrice = price } = totals;
  return {
    rows: totals.rows + records,
    value: totals.value + price * BigInt(quantity),
    purchaseValue: totals.purchaseValue + purchasePrice * BigInt(quantity),
    quantity: totals.quantity + BigInt(quantity),
    minimumQuantity: totals.minimumQuantity + BigInt(minimumQuantity * records),
    lowestPrice: price < lowestPrice ? price : lowestPrice,
    highestPrice: price > highestPrice ? price : highestPrice,
  };
}

/** The totals over `from`, which has its own column `quantity`; the products are `p`. */
export function countedTotals(database: Sqlite, from: string, quantity: string, values: readonly SqlValue[]): Totals {
  const row = database.get(
    `SELECT count(*) AS rows, ${sumOfProducts('p.price', quantity, 'value')}, ${sumOfProducts('p.purchasePrice', quantity, 'purchaseValue')},
      CAST(coalesce(sum(${quantity}), 0) AS TEXT) AS quantity, CAST(coalesce(sum(p.minimumQuantity), 0) AS TEXT) AS minimumQuantity,
      min(p.price) AS lowestPrice, max(p.price) AS highestPrice FROM ${from}`,
    ...values,
  );
  return fromRow({ ...row, value: joined(row, 'value'), purchaseValue: joined(row, 'purchaseValue') });
}

/**
 * `sum(amount * quantity)` may exceed 64 bits, where SQLite fails: with the largest amounts after some hundred rows.
 * Four sums of halves, joined as BigInt, hold for millions of such rows. TEXT, since libsql hands out integers as
 * floats.
 */
function sumOfProducts(amount: string, quantity: string, name: string): string {
  const halves = [
    ['HighHigh', `(${amount} / ${amountHalf}) * (${quantity} / ${quantityHalf})`],
    ['HighLow', `(${amount} / ${amountHalf}) * (${quantity} % ${quantityHalf})`],
    ['LowHigh', `(${amount} % ${amountHalf}) * (${quantity} / ${quantityHalf})`],
    ['LowLow', `(${amount} % ${amountHalf}) * (${quantity} % ${quantityHalf})`],
  ];
  return halves.map(([half, sql]) => `CAST(coalesce(sum(${sql}), 0) AS TEXT) AS ${name}${half}`).join(', ');
}

const amountHalf = 2n ** 25n;
const quantityHalf = 2n ** 16n;

function joined(row: SqlRow = {}, name: string): string {
  const half = (which: string): bigint => BigInt(String(row[name + which]));
  return String(
    half('HighHigh') * amountHalf * quantityHalf +
      half('HighLow') * amountHalf +
      half('LowHigh') * quantityHalf +
      half('LowLow'),
  );
}

function fromRow(row: SqlRow): Totals {
  const price = (value: SqlRow[string] | undefined): bigint | undefined =>
    typeof value === 'number' ? BigInt(value) : undefined;
  return {
    rows: Number(row.rows),
    value: BigInt(String(row.value)),
    purchaseValue: BigInt(String(row.purchaseValue)),
    quantity: BigInt(String(row.quantity)),
    minimumQuantity: BigInt(String(row.minimumQuantity)),
    lowestPrice: price(row.lowestPrice),
    highestPrice: price(row.highestPrice),
  };
}

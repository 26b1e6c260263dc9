import { createHmac } from 'node:crypto';
import { daysBefore } from '../../text/days.ts';
import type { IndexDatabase } from './index-database.ts';

/** What is known of an order that was read with its products. */
interface OrderedProduct {
  /** When it was created, as the store writes it. */
  readonly date: string;
  /** Whether it may have the product: false is certain. */
  readonly mayHave: boolean;
}

/** Days as a store writes them, both of them included. */
interface Days {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** What is known of the orders of some days. */
interface OrdersOfDays {
  readonly orders: readonly { readonly orderId: string; readonly date: string; readonly hasProducts: boolean }[];
  /** The highest number of an order before these days, or the number before that of the first order. */
  readonly above: number;
  /** The lowest number of an order after these days; undefined where none is known. */
  readonly below: number | undefined;
}

/** Of each hash. One order in eight million is read in vain. */
const hexDigits = 6;

/**
 * Which products were ordered: of each order that was read with its products a short hash of each. The order is hashed
 * too, so that nobody without the key sees which orders have a product in common, and which product is the most sold.
 */
export class OrderedProducts {
  readonly #database: IndexDatabase;
  readonly #key: Buffer;

  constructor(database: IndexDatabase, key: Buffer) {
    this.#database = database;
    this.#key = key;
  }

  /** In hex. @param skus folded */
  hashesOf(orderId: string, skus: readonly string[]): string {
    return [...new Set(skus)].map((sku) => this.#hashOf(orderId, sku)).join('');
  }

  /** To be called while the database is written. @param entry of the order */
  set(entry: bigint, hashes: string): void {
    this.#database.sql.run('INSERT OR REPLACE INTO ordered VALUES (?, ?)', entry, Buffer.from(hashes, 'hex'));
  }

  /** Undefined for an order that was not read with its products. @param sku folded */
  of(orderId: string, sku: string): OrderedProduct | undefined {
    const query = 'SELECT date, products FROM entry JOIN ordered ON entry = number WHERE kind = 1 AND id = ?';
    const { date, products } = this.#database.sql.get(query, orderId) ?? {};
    if (typeof date !== 'string' || !(products instanceof Uint8Array)) return undefined;
    const known = Buffer.from(products).toString('hex');
    if (known.length % hexDigits > 0) return undefined;
    const hash = this.#hashOf(orderId, sku);
    const places = Array.from({ length: known.length / hexDigits }, (_, at) => at * hexDigits);
    return { date, mayHave: places.some((at) => known.startsWith(hash, at)) };
  }

  /** Whether an order was read that has no products of its own: its basket says what was ordered. */
  get areInBaskets(): boolean {
    return this.#database.fact(inBaskets) !== undefined;
  }

  noteInBaskets(): void {
    if (!this.areInBaskets) this.#database.setFact(inBaskets, 'yes');
  }

  /** Undefined where numbers do not go with dates: then they do not say which other orders there may be. */
  ofDays({ since = '', until }: Days): OrdersOfDays | undefined {
    const { sql } = this.#database;
    const end = until === undefined ? '~' : daysBefore(until, -1);
    if (sql.get(uncounted) !== undefined) return undefined;
    const row = sql.get(bounds, since, since, end, since, end, end) ?? {};
    const [before, first, last, after] = [row.before, row.first, row.last, row.after].map(numberOrNone);
    const [lowest = after, highest = before] = [first, last];
    if (lowest === undefined || (before ?? 0) >= lowest || (highest ?? 0) >= (after ?? Number.POSITIVE_INFINITY))
      return undefined;
    const orders = sql.all(ordersOfDays, since, end).map(({ id, date, known }) => ({
      orderId: String(id),
      date: String(date),
      hasProducts: known === 1,
    }));
    return { orders, above: before ?? lowest - 1, below: after };
  }

  #hashOf(orderId: string, sku: string): string {
    return createHmac('sha256', this.#key).update(`product:${orderId}:${sku}`).digest('hex').slice(0, hexDigits);
  }
}

const inBaskets = 'products in baskets';

/** An order without a number, or without a day. */
const uncounted = `SELECT 1 FROM entry WHERE kind = 1 AND (id GLOB '*[^0-9]*' OR id LIKE '0%' OR length(id) > 15
  OR date NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*') LIMIT 1`;

/** The numbers around those of some days. */
const bounds = `SELECT max(CASE WHEN date < ? THEN number END) AS before,
  min(CASE WHEN date >= ? AND date < ? THEN number END) AS first,
  max(CASE WHEN date >= ? AND date < ? THEN number END) AS last,
  min(CASE WHEN date >= ? THEN number END) AS after
  FROM (SELECT CAST(id AS INTEGER) AS number, date FROM entry WHERE kind = 1)`;

const ordersOfDays = `SELECT id, date, products IS NOT NULL AS known FROM entry LEFT JOIN ordered ON entry = number
  WHERE kind = 1 AND date >= ? AND date < ?`;

const numberOrNone = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

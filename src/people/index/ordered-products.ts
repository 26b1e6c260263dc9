import { createHmac } from 'node:crypto';
import type { IndexDatabase } from './index-database.ts';

/** What is known of an order that was read with its products. */
interface OrderedProduct {
  /** When it was created, as the store writes it. */
  readonly date: string;
  /** Whether it may have the product: false is certain. */
  readonly mayHave: boolean;
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

  #hashOf(orderId: string, sku: string): string {
    return createHmac('sha256', this.#key).update(`product:${orderId}:${sku}`).digest('hex').slice(0, hexDigits);
  }
}

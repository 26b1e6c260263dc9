import type { Order } from '../../resources/orders.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { PeopleIndex } from '../index/people-index.ts';
import { type KnownPeriod, ordersOfPeriod } from './known-period.ts';
import { customerIdIn, readRecordOf } from './named-records.ts';
import { foldedSku, skusOf } from './ordered-skus.ts';
import type { DatedOrder } from './orders.ts';

interface KnownProductsOptions {
  readonly index: PeopleIndex;
  /** Of the product that the orders are listed by. */
  readonly sku: string;
  /** Whether each order is read: then the index only learns. */
  readonly readsAll: boolean;
}

/**
 * What the index knows of the products of listed orders. It says which ones need not be read, never what is shown: the products
 * of an order do not change through the API, and an order that has the product is compared again as it is now.
 */
export class KnownProducts {
  readonly #options: KnownProductsOptions;
  readonly #unread = new Set<string>();
  #guesses: ReadonlySet<string> = new Set();
  /** As of when older orders are known, in milliseconds since 1970; undefined where baskets name them. */
  asOf: number | undefined;

  constructor(options: KnownProductsOptions) {
    this.#options = options;
  }

  /** How many orders were not read. */
  get count(): number {
    return this.#unread.size;
  }

  /** Whether it was not read. */
  isUnread({ orderId }: DatedOrder): boolean {
    return this.#unread.has(orderId);
  }

  /** The orders of a period, without the baskets that the index knows; undefined where they are needed. */
  async ordersOf(period: Omit<KnownPeriod, 'index'>): Promise<readonly DatedOrder[] | undefined> {
    const { index, readsAll } = this.#options;
    const known = readsAll ? undefined : await ordersOfPeriod({ ...period, index });
    this.asOf = known?.asOf;
    this.#guesses = known?.guesses ?? new Set();
    return known?.orders;
  }

  /** Whether nothing names it. One that the store does not have is not looked for again soon. @param now in milliseconds since 1970 */
  isGuessGone({ orderId }: DatedOrder, now: number): boolean {
    const isGuess = this.#guesses.has(orderId);
    if (isGuess) this.#options.index.missing.add('order', orderId, now);
    return isGuess;
  }

  /** An order that need not be read, with its date: it has not the product, or is not of the period. */
  orderOf({ orderId }: DatedOrder, isInPeriod: (date: string) => boolean): Order | undefined {
    const { index, sku, readsAll } = this.#options;
    const known = readsAll ? undefined : index.ordered.of(orderId, foldedSku(sku));
    if (known === undefined || known.date === '' || (known.mayHave && isInPeriod(known.date))) return undefined;
    this.#unread.add(orderId);
    return { orderId, dateCreated: known.date };
  }

  /**
   * Adds an order that was read to the index. If its customer is not known, it is left to the next search, which reads
   * both: it would be that of a guest. @param withProducts the order or its basket
   */
  learn(named: DatedOrder, order: Order, withProducts: StoreRecord): void {
    const { index } = this.#options;
    const { orderId } = named;
    const customerId = index.customerOf(orderId) ?? customerIdIn(order.customerId) ?? customerIdIn(named.customerId);
    const isOfUnknown = customerId !== undefined && !index.knows('customer', customerId);
    if (isOfUnknown && !index.knows('order', orderId)) return;
    if (!Array.isArray(order.products)) index.ordered.noteInBaskets();
    const skus = skusOf(withProducts);
    index.add({ ...readRecordOf({ orderId, customerId }, order), ...(skus ? { skus } : {}) });
  }
}

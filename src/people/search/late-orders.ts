import type { PeopleIndex } from '../index/people-index.ts';
import { customerIdIn, type NamedByBaskets } from '../orders/named-records.ts';
import { numberOf } from '../orders/orders.ts';
import type { LiveReads } from './live-reads.ts';
import type { RecordReads } from './record-reads.ts';

interface LateOrdersOptions {
  readonly index: PeopleIndex;
  readonly live: LiveReads;
  readonly named: NamedByBaskets;
  readonly records: RecordReads;
  readonly now: () => number;
}

/** So many orders are read at most by their number alone: more cost as much as the baskets. */
const maxOrders = 10;

/** How many of the highest numbers show whether a store counts its orders: the later the order, the higher the number. */
const counted = { few: 5, some: 20 } as const;

/**
 * Reads the orders that were placed since all older baskets were read, and that no newer basket names: the numbers that
 * nobody has, and those behind the highest one. Where that is no more than a few, older baskets need not be read again.
 */
export class LateOrders {
  readonly #options: LateOrdersOptions;

  constructor(options: LateOrdersOptions) {
    this.#options = options;
  }

  /** Returns whether all were read; false where a store does not count its orders, or too many are unknown. */
  async readAll(): Promise<boolean> {
    const { index, named } = this.#options;
    const known = index.highestOrders(counted.some);
    const { orderMark } = index.marks;
    if (orderMark === undefined || !areCounted(known)) return false;
    const highest = Math.max(numberOf(known[0]?.orderId) ?? 0, named.highestOrder);
    if (highest - orderMark > 100 * maxOrders) return false;
    const ids = Array.from({ length: Math.max(0, highest - orderMark) }, (_, at) => orderMark + 1 + at);
    const unknown = ids.map(String).filter((id) => this.#isUnknown(id));
    if (unknown.length > maxOrders) return false;
    await Promise.all(unknown.map((id) => this.#read(id, true)));
    return await this.#readBehind(highest);
  }

  /** Each until one is missing. */
  async #readBehind(highest: number): Promise<boolean> {
    for (let id = highest + 1; id <= highest + maxOrders; id++) if (!(await this.#read(String(id), false))) return true;
    return false;
  }

  #isUnknown(id: string): boolean {
    const { index, named, now } = this.#options;
    return !named.names('order', id) && !index.knows('order', id) && !index.missing.has('order', id, now());
  }

  /** @param isGap whether higher numbers exist: then one that is missing was deleted */
  async #read(id: string, isGap: boolean): Promise<boolean> {
    const { index, live, records, now } = this.#options;
    const order = await live.order(id);
    if (order === undefined) {
      if (isGap && !live.isHidden({ orderId: id })) index.missing.add('order', id, now());
      return false;
    }
    const customerId = customerIdIn(order.customerId);
    const isNew = customerId !== undefined && !index.knows('customer', customerId);
    await records.read({ customerId: isNew ? customerId : undefined, order: { orderId: id, customerId } });
    return true;
  }
}

/** Whether higher numbers are later. @param known the highest numbers first */
function areCounted(known: readonly { readonly orderId: string; readonly date: string }[]): boolean {
  if (known.length < counted.few || known.some(({ orderId, date }) => numberOf(orderId) === undefined || date === ''))
    return false;
  return known.slice(1).every(({ date }, at) => date <= (known[at]?.date ?? ''));
}

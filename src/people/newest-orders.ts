import type { Page } from '../client/pages.ts';
import type { PacedReads } from '../pace/paced-reads.ts';
import type { Basket } from '../resources/baskets.ts';
import type { Order } from '../resources/orders.ts';
import { dayIn, daysBefore } from '../text/days.ts';
import { byNumber, type DatedOrder, numberOf, readOrders } from './orders.ts';

/** How many days after its basket an order is placed at most. Nearly all are placed within an hour. */
export const maxDaysAfterBasket = 7;

/** So many orders with higher numbers that are older than the period show that the others are older too. */
const enoughOlder = 5;

/** Orders of older baskets that are read side by side: few more than show that the others need not be read. */
const fewAtOnce = 4;

/** What an order is to a search: `other` is in its period or newer, and not wanted. */
export type OrderPlace = 'wanted' | 'older' | 'other' | 'gone';

interface NewestQuery {
  /** The orders that baskets name and that may be wanted. */
  readonly namedBy: (baskets: readonly Basket[]) => readonly DatedOrder[];
  /** The first day of the period. */
  readonly since: string | undefined;
  /** So many are enough. */
  readonly most: number;
  readonly reads: Pick<PacedReads, 'read'>;
  /** What an order is; undefined stands for an order that is gone. */
  readonly placeOf: (named: DatedOrder, order: Order | undefined) => Promise<OrderPlace>;
}

interface NewestOrders {
  /** The newest first. */
  readonly orders: readonly Order[];
  /** Whether baskets or orders were left out that may be wanted after all. */
  readonly isPartial: boolean;
}

/**
 * The newest orders, of baskets that come newest first. Reads no further than it needs: until no older basket can have
 * become such an order within a week, and no order with a lower number is as new.
 */
export async function newestOrders(pages: AsyncIterable<Page<Basket>>, query: NewestQuery): Promise<NewestOrders> {
  const seen = new Set<string>();
  const older = new OlderOrders(query.since);
  const wanted: Order[] = [];
  const read = async (named: readonly DatedOrder[], atOnce?: number): Promise<void> => {
    const reading = { isLeftOut: (next: DatedOrder) => older.leaveOut(next), ...(atOnce && { atOnce }) };
    for await (const [one, order] of readOrders(query.reads, byNumber(named), reading)) {
      const place = await query.placeOf(one, order);
      older.note(one, place);
      if (place === 'wanted' && order) wanted.push(order);
    }
  };
  let isEnd = true;
  for await (const { records } of pages) {
    const named = query.namedBy(records).filter(({ orderId }) => !seen.has(orderId));
    for (const { orderId } of named) seen.add(orderId);
    await read([...named.filter((one) => !older.isOfOlderBasket(one)), ...older.takeWrong()]);
    await read(
      named.filter((one) => older.isOfOlderBasket(one)),
      fewAtOnce,
    );
    isEnd = !isEnough(wanted, records, query);
    if (!isEnd) break;
  }
  await read(older.takeWrong());
  return { orders: wanted.sort(newerFirst).slice(0, query.most), isPartial: !isEnd || older.hasLeftOut };
}

/** Whether all is read that is needed, by the baskets of a page: the next ones are older. One without a date may be new. */
function isEnough(found: readonly Order[], baskets: readonly Basket[], { since, most }: NewestQuery): boolean {
  const days = baskets.flatMap(({ dateCreated }) => dayIn(dateCreated) ?? []);
  const newest = days.sort().at(-1);
  if (newest === undefined || days.length < baskets.length) return false;
  const latest = daysBefore(newest, -maxDaysAfterBasket);
  if (since !== undefined && latest < since) return true;
  return found.filter(({ dateCreated }) => (dayIn(dateCreated) ?? '') > latest).length >= most;
}

function newerFirst(left: Order, right: Order): number {
  const [one, other] = [left, right].map(({ dateCreated }) => String(dateCreated ?? ''));
  if (one !== other) return String(one) < String(other) ? 1 : -1;
  return (numberOf(right.orderId) ?? 0) - (numberOf(left.orderId) ?? 0);
}

/**
 * Which orders need not be read: those of baskets that are older than the period, with lower numbers than several that are
 * older themselves.
 */
export class OlderOrders {
  /** The highest numbers of older orders, the lowest of them first. */
  #older: number[] = [];
  #lowestInPeriod = Number.POSITIVE_INFINITY;
  #leftOut: DatedOrder[] = [];
  #isInOrder = true;
  readonly #since: string | undefined;

  /** @param since the first day of the period */
  constructor(since: string | undefined) {
    this.#since = since;
  }

  get hasLeftOut(): boolean {
    return this.#leftOut.length > 0;
  }

  note({ orderId }: DatedOrder, place: OrderPlace): void {
    const number = numberOf(orderId);
    if (place === 'gone') return;
    if (number === undefined) this.#isInOrder = false;
    else if (place === 'older')
      this.#older = [...this.#older, number].sort((left, right) => left - right).slice(-enoughOlder);
    else this.#lowestInPeriod = Math.min(this.#lowestInPeriod, number);
    if ((this.#older.at(-1) ?? 0) > this.#lowestInPeriod) this.#isInOrder = false;
  }

  leaveOut(named: DatedOrder): boolean {
    if (!this.#isInOrder || this.#older.length < enoughOlder) return false;
    if (!this.isOfOlderBasket(named) || (numberOf(named.orderId) ?? Number.POSITIVE_INFINITY) >= Number(this.#older[0]))
      return false;
    this.#leftOut.push(named);
    return true;
  }

  /** Whether an order may be older than the period. */
  isOfOlderBasket({ basketDate }: DatedOrder): boolean {
    const day = dayIn(basketDate);
    return day !== undefined && this.#since !== undefined && day < this.#since;
  }

  /** Orders that were left out, where numbers turn out not to go with dates: then all are read. */
  takeWrong(): readonly DatedOrder[] {
    return this.#isInOrder ? [] : this.#leftOut.splice(0);
  }
}

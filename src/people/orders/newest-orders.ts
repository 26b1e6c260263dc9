import type { Page } from '../../client/pages.ts';
import { maxAtOnce } from '../../pace/pace.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { Basket } from '../../resources/baskets.ts';
import type { Order } from '../../resources/orders.ts';
import { dayIn, daysBefore } from '../../text/days.ts';
import { byNumber, type DatedOrder, numberOf, readOrders } from './orders.ts';

/** How many days after its basket an order is placed at most. Nearly all are placed within an hour. */
export const maxDaysAfterBasket = 7;

/** So many orders with higher numbers that are older than the period show that the others are older too. */
const enoughOlder = 5;

/** Orders of older baskets that are read side by side: few more than show that the others need not be read. */
const fewAtOnce = 4;

/** What an order is to a search: `other` is in its period, and not wanted. */
export type OrderPlace = 'wanted' | 'older' | 'newer' | 'other' | 'gone';

interface NewestQuery {
  /** The orders that baskets refer to and that may be wanted. */
  readonly namedBy: (baskets: readonly Basket[]) => readonly DatedOrder[];
  /** The first day of the period. */
  readonly since: string | undefined;
  /** The last day of the period. */
  readonly until: string | undefined;
  /** So many are enough. */
  readonly most: number;
  readonly reads: Pick<PacedReads, 'read'>;
  /** An order that need not be read. */
  readonly known: (named: DatedOrder) => Order | undefined;
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
  const reading = new NewestReading(query);
  let isEnd = true;
  for await (const { records } of pages) {
    isEnd = !(await reading.isEnoughWith(records));
    if (!isEnd) break;
  }
  if (isEnd) await reading.readOn();
  return { orders: reading.newest(), isPartial: !isEnd || reading.hasLeftOut };
}

/**
 * Orders that baskets refer to, read from the highest number down: a store counts its orders. Where those that were read show
 * that it does not, all are read.
 */
class NewestReading {
  readonly #query: NewestQuery;
  readonly #older: OlderOrders;
  readonly #seen = new Set<string>();
  /** Not read yet. */
  #unread: readonly DatedOrder[] = [];
  readonly #wanted: Order[] = [];
  /** The number and date of each order that was read. */
  #read: readonly { readonly number: number; readonly date: string }[] = [];
  #isCounted = true;
  /** The newest day of a basket. */
  #newestDay: string | undefined;

  constructor(query: NewestQuery) {
    this.#query = query;
    this.#older = new OlderOrders(query.since);
  }

  get hasLeftOut(): boolean {
    return this.#older.hasLeftOut || this.#unread.length > 0;
  }

  newest(): readonly Order[] {
    return this.#wanted.sort(newerFirst).slice(0, this.#query.most);
  }

  /** Whether all is read that is needed, with a page of baskets: the next ones are older. One without a date may be new. */
  async isEnoughWith(baskets: readonly Basket[]): Promise<boolean> {
    const { namedBy, since, most } = this.#query;
    const named = namedBy(baskets).filter(({ orderId }) => !this.#seen.has(orderId));
    for (const { orderId } of named) this.#seen.add(orderId);
    this.#unread = byNumber([...this.#unread, ...named]);
    const days = baskets.flatMap(({ dateCreated }) => dayIn(dateCreated) ?? []).sort();
    const newest = days.at(-1);
    if (newest === undefined || days.length < baskets.length) return false;
    this.#newestDay ??= newest;
    // No later page has an order of a later day.
    const latest = daysBefore(newest, -maxDaysAfterBasket);
    const isWhole = since !== undefined && latest < since;
    // Before, the newest orders may be of baskets that are not known yet.
    if (!isWhole && latest >= this.#newestDay) return false;
    await this.readOn();
    return isWhole || this.#wanted.filter(({ dateCreated }) => (dayIn(dateCreated) ?? '') > latest).length >= most;
  }

  /** Reads until there are enough, and nothing unread has a higher number. */
  async readOn(): Promise<void> {
    await this.#readNewer();
    let atOnce = this.#query.most - this.#wanted.length;
    for (let next = this.#next(atOnce); next.length > 0; next = this.#next(atOnce)) {
      await this.#readEach(next);
      atOnce = Math.max(maxAtOnce, this.#query.most - this.#wanted.length);
    }
  }

  /** Those to read next, at most so many; all where numbers say nothing. */
  #next(most: number): readonly DatedOrder[] {
    const { most: enough } = this.#query;
    const wrong = this.#older.takeWrong();
    if (!this.#isCounted || wrong.length > 0) return [...this.#take(() => true), ...wrong];
    const lowest = this.#wanted.length < enough ? 0 : this.#lowestOf(enough);
    const isHigher = ({ orderId }: DatedOrder): boolean => (numberOf(orderId) ?? Number.POSITIVE_INFINITY) > lowest;
    const isInPeriod = (one: DatedOrder): boolean => isHigher(one) && !this.#older.isOfOlderBasket(one);
    const first = this.#take(isInPeriod, Math.max(most, 1));
    return first.length > 0 ? first : this.#take(isHigher, Math.max(most, 1));
  }

  /** The lowest number of so many of the newest orders that are wanted. */
  #lowestOf(count: number): number {
    const numbers = this.#wanted.map(({ orderId }) => numberOf(orderId) ?? 0).sort((left, right) => right - left);
    return numbers[count - 1] ?? 0;
  }

  #take(isTaken: (one: DatedOrder) => boolean, most = Number.POSITIVE_INFINITY): readonly DatedOrder[] {
    const taken = this.#unread.filter(isTaken).slice(0, most);
    const isLeft = new Set(taken.map(({ orderId }) => orderId));
    this.#unread = this.#unread.filter(({ orderId }) => !isLeft.has(orderId));
    return taken;
  }

  /** Orders of baskets behind the period, the lowest number first, until several are behind it themselves. */
  async #readNewer(): Promise<void> {
    const { until } = this.#query;
    if (until === undefined || !this.#isCounted) return;
    const isNewer = ({ basketDate }: DatedOrder): boolean => (dayIn(basketDate) ?? '') > until;
    const lowestFirst = [...this.#take(isNewer)].reverse();
    if (lowestFirst.some(({ orderId }) => numberOf(orderId) === undefined))
      return void (await this.#readEach(lowestFirst));
    let behind = 0;
    while (behind < enoughOlder && lowestFirst.length > 0) {
      const places = await this.#readEach(lowestFirst.splice(0, enoughOlder));
      behind = places.includes('wanted') ? 0 : behind + places.filter((place) => place === 'newer').length;
    }
  }

  /** Reads these, or as many of them as may be in the period. Returns what each one is. */
  async #readEach(named: readonly DatedOrder[]): Promise<readonly OrderPlace[]> {
    const { reads, known, placeOf } = this.#query;
    const places: OrderPlace[] = [];
    const isLeftOut = (next: DatedOrder): boolean => this.#older.leaveOut(next);
    const atOnce = named.every((one) => this.#older.isOfOlderBasket(one)) ? fewAtOnce : maxAtOnce;
    for await (const [one, order] of readOrders(reads, named, { isLeftOut, atOnce, known })) {
      const place = await placeOf(one, order);
      this.#older.note(one, place);
      places.push(place);
      if (place === 'wanted' && order) this.#wanted.push(order);
      if (order) this.#noteDate(one, order);
    }
    const numbered = [...this.#read].sort((left, right) => right.number - left.number);
    if (numbered.some(({ date }, at) => date > (numbered[at - 1]?.date ?? date))) this.#isCounted = false;
    return places;
  }

  #noteDate({ orderId }: DatedOrder, { dateCreated }: Order): void {
    const number = numberOf(orderId);
    if (number === undefined || typeof dateCreated !== 'string') this.#isCounted = false;
    else this.#read = [...this.#read, { number, date: dateCreated }];
  }
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

import type { Page } from '../../client/pages.ts';
import type { Basket } from '../../resources/baskets.ts';
import { daysBefore } from '../../text/days.ts';
import { endsOlder } from '../index/basket-age.ts';
import type { PeopleIndex } from '../index/people-index.ts';
import { maxDaysAfterBasket } from './newest-orders.ts';
import { type DatedOrder, numberOf } from './orders.ts';

export interface KnownPeriod {
  readonly index: PeopleIndex;
  /** The first day. */
  readonly since: string | undefined;
  /** The last day. */
  readonly until: string | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** The newest first. */
  readonly pages: AsyncGenerator<Page<Basket>>;
  /** The orders that baskets refer to and that may be wanted. */
  readonly namedBy: (baskets: readonly Basket[]) => readonly DatedOrder[];
}

/** The orders of a period. */
interface OrdersOfPeriod {
  readonly orders: readonly DatedOrder[];
  /** Orders that there may be: numbers between known ones. */
  readonly guesses: ReadonlySet<string>;
  /** As of when older orders are known, in milliseconds since 1970. */
  readonly asOf: number;
}

/** So many orders are read at most by their number alone: more cost as much as the baskets. */
const maxGuesses = 10;

/** So many numbers are looked at: the others of them were missing before. */
const maxNumbers = 1000;

const day = 24 * 3_600_000;

/**
 * The orders of a period by an index that knows all baskets up to a time, and those of the baskets since. An order of an
 * older basket that was placed late has a number between those that are known: it is read by that. Undefined where numbers
 * do not tell, or the index knows little of what was ordered: then the baskets do.
 */
export async function ordersOfPeriod(period: KnownPeriod): Promise<OrdersOfPeriod | undefined> {
  const { index, until, pages, namedBy } = period;
  const asOf = index.marks.completeAt;
  const known = asOf === undefined ? undefined : index.ordered.ofDays(period);
  if (asOf === undefined || known === undefined || index.ordered.areInBaskets) return undefined;
  const unlearned = known.orders.filter(({ hasProducts }) => !hasProducts);
  const last = known.orders
    .map(({ orderId }) => Number(orderId))
    .reduce((one, other) => Math.max(one, other), known.above);
  const guesses = guessed(period, known.orders, { above: known.above, below: known.below ?? last + 1 });
  if (unlearned.length > known.orders.length / 2 || guesses === undefined) return undefined;
  const markDay = new Date(asOf).toISOString().slice(0, 10);
  const isOver = known.below !== undefined && until !== undefined && until < daysBefore(markDay, 1);
  const named = isOver ? [] : await namedSince(pages, asOf - (maxDaysAfterBasket + 1) * day, namedBy);
  const orders = [...[...known.orders.map(({ orderId }) => orderId), ...guesses].map(unnamed), ...named];
  const areNamed = new Set(named.map(({ orderId }) => orderId));
  return {
    orders: [...new Map(orders.map((one) => [one.orderId, one])).values()],
    guesses: new Set(guesses.filter((id) => !areNamed.has(id))),
    asOf,
  };
}

/** Undefined where there are too many. */
function guessed(
  { index, now }: KnownPeriod,
  known: readonly { readonly orderId: string }[],
  { above, below }: { readonly above: number; readonly below: number },
): readonly string[] | undefined {
  const numbers = new Set(known.map(({ orderId }) => numberOf(orderId)));
  if (below - above - 1 - numbers.size > maxNumbers) return undefined;
  const between = Array.from({ length: Math.max(0, below - above - 1) }, (_, at) => above + 1 + at);
  const unknown = between.filter((number) => !numbers.has(number)).map(String);
  const guesses = unknown.filter((id) => !index.missing.has('order', id, now));
  return guesses.length > maxGuesses ? undefined : guesses;
}

/** The orders of baskets that are not all older than a time. */
async function namedSince(
  pages: KnownPeriod['pages'],
  since: number,
  namedBy: KnownPeriod['namedBy'],
): Promise<readonly DatedOrder[]> {
  const named = new Map<string, DatedOrder>();
  for await (const { records } of pages) {
    for (const one of namedBy(records)) named.set(one.orderId, one);
    if (endsOlder(records, since)) break;
  }
  return [...named.values()];
}

const unnamed = (orderId: string): DatedOrder => ({
  orderId,
  customerId: undefined,
  basketKey: undefined,
  basketDate: '',
});

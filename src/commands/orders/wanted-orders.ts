import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import type { Page } from '../../client/pages.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { BasketList } from '../../people/orders/baskets.ts';
import type { KnownProducts } from '../../people/orders/known-products.ts';
import { newestOrders, OlderOrders, type OrderPlace } from '../../people/orders/newest-orders.ts';
import { hasSku } from '../../people/orders/ordered-skus.ts';
import { byNumber, type DatedOrder, namedOrders, ordersOf, readOrders } from '../../people/orders/orders.ts';
import type { Basket } from '../../resources/baskets.ts';
import type { Order } from '../../resources/orders.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { withProgress } from '../shared/list.ts';
import type { OrderFilter } from './filter.ts';
import { recordOfProducts } from './ordered-product.ts';
import { mayBeIn, type Period, placeIn } from './period.ts';

/** What is said of a list that was printed. */
export interface ListNotes {
  /** Orders that baskets refer to, and the store does not have. */
  gone: readonly string[];
  /** Orders that do not say which products they have. */
  unclear: readonly string[];
  /** Orders that were read. */
  read: number;
  /** Whether there are more than were printed. */
  more: boolean;
  /** Whether baskets or orders were left out that may be wanted after all. */
  isPartial: boolean;
}

interface OrderListing {
  readonly session: Session;
  readonly connection: Connection;
  readonly reads: PacedReads;
  readonly list: BasketList;
  readonly wanted: OrderFilter;
  readonly period: Period;
  /** What the index knows of products; undefined without one. */
  readonly products: KnownProducts | undefined;
  readonly found: ListNotes;
}

/** The orders that are printed, as they are read. */
export async function* wantedOrders(listing: OrderListing): AsyncGenerator<readonly StoreRecord[]> {
  const { wanted, list, found } = listing;
  if (!wanted.isCompared) return yield* namedByBaskets(listing);
  if (wanted.isAll || !list.isNewestFirst) return yield* upTo(wanted.limit, comparedWithAll(listing), found);
  const known = await knownOrders(listing);
  if (known) return yield* upTo(wanted.limit, ordersRead(listing, known, known.length), found);
  const { orders, isPartial } = await newestOrders(pagesOf(listing), {
    namedBy: namedIn(listing),
    ...listing.period,
    most: wanted.limit + 1,
    reads: listing.reads,
    known: knownBy(listing),
    placeOf: (named, order) => placeOf(listing, named, order),
  });
  found.isPartial = isPartial;
  found.more = orders.length > wanted.limit;
  yield orders.slice(0, wanted.limit);
}

const namedIn =
  (listing: OrderListing) =>
  (baskets: readonly Basket[]): readonly DatedOrder[] =>
    ordersOf(baskets, namingOf(listing)).filter(({ basketDate }) => mayBeIn(listing.period, basketDate));

/** The highest numbers first. Undefined where the index does not know them. */
async function knownOrders(listing: OrderListing): Promise<readonly DatedOrder[] | undefined> {
  const { session, products, period, wanted } = listing;
  if (wanted.customer !== undefined) return undefined;
  const now = session.context.clock.now().getTime();
  const known = await products?.ordersOf({ ...period, now, pages: pagesOf(listing), namedBy: namedIn(listing) });
  return known && byNumber(known);
}

const pagesOf = ({ session, list }: OrderListing): AsyncGenerator<Page<Basket>> =>
  withProgress(session, list.pages, { printsRows: false });

const namingOf = ({ connection, wanted: { customer } }: OrderListing) => ({
  host: hostOf(connection),
  isWanted: ({ customerId }: Basket): boolean => customer === undefined || String(customerId) === String(customer),
});

/** Those that baskets refer to, read where more is printed than baskets say. */
async function* namedByBaskets(listing: OrderListing): AsyncGenerator<readonly StoreRecord[]> {
  const { session, list, wanted, found } = listing;
  const { limit, isNewestFirst: newestFirst } = wanted;
  // One more than is shown tells whether there are more.
  const query = { ...namingOf(listing), most: limit + 1, newestFirst };
  const named = await namedOrders({ ...list, pages: pagesOf(listing) }, query);
  if (needsOrders(session)) return yield* upTo(limit, ordersRead(listing, named, Math.min(limit, named.length)), found);
  found.more = named.length > limit;
  yield named.slice(0, limit).map(({ basketDate: _, ...one }) => one);
}

/**
 * Those that are wanted among all that the baskets name. With `--all` each one is read; else none whose number shows
 * that it is older than the period.
 */
async function* comparedWithAll(listing: OrderListing): AsyncGenerator<Order> {
  const { list, wanted, period, found } = listing;
  const query = { ...namingOf(listing), most: Number.POSITIVE_INFINITY, newestFirst: true };
  const all = await namedOrders({ ...list, pages: pagesOf(listing) }, query);
  const named = byNumber(all.filter(({ basketDate }) => mayBeIn(period, basketDate)));
  const older = wanted.isAll ? undefined : new OlderOrders(period.since);
  yield* ordersRead(listing, named, named.length, older);
  const wrong = older?.takeWrong() ?? [];
  yield* ordersRead(listing, wrong, wrong.length);
  found.isPartial = older?.hasLeftOut === true;
}

/** Each order that is wanted, and that the store still has. */
async function* ordersRead(
  listing: OrderListing,
  named: readonly DatedOrder[],
  total: number,
  older?: OlderOrders,
): AsyncGenerator<Order> {
  const { session, reads } = listing;
  let done = 0;
  const display = session.progress(() => ({ done, total, place: undefined }));
  try {
    const isLeftOut = (next: DatedOrder): boolean => older?.leaveOut(next) === true;
    for await (const [one, order] of readOrders(reads, named, { isLeftOut, known: knownBy(listing) })) {
      done++;
      display.show();
      const place = await placeOf(listing, one, order);
      older?.note(one, place);
      if (place === 'wanted' && order) yield order;
      if (session.context.stdout.closed) return;
    }
  } finally {
    await display.end();
  }
}

async function* upTo(limit: number, orders: AsyncGenerator<Order>, found: ListNotes): AsyncGenerator<readonly Order[]> {
  let left = limit;
  for await (const order of orders) {
    found.more = left === 0;
    if (found.more) return;
    left--;
    yield [order];
  }
}

/** What an order is to this list, with a note of what a person should know of it. */
async function placeOf(listing: OrderListing, named: DatedOrder, order: Order | undefined): Promise<OrderPlace> {
  const { connection, period, products, found } = listing;
  const isUnread = products?.isUnread(named) === true;
  if (!isUnread) found.read++;
  if (order === undefined) return noteGone(listing, named);
  const place = placeIn(period, order.dateCreated, hostOf(connection));
  const isWanted = !isUnread && (await isWantedIn(listing, { place, named, order }));
  if (place !== 'in') return place === 'before' ? 'older' : 'newer';
  return isWanted ? 'wanted' : 'other';
}

function noteGone({ session, products, found }: OrderListing, named: DatedOrder): OrderPlace {
  const isGuess = products?.isGuessGone(named, session.context.clock.now().getTime()) === true;
  if (!isGuess) found.gone = [...found.gone, named.orderId];
  return 'gone';
}

interface PlacedOrder {
  readonly place: ReturnType<typeof placeIn>;
  readonly named: DatedOrder;
  readonly order: Order;
}

/** Whether an order that was read has the product, if it is of the period. The index learns what it has. */
async function isWantedIn(
  { reads, wanted: { product }, products, found }: OrderListing,
  { place, named, order }: PlacedOrder,
): Promise<boolean> {
  const isAsked = place === 'in' && product !== undefined;
  const withProducts = isAsked
    ? await recordOfProducts(reads, order, { sku: product, basketKey: named.basketKey })
    : order;
  products?.learn(named, order, withProducts);
  const has = isAsked ? hasSku(withProducts, product) : true;
  if (has === undefined) found.unclear = [...found.unclear, named.orderId];
  return has === true;
}

const knownBy =
  ({ connection, products, period }: OrderListing) =>
  (named: DatedOrder): Order | undefined =>
    products?.orderOf(named, (date) => placeIn(period, date, hostOf(connection)) === 'in');

/** The fields that baskets have of their orders. */
const ofBaskets = new Set(['orderid', 'customerid', 'basketkey']);

/** Whether anything is printed that baskets do not say. */
const needsOrders = ({ options: { quiet, fields } }: Session): boolean =>
  !quiet && (fields === undefined || !fields.split(',').every((name) => ofBaskets.has(name.trim().toLowerCase())));

import { orderAt } from '../../client/endpoints/orders.ts';
import { getRecord, unlessNotFound } from '../../client/records.ts';
import { CliError } from '../../errors.ts';
import { maxAtOnce } from '../../pace/pace.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { Basket } from '../../resources/baskets.ts';
import { type Order, orderIdIn } from '../../resources/orders.ts';
import { type BasketAge, compareAge, createdAt } from '../index/basket-age.ts';
import type { BasketList } from './baskets.ts';

/**
 * The ID of the order that a basket names; undefined where it is not ordered.
 * @throws CliError `refused` for a basket without the field: it says nothing about orders
 */
export function orderOf(basket: Basket, host: string): string | undefined {
  if (Object.hasOwn(basket, 'orderId')) return orderIdIn(basket);
  throw new CliError('refused', `The baskets of ${host} have no orderId: they do not say which of them are ordered.`, {
    field: 'orderId',
    hint: 'To see what a basket has: shop-cli baskets get <key> --json',
  });
}

/** What a basket says of an order, in the fields of an order. */
interface NamedOrder {
  readonly orderId: string;
  readonly customerId: unknown;
  readonly basketKey: unknown;
}

/** The same, with when the oldest of its baskets was created, as the store writes it; empty where it does not say. */
export interface DatedOrder extends NamedOrder {
  readonly basketDate: string;
}

interface NamingBaskets {
  /** Of the store, for errors. */
  readonly host: string;
  readonly isWanted: (basket: Basket) => boolean;
}

interface OrderQuery extends NamingBaskets {
  /** So many are enough. */
  readonly most: number;
  /** Whether those of the newest baskets come first; else they come in the order of the list. */
  readonly newestFirst: boolean;
}

/**
 * The orders that the baskets of a list name, each once. They are in memory: few fields of each.
 * @throws CliError `refused` for a basket that does not say whether it is ordered
 */
export async function namedOrders(
  { pages, isNewestFirst }: Pick<BasketList, 'pages' | 'isNewestFirst'>,
  { most, newestFirst, ...naming }: OrderQuery,
): Promise<readonly DatedOrder[]> {
  const mustSort = newestFirst && !isNewestFirst;
  const found = new Map<string, NotedOrder>();
  for await (const { records } of pages) {
    noteAll(found, records, naming);
    if (!mustSort && found.size >= most) break;
  }
  const all = [...found.values()];
  if (mustSort) all.sort((left, right) => compareAge(right.age, left.age));
  return all.slice(0, most).map(({ named }) => named);
}

/** The orders that some baskets name, each once. @throws CliError `refused` as `namedOrders` */
export function ordersOf(baskets: readonly Basket[], naming: NamingBaskets): readonly DatedOrder[] {
  const found = new Map<string, NotedOrder>();
  noteAll(found, baskets, naming);
  return [...found.values()].map(({ named }) => named);
}

interface NotedOrder {
  readonly named: DatedOrder;
  /** Of the newest basket that names it. */
  readonly age: BasketAge;
}

function noteAll(found: Map<string, NotedOrder>, baskets: readonly Basket[], { host, isWanted }: NamingBaskets): void {
  for (const basket of baskets) {
    const orderId = orderOf(basket, host);
    if (orderId !== undefined && isWanted(basket)) note(found, orderId, basket);
  }
}

/** Notes an order with the newest of the baskets that name it; its place is that of the first one. */
function note(
  found: Map<string, NotedOrder>,
  orderId: string,
  { id, dateCreated, customerId, basketKey }: Basket,
): void {
  const before = found.get(orderId);
  const age = { id, dateCreated };
  const [basketDate = ''] = [createdAt(age), before?.named.basketDate ?? createdAt(age)].sort();
  const isNewer = before === undefined || compareAge(before.age, age) < 0;
  const named = isNewer ? { orderId, customerId, basketKey } : before.named;
  found.set(orderId, { named: { ...named, basketDate }, age: isNewer ? age : before.age });
}

/** The number of an order, where its ID is one. */
export const numberOf = (orderId: unknown): number | undefined =>
  /^\d{1,15}$/.test(String(orderId)) ? Number(orderId) : undefined;

/** The highest numbers first, where all of them have one: a store counts its orders, and older baskets may be ordered later. */
export function byNumber<N extends Pick<NamedOrder, 'orderId'>>(named: readonly N[]): readonly N[] {
  if (!named.every(({ orderId }) => numberOf(orderId) !== undefined)) return named;
  return [...named].sort((left, right) => Number(right.orderId) - Number(left.orderId));
}

interface OrderReading<N> {
  readonly atOnce?: number;
  readonly isLeftOut?: (one: N) => boolean;
  readonly known?: ((one: N) => Order | undefined) | undefined;
}

/**
 * The orders with these IDs, in this order, read side by side. Undefined for one that is gone.
 * @param atOnce how many side by side @param isLeftOut whether one need not be read any more, asked before each
 * @param known an order that need not be read
 */
export async function* readOrders<N extends Pick<NamedOrder, 'orderId'>>(
  reads: Pick<PacedReads, 'read'>,
  named: readonly N[],
  { atOnce = maxAtOnce, isLeftOut = () => false, known = () => undefined }: OrderReading<N> = {},
): AsyncGenerator<readonly [named: N, order: Order | undefined]> {
  const read = async (one: N) =>
    known(one) ??
    (await unlessNotFound(reads.read((connection) => getRecord(connection, orderAt(one.orderId)), 'send')));
  const underWay: { readonly one: N; readonly reading: Promise<Order | undefined> }[] = [];
  const waiting = named.values();
  for (;;) {
    while (underWay.length < atOnce) {
      const one = nextOf(waiting, isLeftOut);
      if (one === undefined) break;
      const reading = read(one);
      // A read that is not waited for any more may fail unnoticed.
      reading.catch(() => undefined);
      underWay.push({ one, reading });
    }
    const first = underWay.shift();
    if (first === undefined) return;
    yield [first.one, await first.reading];
  }
}

function nextOf<N>(waiting: Iterator<N>, isLeftOut: (one: N) => boolean): N | undefined {
  for (let next = waiting.next(); next.done !== true; next = waiting.next())
    if (!isLeftOut(next.value)) return next.value;
  return undefined;
}

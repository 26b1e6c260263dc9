import { orderAt } from '../client/endpoints/orders.ts';
import { getRecord, unlessNotFound } from '../client/records.ts';
import { CliError } from '../errors.ts';
import type { Basket } from '../resources/baskets.ts';
import { type Order, orderIdIn } from '../resources/orders.ts';
import { type BasketAge, type BasketList, compareAge } from './baskets.ts';
import { maxAtOnce, type PacedReads } from './paced-reads.ts';

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
export interface NamedOrder {
  readonly orderId: string;
  readonly customerId: unknown;
  readonly basketKey: unknown;
}

interface OrderQuery {
  /** Of the store, for errors. */
  readonly host: string;
  readonly isWanted: (basket: Basket) => boolean;
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
  { host, isWanted, most, newestFirst }: OrderQuery,
): Promise<readonly NamedOrder[]> {
  const mustSort = newestFirst && !isNewestFirst;
  const found = new Map<string, DatedOrder>();
  for await (const { records } of pages) {
    for (const record of records) {
      const orderId = orderOf(record, host);
      if (orderId !== undefined && isWanted(record)) note(found, orderId, record);
    }
    if (!mustSort && found.size >= most) break;
  }
  const all = [...found.values()];
  if (mustSort) all.sort((left, right) => compareAge(right.age, left.age));
  return all.slice(0, most).map(({ named }) => named);
}

interface DatedOrder {
  readonly named: NamedOrder;
  /** Of the newest basket that names it. */
  readonly age: BasketAge;
}

/** Notes an order with the newest of the baskets that name it; its place is that of the first one. */
function note(
  found: Map<string, DatedOrder>,
  orderId: string,
  { id, dateCreated, customerId, basketKey }: Basket,
): void {
  const before = found.get(orderId);
  const age = { id, dateCreated };
  if (before === undefined || compareAge(before.age, age) < 0)
    found.set(orderId, { named: { orderId, customerId, basketKey }, age });
}

/** The orders with these IDs, in this order, read side by side. Undefined for one that is gone. */
export async function* readOrders<N extends Pick<NamedOrder, 'orderId'>>(
  reads: Pick<PacedReads, 'read'>,
  named: readonly N[],
): AsyncGenerator<readonly [named: N, order: Order | undefined]> {
  const read = ({ orderId }: N) =>
    unlessNotFound(reads.read((connection) => getRecord(connection, orderAt(orderId)), 'send'));
  const underWay: Promise<Order | undefined>[] = [];
  for (const [at, one] of named.entries()) {
    for (const next of named.slice(at + underWay.length, at + maxAtOnce)) {
      const reading = read(next);
      // A read that is not waited for any more may fail unnoticed.
      reading.catch(() => undefined);
      underWay.push(reading);
    }
    yield [one, await underWay.shift()];
  }
}

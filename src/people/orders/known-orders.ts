import { type Order, orderIdIn } from '../../resources/orders.ts';
import type { KnownOrder } from '../index/people-index.ts';
import { readRecordOf } from './named-records.ts';

/** An order that was read, as the index knows it. */
export function knownOrder(order: Order): KnownOrder {
  const orderId = String(orderIdIn(order));
  return { orderId, date: readRecordOf({ orderId }, order).date };
}

/** Each once, the newest first. */
export function newestFirst(known: readonly KnownOrder[]): readonly KnownOrder[] {
  const each = new Map(known.map((order) => [order.orderId, order]));
  return [...each.values()].sort((left, right) => (right.date < left.date ? -1 : Number(right.date > left.date)));
}

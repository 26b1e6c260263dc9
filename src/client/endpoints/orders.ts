import { CliError } from '../../errors.ts';
import { guessedOrderId, type NewOrder, newOrder, type Order, order, orderIdIn } from '../../resources/orders.ts';
import type { Connection } from '../connection.ts';
import { unexpectedReply } from '../failures.ts';
import { getRecord, type Place, postTo } from '../records.ts';
import { contentOf, findRecord } from '../reply/shapes.ts';
import { isId } from '../reply/write-reply.ts';
import { basketAt } from './baskets.ts';

const all = { segments: ['orders'], record: order, names: ['order', 'orders'] } as const;

/** `/orders/{orderId}` */
export const orderAt = (orderId: string): Place<Order> => ({
  ...all,
  segments: ['orders', orderId],
  id: orderId,
  // A store may call an order by another number than that of its record.
  askedBy: ['orderId', 'id', 'number', 'orderNumber', 'reference'],
});

/**
 * `POST /orders`: turns a basket into an order. The reply is not documented: where it is not an order, the ID is read from
 * the basket. @throws CliError `outcome-unknown` where neither names the order
 */
export async function createOrder(connection: Connection, draft: NewOrder): Promise<Order> {
  const { reply, request } = await postTo(connection, all, newOrder.toJson(draft));
  const { json } = reply;
  const record = findRecord(json, all);
  if (record !== undefined && isId(orderIdIn(record))) return record;
  const { basketKey = '' } = draft;
  const orderId = (await orderIdOfBasket(connection, basketKey)) ?? guessedOrderId(json);
  if (!isId(orderId)) throw unexpectedReply(connection, request, 'names no order, and neither does the basket');
  const content = record ?? contentOf(json, all.names) ?? { basketKey };
  return { ...('orderId' in content ? {} : { orderId }), ...content, orderId };
}

/** The order exists, even if its basket cannot be read. */
async function orderIdOfBasket(connection: Connection, basketKey: string): Promise<string | undefined> {
  try {
    return orderIdIn({ orderId: (await getRecord(connection, basketAt(basketKey))).orderId });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return undefined;
  }
}

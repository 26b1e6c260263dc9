import { CliError } from '../../errors.ts';
import { guessedOrderId, type NewOrder, newOrder, type Order, order, orderIdIn } from '../../resources/orders.ts';
import type { Connection } from '../connection.ts';
import { getRecord, type Place, postTo } from '../records.ts';
import { contentOf, findRecord } from '../reply/shapes.ts';
import { basketAt } from './baskets.ts';

const all = { segments: ['orders'], record: order, names: ['order', 'orders'] } as const;

/** `/orders/{orderId}` */
export const orderAt = (orderId: string): Place<Order> => ({ ...all, segments: ['orders', orderId], id: orderId });

/**
 * `POST /orders`: turns a basket into an order. The reply is not documented: any 2xx means that it was made, and where
 * the reply is not an order, its ID is read from the basket. The ID is null where the store names it nowhere.
 */
export async function createOrder(connection: Connection, draft: NewOrder): Promise<Order> {
  const { json } = (await postTo(connection, all, newOrder.toJson(draft))).reply;
  const record = findRecord(json, all);
  if (record !== undefined && orderIdIn(record) !== undefined) return record;
  const { basketKey = '' } = draft;
  const orderId = (await orderIdOfBasket(connection, basketKey)) ?? guessedOrderId(json) ?? null;
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

import { CliError } from '../../errors.ts';
import { guessedOrderId, type NewOrder, newOrder, type Order, order, orderIdIn } from '../../resources/orders.ts';
import { type Connection, hostOf } from '../connection.ts';
import { readNamed } from '../creation.ts';
import { unexpectedReply } from '../failures.ts';
import { getRecord, type Place, postTo } from '../records.ts';
import { contentOf, findRecord } from '../reply/shapes.ts';
import { isBareId, isId, recordIn } from '../reply/write-reply.ts';
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
 * the basket, if that was read before and had none.
 * @throws CliError `usage` for a basket that is an order already, `outcome-unknown` where neither names the order
 */
export async function createOrder(connection: Connection, draft: NewOrder): Promise<Order> {
  const { basketKey = '' } = draft;
  let wasOpen = false;
  const { reply, request } = await postTo(connection, all, newOrder.toJson(draft), async () => {
    const before = await orderIdOfBasket(connection, basketKey).catch(unlessNotShown);
    if (isId(before)) throw ordered(connection, basketKey, before);
    wasOpen = before !== undefined;
  });
  const { json } = reply;
  const record = findRecord(json, all);
  const own = record && orderIdIn(record);
  // An ID that is all that a reply has may be that of a job, or a number of rows.
  const confirm = (id: string): Promise<unknown> =>
    readNamed(connection, orderAt(id), { reply, request }).catch(unlessUnread);
  if (record !== undefined && isId(own)) {
    if (recordIn(reply, all) === undefined) await confirm(own);
    return 'orderId' in record ? record : { orderId: own, ...record };
  }
  const ofBasket = wasOpen ? await orderIdOfBasket(connection, basketKey).catch(unlessFault) : undefined;
  const orderId = idOfOrder(json, ofBasket);
  if (!isId(orderId)) throw unexpectedReply(connection, request, 'has no order ID, and neither has the basket');
  if (isBareId(json) && !isId(ofBasket)) await confirm(orderId);
  return withOrderId(record ?? contentOf(json, all.names) ?? { basketKey }, orderId);
}

const withOrderId = (content: Order, orderId: string): Order => ({
  ...('orderId' in content ? {} : { orderId }),
  ...content,
  orderId,
});

/** The ID of a new order: of its basket, or in a reply that is no order. */
function idOfOrder(json: unknown, ofBasket: string | undefined): string | undefined {
  if (isId(ofBasket)) return ofBasket;
  return isBareId(json) ? String(json) : guessedOrderId(json);
}

const ordered = (connection: Connection, basketKey: string, orderId: string): CliError =>
  new CliError(
    'usage',
    `Basket ${basketKey} on ${hostOf(connection)} is already ordered, as order ${orderId}. Nothing was sent.`,
    {
      field: 'basketKey',
      hint: `To see the order: shop-cli orders get ${orderId}`,
    },
  );

/** The ID of the order that a basket has become; empty for none. */
const orderIdOfBasket = async (connection: Connection, basketKey: string): Promise<string> =>
  orderIdIn({ orderId: (await getRecord(connection, basketAt(basketKey))).orderId }) ?? '';

/** Before the order is sent: a store that does not show its basket may still take it. Any other failure is thrown. */
function unlessNotShown(error: unknown): undefined {
  const isTolerated =
    error instanceof CliError &&
    ['not-found', 'refused'].includes(error.kind) &&
    !error.isOtherRecord &&
    !error.retryable;
  if (!isTolerated) throw error;
}

/** The order exists, even if it cannot be read. */
function unlessUnread(error: unknown): undefined {
  if (!(error instanceof CliError) || error.kind === 'outcome-unknown' || error.kind === 'interrupted') throw error;
}

/** The order exists, even if its basket cannot be read. */
function unlessFault(error: unknown): undefined {
  if (!(error instanceof CliError)) throw error;
}

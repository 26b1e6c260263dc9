import { newOrder } from '../../resources/orders.ts';
import { forgetOrder } from '../baskets/store.ts';
import { addPoints } from '../customers/store.ts';
import { valuesOf } from '../http/body.ts';
import { idInPath, noSuchRecord, type Reply, type Route, type Store, type StoreRequest } from '../route.ts';
import { createOrder, deleteOrder, findOrder } from './store.ts';

/** The endpoints of orders. */
export const orderRoutes: readonly Route[] = [
  { method: 'POST', path: '/orders', answer: postOrder },
  { method: 'GET', path: '/orders/:orderId', answer: getOrder },
  { method: 'DELETE', path: '/orders/:orderId', answer: removeOrder },
];

function getOrder({ params }: StoreRequest, { database }: Store): Reply {
  const order = findOrder(database, idInPath(params.orderId, 'order'));
  if (!order) throw noSuchRecord('order');
  return { status: 200, body: order };
}

async function postOrder({ body }: StoreRequest, store: Store): Promise<Reply> {
  const request = valuesOf(newOrder.fromJson(body));
  const order = await store.commit(() => findOrder(store.database, createOrder(store, request)));
  return { status: 201, body: order };
}

/** The basket can be ordered again, and the customer has the points back. */
async function removeOrder({ params }: StoreRequest, { database, commit }: Store): Promise<Reply> {
  const id = idInPath(params.orderId, 'order');
  await commit(() => {
    const order = findOrder(database, id);
    if (!order) throw noSuchRecord('order');
    deleteOrder(database, id);
    forgetOrder(database, id);
    addPoints(database, BigInt(String(order.customerId)), BigInt(String(order.loyaltyPoints)));
  });
  return { status: 200, body: { deleted: String(id) } };
}

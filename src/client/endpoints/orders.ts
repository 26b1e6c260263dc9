import { type NewOrder, newOrder, type Order, order } from '../../resources/orders.ts';
import type { Connection } from '../connection.ts';
import { createRecord, deleteRecord, getRecord, type Place } from '../records.ts';

const at = (orderId: string): Place<Order> => ({ segments: ['orders', orderId], record: order });

/** `GET /orders/{orderId}` */
export const getOrder = (connection: Connection, orderId: string): Promise<Order> => getRecord(connection, at(orderId));

/** `POST /orders`: turns a basket into an order. */
export const createOrder = (connection: Connection, draft: NewOrder): Promise<Order> =>
  createRecord(connection, { segments: ['orders'], record: order }, newOrder.toJson(draft));

/** `DELETE /orders/{orderId}` */
export const deleteOrder = (connection: Connection, orderId: string): Promise<void> =>
  deleteRecord(connection, at(orderId));

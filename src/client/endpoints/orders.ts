import { type NewOrder, newOrder, order } from '../../resources/orders.ts';
import type { Received } from '../../resources/record.ts';
import type { Connection } from '../connection.ts';
import { createRecord, deleteRecord, getRecord, type Place } from '../records.ts';

const at = (orderId: string): Place => ({ segments: ['orders', orderId], record: order });

/** `GET /orders/{orderId}` */
export const getOrder = (connection: Connection, orderId: string): Promise<Received> =>
  getRecord(connection, at(orderId));

/** `POST /orders`: turns a basket into an order. */
export const createOrder = (connection: Connection, draft: NewOrder): Promise<Received> =>
  createRecord(connection, { segments: ['orders'], record: order }, newOrder.toJson(draft));

/** `DELETE /orders/{orderId}` */
export const deleteOrder = (connection: Connection, orderId: string): Promise<void> =>
  deleteRecord(connection, at(orderId));

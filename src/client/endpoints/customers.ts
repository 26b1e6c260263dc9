import {
  type CustomerChanges,
  customer,
  customerChanges,
  type NewCustomer,
  newCustomer,
} from '../../resources/customers.ts';
import type { Received } from '../../resources/record.ts';
import type { Connection } from '../connection.ts';
import { createRecord, deleteRecord, getRecord, type Place, updateRecord } from '../records.ts';

const at = (customerId: string): Place => ({ segments: ['customers', customerId], record: customer });

/** `GET /customers/{customerId}` */
export const getCustomer = (connection: Connection, customerId: string): Promise<Received> =>
  getRecord(connection, at(customerId));

/** `POST /customers` */
export const createCustomer = (connection: Connection, draft: NewCustomer): Promise<Received> =>
  createRecord(connection, { segments: ['customers'], record: customer }, newCustomer.toJson(draft));

/** `PATCH /customers/{customerId}` */
export const updateCustomer = (
  connection: Connection,
  customerId: string,
  changes: CustomerChanges,
): Promise<Received> => updateRecord(connection, at(customerId), customerChanges.toJson(changes));

/** `DELETE /customers/{customerId}` */
export const deleteCustomer = (connection: Connection, customerId: string): Promise<void> =>
  deleteRecord(connection, at(customerId));

import {
  type Customer,
  type CustomerChanges,
  customer,
  customerChanges,
  type NewCustomer,
  newCustomer,
} from '../../resources/customers.ts';
import type { Connection } from '../connection.ts';
import { createAndRead } from '../creation.ts';
import { deleteRecord, getRecord, type Place, updateRecord } from '../records.ts';

const all = { segments: ['customers'], record: customer, names: ['customer', 'customers'] } as const;
const at = (customerId: string): Place<Customer> => ({
  ...all,
  segments: ['customers', customerId],
  id: customerId,
});

/** `GET /customers/{customerId}` */
export const getCustomer = (connection: Connection, customerId: string): Promise<Customer> =>
  getRecord(connection, at(customerId));

/** `POST /customers` */
export const createCustomer = (connection: Connection, draft: NewCustomer): Promise<Customer> =>
  createAndRead(connection, { all, at }, newCustomer.toJson(draft));

/** `PATCH /customers/{customerId}` */
export const updateCustomer = (
  connection: Connection,
  customerId: string,
  changes: CustomerChanges,
): Promise<Customer> => updateRecord(connection, at(customerId), customerChanges.toJson(changes));

/** `DELETE /customers/{customerId}` */
export const deleteCustomer = (connection: Connection, customerId: string): Promise<void> =>
  deleteRecord(connection, at(customerId));

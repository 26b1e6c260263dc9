import { type Customer, customer, type NewCustomer, newCustomer } from '../../resources/customers.ts';
import type { Connection } from '../connection.ts';
import { createAndRead } from '../creation.ts';
import type { Place } from '../records.ts';

const all = { segments: ['customers'], record: customer, names: ['customer', 'customers'] } as const;

/** `/customers/{customerId}` */
export const customerAt = (customerId: string): Place<Customer> => ({
  ...all,
  segments: ['customers', customerId],
  id: customerId,
  askedBy: ['customerId'],
});

/** `POST /customers` */
export const createCustomer = (connection: Connection, draft: NewCustomer): Promise<Customer> =>
  createAndRead(connection, { all, at: customerAt }, newCustomer.toJson(draft));

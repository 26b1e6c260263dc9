import { type Customer, customer, type NewCustomer, newCustomer } from '../../resources/customers.ts';
import type { Connection } from '../connection.ts';
import { createAndRead } from '../creation.ts';
import type { Place } from '../records.ts';

/** Where customers are. */
export const allCustomers = { segments: ['customers'], record: customer, names: ['customer', 'customers'] } as const;

/** `/customers/{customerId}` */
export const customerAt = (customerId: string): Place<Customer> => ({
  ...allCustomers,
  segments: ['customers', customerId],
  id: customerId,
  askedBy: ['customerId'],
});

/** `POST /customers` */
export const createCustomer = (connection: Connection, draft: NewCustomer): Promise<Customer> =>
  createAndRead(connection, { all: allCustomers, at: customerAt }, newCustomer.toJson(draft));

import { customer, newCustomer } from '../../src/resources/customers.ts';
import type { Importable } from '../../src/resources/importable.ts';

/** What makes a customer out of a row of a file. */
export const importableCustomers: Importable = {
  names: ['customer', 'customers'],
  draft: newCustomer,
  key: ['emailAddress'],
  required: ['firstName', 'lastName'],
  headings: { emailAddress: ['email', 'mail'], firstName: ['voornaam'], lastName: ['achternaam'] },
  digits: {},
  ids: customer.identifiedBy,
  compared: ['firstName', 'lastName', 'phoneNumber'],
  recognised: [],
  unread: [],
  places: {},
};

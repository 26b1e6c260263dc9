import { newCustomer } from '../../resources/customers.ts';
import { importableCustomers } from '../../resources/importable-customers.ts';
import { create } from '../creation.ts';
import { getRecord } from '../records.ts';
import { allCustomers, customerAt } from './customers.ts';
import type { NumberedNoun } from './noun.ts';

/** What `customers import` sends. A file of its own: only an import needs the headings of files. */
export const customers: NumberedNoun = {
  ...importableCustomers,
  create: (connection, values) => create(connection, allCustomers, newCustomer.toJson(values)),
  body: newCustomer.toJson,
  getById: (connection, id) => getRecord(connection, customerAt(id)),
};

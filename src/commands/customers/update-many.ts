import type { Session } from '../../cli/session.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { customerTable } from '../../resources/change-tables.ts';
import { customer, customerChanges, nameOfCustomer } from '../../resources/customers.ts';
import type { ManyOptions } from '../shared/update-many/options.ts';
import { customerUpdate } from '../shared/update-many/results.ts';
import { updateMany } from '../shared/update-many/update-many.ts';
import { addressesKeepName } from './kept-orders.ts';

/** `PATCH /customers/{customerId}` for each row of a file that differs. */
export const updateCustomers = (session: Session, options: ManyOptions): Promise<number> =>
  updateMany(session, options, {
    table: customerTable,
    changes: customerChanges,
    record: customer,
    result: customerUpdate,
    placeOf: ([id = '']) => customerAt(id),
    nameOf: nameOfCustomer,
    about: addressesKeepName,
  });

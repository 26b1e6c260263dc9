import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import { listAddresses } from '../../client/endpoints/addresses.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { unlessMissing } from '../../client/records.ts';
import { customer, nameOfCustomer } from '../../resources/customers.ts';
import { formatCount } from '../../text/numbers.ts';
import { deleting, required } from '../shared/delete.ts';
import { keptOrders, ordersKeep, ordersOfCustomers } from './kept-orders.ts';

/** `shop-cli customers delete`: `DELETE /customers/{customerId}`. */
export const definition = deleting({
  line: 'customers delete 104',
  notice: ordersKeep,
  noticeOf: keptOrders,
  argument: recordArguments.customer,
  placeOf: customerAt,
  seeAlso: ['customers get'],
  record: customer,
  options: (command) => addRecordArgument(command, '[customer-id...]', 'customer IDs', recordArguments.customer),
  find: (_session, _raw, [id]) => customerAt(required(id, recordArguments.customer)),
  nameOf: nameOfCustomer,
  takingBack: {
    noun: async () => (await import('../../client/endpoints/imported-customers.ts')).customers,
    deletesWith: 'addresses',
    placeOf: ({ id }) => customerAt(id),
    customerOf: ({ id }) => id,
    ordersOf: ordersOfCustomers,
    kept: async (connection, { id }) => {
      // Whoever typed them in, or another import: they would be deleted with the customer.
      const addresses = (await unlessMissing(listAddresses(connection, id)))?.records ?? [];
      if (addresses.length === 0) return undefined;
      return `has ${formatCount(addresses.length)} ${addresses.length === 1 ? 'address' : 'addresses'}`;
    },
    adviceOn: (reason) => (/^has [\d,]+ address(?:es)?$/.test(reason) ? addressesFirst : undefined),
  },
});

const addressesFirst =
  'Customers who have addresses are kept. If an import created these too, first run: shop-cli addresses delete --from <results of that import>';

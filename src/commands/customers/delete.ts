import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { customer, nameOfCustomer } from '../../resources/customers.ts';
import { deleting, required } from '../shared/delete.ts';
import { keptOrders, ordersKeep } from './kept-orders.ts';

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
});

import { customerAt } from '../../client/endpoints/customers.ts';
import { customer, nameOfCustomer } from '../../resources/customers.ts';
import { deleting, required } from '../shared/delete.ts';
import { keptOrders, ordersKeep } from './kept-orders.ts';

/** `shop-cli customers delete`: `DELETE /customers/{customerId}`. */
export const definition = deleting({
  line: 'customers delete 104',
  notice: ordersKeep,
  noticeOf: keptOrders,
  argument: 'customer-id',
  placeOf: customerAt,
  seeAlso: ['customers get'],
  record: customer,
  options: (command) => command.argument('[customer-id...]', 'customer IDs'),
  find: (_session, _raw, [id]) => customerAt(required(id, 'customer-id')),
  nameOf: nameOfCustomer,
});

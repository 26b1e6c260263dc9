import { orderAt } from '../../client/endpoints/orders.ts';
import { order } from '../../resources/orders.ts';
import { ofCustomer } from '../baskets/pick.ts';
import { deleting, required } from '../shared/delete.ts';

/** `shop-cli orders delete`: `DELETE /orders/{orderId}`. */
export const definition = deleting({
  line: 'orders delete 1001',
  seeAlso: ['orders get'],
  record: order,
  options: (command) => command.argument('[order-id...]', 'order IDs'),
  find: (_session, _raw, [id]) => orderAt(required(id, 'order-id')),
  argument: 'order-id',
  placeOf: orderAt,
  nameOf: ofCustomer,
});

import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import { orderAt } from '../../client/endpoints/orders.ts';
import { order } from '../../resources/orders.ts';
import { ofCustomer } from '../baskets/pick.ts';
import { deleting, required } from '../shared/delete.ts';

const placeOf = (typed: string) => orderAt(recordArguments.order.kind.typed(typed) ?? typed);

/** `shop-cli orders delete`: `DELETE /orders/{orderId}`. */
export const definition = deleting({
  line: 'orders delete 1001',
  seeAlso: ['orders get'],
  record: order,
  options: (command) => addRecordArgument(command, '[order-id...]', 'order IDs', recordArguments.order),
  find: (_session, _raw, [id]) => placeOf(required(id, recordArguments.order)),
  argument: recordArguments.order,
  placeOf,
  nameOf: ofCustomer,
});

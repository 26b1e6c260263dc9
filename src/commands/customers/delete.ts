import { customerAt } from '../../client/endpoints/customers.ts';
import { customer } from '../../resources/customers.ts';
import { deleting, textOf } from '../shared/delete.ts';

/** `shop-cli customers delete`: `DELETE /customers/{customerId}`. */
export const definition = deleting({
  line: 'customers delete 104',
  notice: 'Orders keep the name, e-mail address, phone number and addresses of the customer.',
  seeAlso: ['customers get'],
  record: customer,
  options: (command) => command.argument('<customer-id>', 'customer ID'),
  find: (_session, _raw, [id = '']) => customerAt(id),
  nameOf: (record) => textOf(record, 'firstName', 'lastName') || textOf(record, 'emailAddress'),
});

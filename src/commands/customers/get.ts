import type { CommandDefinition } from '../../cli/command.ts';
import { getCustomer } from '../../client/endpoints/customers.ts';
import { customer } from '../../resources/customers.ts';
import { getEach } from '../shared/get-each.ts';

/** `shop-cli customers get`: `GET /customers/{customerId}` for each argument. */
export const get: CommandDefinition = {
  details: 'Shows customers by ID. The password hash that the store sends is never shown.',
  examples: [
    ['customers get 101', 'Show one customer'],
    ['customers get 101 --fields emailAddress,addressBookIds --json', 'Two of its fields'],
  ],
  result: customer,
  options: (command) => {
    command.argument('<customer-id...>', 'customer IDs');
  },
  async run(session, _, ids) {
    const connection = await session.connect();
    return await getEach(session, customer, ids, (id) => getCustomer(connection, id));
  },
};

import type { CommandDefinition } from '../../cli/command.ts';
import { getCustomer } from '../../client/endpoints/customers.ts';
import { customer } from '../../resources/customers.ts';
import { getEach } from '../shared/get-each.ts';

/** `shop-cli customers get`: `GET /customers/{customerId}` for each argument. */
export const get: CommandDefinition = {
  details: 'Shows customers by id. The hash of the password, which the store gives back, is never shown.',
  examples: [
    ['customers get 101', 'One customer as a card'],
    ['customers get 101 --fields emailAddress,addressBookIds --json', 'Two fields of it'],
  ],
  result: customer,
  options: (command) => {
    command.argument('<customer-id...>', 'customer ids');
  },
  async run(session, _, ids) {
    const connection = await session.connect();
    return await getEach(session, customer, ids, (id) => getCustomer(connection, id));
  },
};

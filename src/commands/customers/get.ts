import { getCustomer } from '../../client/customers.ts';
import { customer } from '../../resources/customers.ts';
import type { CommandDefinition } from '../command.ts';
import { getEach } from '../get-each.ts';

/** `shop-cli customers get`: `GET /customers/{customerId}` for each argument. */
export const get: CommandDefinition = {
  description: 'Shows customers by id. The hash of the password, which the store gives back, is never shown.',
  examples: [
    ['customers get 101', 'One customer as a card'],
    ['customers get 101 --fields emailAddress,addressBookIds --json', 'Two fields of it'],
  ],
  result: customer,
  options: (command) => {
    command.argument('<customer id...>', 'customer ids');
  },
  async run(session, _, ids) {
    const connection = await session.connect();
    return await getEach(session, customer, ids, (id) => getCustomer(connection, id));
  },
};

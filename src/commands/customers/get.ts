import type { CommandDefinition } from '../../cli/command.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { getRecord } from '../../client/records.ts';
import { customer } from '../../resources/customers.ts';
import { getEach } from '../shared/get-each.ts';
import { idsOrAsk } from '../shared/pick.ts';

/** `shop-cli customers get`: `GET /customers/{customerId}` for each argument. */
export const definition: CommandDefinition = {
  details: 'The password hash that the store sends is never shown. At a terminal without an ID, you are asked for one.',
  examples: [
    ['customers get 101', 'Show one customer'],
    ['customers get 101 --fields emailAddress,addressBookIds --json', 'Two of its fields'],
  ],
  seeAlso: ['addresses list', 'customers update'],
  result: customer,
  prints: 'each',
  options: (command) => {
    command.argument('[customer-id...]', 'customer IDs');
  },
  async run(session, raw, typed) {
    const ids = await idsOrAsk(session, raw, typed, 'customer-id');
    const connection = await session.connect();
    return await getEach(session, customer, ids, (id) => getRecord(connection, customerAt(id)));
  },
};

import type { CommandDefinition } from '../../cli/command.ts';
import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import { addressAt } from '../../client/endpoints/addresses.ts';
import { getRecord } from '../../client/records.ts';
import { address } from '../../resources/addresses.ts';
import { getEach } from '../shared/get-each.ts';
import { addCustomerOption, readAddress } from './pick.ts';

/** `shop-cli addresses get`: `GET /customers/{customerId}/addresses/{addressBookId}` for each argument. */
export const definition: CommandDefinition = {
  details: 'At a terminal, if you pass no ID, you pick one from a list.',
  examples: [
    ['addresses get 301 --customer 101', 'Show one address'],
    ['addresses get 301 --customer 101 --fields city,country.title --json', 'Show two of its fields'],
  ],
  seeAlso: ['addresses list', 'addresses update'],
  result: address,
  prints: 'each',
  options: (command) => {
    addRecordArgument(command, '[address-id...]', 'address IDs', recordArguments.address);
    addCustomerOption(command);
  },
  async run(session, raw, ids) {
    const [customer, first] = await readAddress(session, raw, ids[0]);
    const connection = await session.connect();
    return await getEach(session, address, [first, ...ids.slice(1)], (id) =>
      getRecord(connection, addressAt(customer, id)),
    );
  },
};

import type { CommandDefinition } from '../../cli/command.ts';
import { listAddresses } from '../../client/endpoints/addresses.ts';
import { address } from '../../resources/addresses.ts';
import { showWhole } from '../shared/list.ts';
import { addCustomerOption, readCustomer } from './pick.ts';

/** `shop-cli addresses list`: `GET /customers/{customerId}/addresses`. */
export const definition: CommandDefinition = {
  examples: [
    ['addresses list --customer 101', 'List the addresses as a table'],
    ['addresses list --customer 101 --quiet', 'Only the IDs'],
  ],
  seeAlso: ['addresses get', 'customers get'],
  result: address,
  prints: 'list',
  options: addCustomerOption,
  async run(session, raw) {
    const customer = await readCustomer(session, raw);
    const { records } = await listAddresses(await session.connect(), customer);
    return await showWhole(session, address, records, {
      names: ['address', 'addresses'],
      none: `No addresses found for customer ${customer}${session.onStore()}.`,
    });
  },
};

import type { CommandDefinition } from '../../cli/command.ts';
import { addressAt } from '../../client/endpoints/addresses.ts';
import { address } from '../../resources/addresses.ts';
import { deleteOne, deletion } from '../shared/delete.ts';
import { addCustomerOption, addressName, readAddress } from './pick.ts';

/** `shop-cli addresses delete`: `DELETE /customers/{customerId}/addresses/{addressBookId}`. */
export const definition: CommandDefinition = {
  details: 'Asks for confirmation; scripts pass --yes. At a terminal without an ID, you pick the address from a list.',
  examples: [
    ['addresses delete 302 --customer 101 --yes', 'Without confirmation'],
    ['addresses delete 301 --customer 101 --dry-run', 'Show the request without sending it'],
  ],
  seeAlso: ['addresses list'],
  result: deletion,
  isWrite: true,
  options: (command) => {
    command.argument('[address-id]', 'address ID');
    addCustomerOption(command);
  },
  async run(session, raw, [typed]) {
    const { customer, id } = await readAddress(session, raw, typed);
    return await deleteOne(session, {
      what: `address ${id} of customer ${customer}`,
      id,
      definition: address,
      at: addressAt(customer, id),
      nameOf: addressName,
    });
  },
};

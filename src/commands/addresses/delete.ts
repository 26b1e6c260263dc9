import { deleteAddress } from '../../client/addresses.ts';
import type { CommandDefinition } from '../command.ts';
import { deleteOne, deletion } from '../delete-one.ts';
import { addCustomerOption, readCustomer } from './customer.ts';

/** `shop-cli addresses delete`: `DELETE /customers/{customerId}/addresses/{addressBookId}`. */
export const remove: CommandDefinition = {
  description: 'Deletes an address of a customer. Asks first; in scripts --yes is needed.',
  examples: [
    ['addresses delete 302 --customer 101 --yes', 'Without a question'],
    ['addresses delete 301 --customer 101 --dry-run', 'Only show the request'],
  ],
  result: deletion,
  options: (command) => {
    command.argument('<address id>', 'address book id');
    addCustomerOption(command);
  },
  async run(session, raw, [id = '']) {
    const customer = readCustomer(raw);
    return await deleteOne(session, {
      what: `address ${id} of customer ${customer}`,
      id,
      remove: (connection) => deleteAddress(connection, customer, id),
    });
  },
};

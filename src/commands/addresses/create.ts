import type { CommandDefinition } from '../../cli/command.ts';
import { getCustomer } from '../../client/endpoints/customers.ts';
import { addBodyOptions } from '../../input/body.ts';
import { address, newAddress } from '../../resources/addresses.ts';
import { missingFault } from '../../resources/draft.ts';
import type { Checked } from '../../resources/members.ts';
import { createOne } from '../shared/create.ts';
import { addressCreation, nameOf } from './creation.ts';
import { addCustomerOption, findCustomer } from './customer.ts';
import { splitHouseNumber } from './house-number.ts';

/** `shop-cli addresses create`: `POST /customers/{customerId}/addresses`, sent once. */
export const create: CommandDefinition = {
  details:
    'Creates an address and attaches it to a customer. Required are first name, last name, street, house number, postcode, city and country, in the United States the state too. ' +
    'Street and city of a Dutch address may be left out: a store with the postcode add-on fills them in. ' +
    'Company, gender, VAT number and chamber of commerce number are required only where the store demands them.\n\n' +
    'At a terminal, where one of the required is missing, every member without an option is asked for; a summary can be corrected before anything is sent. ' +
    'Without a terminal, in CI, with --no-input and with --json nothing is asked.\n\n' +
    'The request is sent once. When the answer is lost, the exit code is 10: look with addresses list before you try again.',
  examples: [
    [
      'addresses create --customer 101 --first-name "Jo" --last-name "de Vries" --street-address "Keizersgracht" --house-number 12 --house-number-extension "a" --zipcode "1015 CS" --city "Amsterdam" --country NL',
      'In the Netherlands',
    ],
    ['addresses create --customer 101 --body examples/address.json --dry-run', 'From a file; only show the request'],
  ],
  result: address,
  isWrite: true,
  options: (command) => {
    addCustomerOption(command);
    splitHouseNumber(command);
    addBodyOptions(command, newAddress);
  },
  async run(session, raw) {
    const customer = await findCustomer(session, raw);
    const source = { raw, context: session.context, more: missingCustomer(customer) };
    const { record } = await createOne(session, {
      ...addressCreation(session, customer ?? '', source),
      suggest: async (connection) => nameOf(await getCustomer(connection, customer ?? '')),
    });
    await session.show(address, record);
    await session.done(`Created address ${address.idOf(record)} for customer ${customer}`);
    return 0;
  },
};

/** Told together with all else that is missing. */
const missingCustomer = (customer: string | undefined): Checked<object> =>
  customer === undefined ? { ok: false, faults: [missingFault('customer')] } : { ok: true, value: {} };

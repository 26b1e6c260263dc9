import { createAddress } from '../../client/addresses.ts';
import { addBodyOptions, readDraft } from '../../input/body.ts';
import { address, missingInAddress, newAddress } from '../../resources/addresses.ts';
import type { CommandDefinition } from '../command.ts';
import { addCustomerOption, readCustomer } from './customer.ts';

/** `shop-cli addresses create`: `POST /customers/{customerId}/addresses`, sent once. */
export const create: CommandDefinition = {
  description:
    'Creates an address and attaches it to a customer. Required are first name, last name, street, house number, postcode, city and country, in the United States the state too. ' +
    'Street and city of a Dutch address may be left out: a store with the postcode add-on fills them in. ' +
    'Company, gender, VAT number and chamber of commerce number are required only where the store demands them.\n\n' +
    'The request is sent once. When the answer is lost, the exit code is 10: look with addresses list before you try again.',
  examples: [
    [
      'addresses create --customer 101 --first-name "Jo" --last-name "de Vries" --street-address "Keizersgracht" --house-number 12 --house-number-extension "a" --zipcode "1015 CS" --city "Amsterdam" --country NL',
      'In the Netherlands',
    ],
    ['addresses create --customer 101 --body examples/address.json --dry-run', 'From a file; only show the request'],
  ],
  result: address,
  options: (command) => {
    addCustomerOption(command);
    addBodyOptions(command, newAddress);
  },
  async run(session, raw) {
    const customer = readCustomer(raw);
    const draft = await readDraft(newAddress, { raw, context: session.context }, (values) =>
      missingInAddress(values, { postcodeAddon: true }),
    );
    await session.show(address, await createAddress(await session.connect(), customer, draft));
    return 0;
  },
};

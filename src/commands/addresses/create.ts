import type { CommandDefinition } from '../../cli/command.ts';
import { addressAt, createAddress } from '../../client/endpoints/addresses.ts';
import { addBodyOptions } from '../../input/body.ts';
import { address, missingInAddress, newAddress } from '../../resources/addresses.ts';
import { missingFault } from '../../resources/draft.ts';
import type { Checked } from '../../resources/draft-fields.ts';
import { capitalized } from '../../text/words.ts';
import { createOne } from '../shared/create.ts';
import { splitHouseNumber, withUntoldNumber } from './house-number.ts';
import { addCustomerOption, customerText, doubtfulPostcode, findCustomer, readCustomerName } from './pick.ts';

/** `shop-cli addresses create`: `POST /customers/{customerId}/addresses`, sent once. */
export const definition: CommandDefinition = {
  details:
    'First name, last name, street, house number, postcode, city and country are required, and so is the state in the United States. ' +
    'A house number at the end of the street is read as --house-number, where only one reading is possible. ' +
    'A store with the postcode add-on fills in the street and city of Dutch addresses. ' +
    'Some stores also require company, gender, VAT number or chamber of commerce number.\n\n' +
    'At a terminal, if a required field is missing, shop-cli asks for the fields you did not pass. You can change an answer in the summary before it is sent. ' +
    'It never asks without a terminal, in CI, or with --no-input or --json.',
  exitCodes: { 10: 'outcome unknown or wrong: check with addresses list before retrying' },
  examples: [
    [
      'addresses create --customer 101 --first-name "Jo" --last-name "de Vries" --street-address "Keizersgracht" --house-number 12 --house-number-extension "a" --zipcode "1015 CS" --city "Amsterdam" --country NL',
      'Create a Dutch address',
    ],
    [
      'addresses create --customer 101 --first-name "Jo" --last-name "Peeters" --street-address "Meir" --house-number 8 --zipcode "2000" --city "Antwerpen" --country BE --dry-run',
      'Show the request without sending it',
    ],
  ],
  seeAlso: ['addresses list', 'customers create'],
  result: address,
  isWrite: true,
  options: (command) => {
    addCustomerOption(command);
    splitHouseNumber(command, { isNew: true });
    addBodyOptions(command, newAddress);
  },
  async run(session, raw) {
    const found = await findCustomer(session, raw, 'Address for');
    const customer = found?.id;
    let name = found?.name;
    await createOne(session, {
      noun: 'address',
      detail: ` for customer ${customer}`,
      about: () => (name ? ` (${name})` : ''),
      begin: async () => {
        if (customer === undefined || name !== undefined) return;
        name = await readCustomerName(session, customer);
        await session.notice(customerText('Address for', { id: customer, name }));
      },
      draft: newAddress,
      record: address,
      source: { raw, context: session.context, more: missingCustomer(customer) },
      missing: (values) => withUntoldNumber(values, missingInAddress(values, { postcodeAddon: true })),
      caution: async (values) => {
        const doubt = doubtfulPostcode(values, values);
        return doubt === undefined ? [] : [`Warning: ${capitalized(doubt)}.`];
      },
      form: async () => (await import('../../resources/countries/address-form.ts')).addressForm,
      command: ['addresses', 'create', '--customer', customer ?? ''],
      at: (id) => addressAt(customer ?? '', id),
      send: (connection, draft) => createAddress(connection, customer ?? '', draft),
    });
  },
};

/** A fault like those of the body, so that everything missing is named at once. */
const missingCustomer = (customer: string | undefined): Checked<object> =>
  customer === undefined ? { ok: false, faults: [missingFault('--customer')] } : { ok: true, value: {} };

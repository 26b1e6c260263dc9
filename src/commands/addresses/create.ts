import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { createAddress } from '../../client/endpoints/addresses.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { getRecord } from '../../client/records.ts';
import { addBodyOptions, type BodySource } from '../../input/body.ts';
import { address, missingInAddress, newAddress } from '../../resources/addresses.ts';
import { missingFault } from '../../resources/draft.ts';
import type { Checked } from '../../resources/draft-fields.ts';
import type { Answers } from '../../resources/form.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { createOne } from '../shared/create.ts';
import { addCustomerOption, findCustomer, splitHouseNumber } from './pick.ts';

/** `shop-cli addresses create`: `POST /customers/{customerId}/addresses`, sent once. */
export const definition: CommandDefinition = {
  details:
    'First name, last name, street, house number, postcode, city and country are required, and in the United States the state. ' +
    'A store with the postcode add-on fills in street and city of a Dutch address. ' +
    'Some stores also require company, gender, VAT number or chamber of commerce number.\n\n' +
    'At a terminal, if a required field is missing, shop-cli asks for the fields you did not pass, and shows a summary before it sends them. ' +
    'It asks nothing without a terminal, in CI, or with --no-input or --json.\n\n' +
    'The request is sent once. If the answer is lost, the exit code is 10: check with addresses list before you retry.',
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
    splitHouseNumber(command);
    addBodyOptions(command, newAddress);
  },
  async run(session, raw) {
    const customer = await findCustomer(session, raw);
    await createAddressOf(session, customer ?? '', {
      source: { raw, context: session.context, more: missingCustomer(customer) },
      suggest: async (connection) => nameIn(await getRecord(connection, customerAt(customer ?? ''))),
    });
  },
};

/** A fault like those of the body, so that everything missing is named at once. */
const missingCustomer = (customer: string | undefined): Checked<object> =>
  customer === undefined ? { ok: false, faults: [missingFault('--customer')] } : { ok: true, value: {} };

interface AddressSource {
  readonly source: BodySource;
  readonly suggest: (connection: Connection) => Promise<Answers>;
}

/** Creates an address for a customer, with questions where they are needed. */
export async function createAddressOf(
  session: Session,
  customer: string,
  { source, suggest }: AddressSource,
): Promise<void> {
  await createOne(session, {
    noun: 'address',
    detail: ` for customer ${customer}`,
    draft: newAddress,
    record: address,
    source,
    missing: (values) => missingInAddress(values, { postcodeAddon: true }),
    form: async () => (await import('../../resources/countries/address-form.ts')).addressForm,
    command: ['addresses', 'create', '--customer', customer],
    suggest,
    send: (connection, draft) => createAddress(connection, customer, draft),
  });
}

/** The fields of a customer that its address is likely to share. */
export function nameIn({ firstName, lastName, gender }: StoreRecord): Answers {
  return newAddress.fromJson({ firstName, lastName, gender: gender || null }).ok
    ? { firstName, lastName, gender: gender || undefined }
    : {};
}

import type { CommandDefinition } from '../../cli/command.ts';
import { createCustomer } from '../../client/endpoints/customers.ts';
import { addBodyOptions } from '../../input/body.ts';
import { customer, newCustomer } from '../../resources/customers.ts';
import { offerAddress } from '../addresses/creation.ts';
import { createOne } from '../shared/create.ts';
import { storeOptions } from '../shared/store-options.ts';
import { addPasswordOptions, hidePassword, readPassword } from './password.ts';

/** `shop-cli customers create`: `POST /customers`, sent once. */
export const create: CommandDefinition = {
  details:
    'Creates a customer. --email-address, --first-name and --last-name are required; --gender only where the store demands it.\n\n' +
    'At a terminal, where one of the required is missing, every member without an option is asked for; a summary can be corrected before anything is sent. ' +
    'Without a terminal, in CI, with --no-input and with --json nothing is asked.\n\n' +
    'Without a password the store makes a guest account. A password is asked for or read from standard input, never from an argument.\n\n' +
    'The request is sent once. When the answer is lost, the exit code is 10: look in the back office whether the customer is there, and do not repeat it blindly.',
  examples: [
    ['customers create --email-address "jo@example.com" --first-name "Jo" --last-name "de Vries"', 'A guest'],
    [
      'customers create --email-address "an@example.com" --first-name "An" --last-name "Smit" --gender f --dry-run',
      'Only show the request',
    ],
  ],
  result: customer,
  isWrite: true,
  options: (command) => {
    addBodyOptions(command, newCustomer);
    addPasswordOptions(command);
  },
  async run(session, raw) {
    const { record, wasAsked } = await createOne(session, {
      what: 'customer',
      draft: newCustomer,
      source: { raw, context: session.context, more: await readPassword(session, raw) },
      missing: newCustomer.missing,
      form: async () => (await import('../../resources/form.ts')).formOf(newCustomer.members),
      command: ['customers', 'create', ...storeOptions(session)],
      send: (connection, draft) => {
        hidePassword(session, draft);
        return createCustomer(connection, draft);
      },
    });
    await session.show(customer, record);
    await session.done(`Created customer ${customer.idOf(record)}`);
    return wasAsked ? await offerAddress(session, record) : 0;
  },
};

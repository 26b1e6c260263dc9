import { createCustomer } from '../../client/customers.ts';
import { addBodyOptions, readDraft } from '../../input/body.ts';
import { customer, newCustomer } from '../../resources/customers.ts';
import type { CommandDefinition } from '../command.ts';
import { addPasswordOptions, hidePassword, readPassword } from './password.ts';

/** `shop-cli customers create`: `POST /customers`, sent once. */
export const create: CommandDefinition = {
  description:
    'Creates a customer. --email-address, --first-name and --last-name are required; --gender only where the store demands it.\n\n' +
    'Without a password the store makes a guest account. A password is read from standard input, never from an argument.\n\n' +
    'The request is sent once. When the answer is lost, the exit code is 10: look in the back office whether the customer is there, and do not repeat it blindly.',
  examples: [
    ['customers create --email-address "jo@example.com" --first-name "Jo" --last-name "de Vries"', 'A guest'],
    [
      'customers create --email-address "an@example.com" --first-name "An" --last-name "Smit" --gender f --dry-run',
      'Only show the request',
    ],
  ],
  result: customer,
  options: (command) => {
    addBodyOptions(command, newCustomer);
    addPasswordOptions(command);
  },
  async run(session, raw) {
    const draft = await readDraft(newCustomer, { raw, context: session.context, more: await readPassword(session, raw) });
    hidePassword(session, draft);
    await session.show(customer, await createCustomer(await session.connect(), draft));
    return 0;
  },
};

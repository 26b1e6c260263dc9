import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { createCustomer, customerAt } from '../../client/endpoints/customers.ts';
import { addBodyOptions } from '../../input/body.ts';
import { customer, newCustomer } from '../../resources/customers.ts';
import { safe } from '../../text/escape.ts';
import { createOne } from '../shared/create.ts';
import { addPasswordOptions, readPassword } from './password.ts';

/** `shop-cli customers create`: `POST /customers`, sent once. */
export const definition: CommandDefinition = {
  details:
    '--email-address, --first-name and --last-name are required, and --gender in some stores.\n\n' +
    'At a terminal, if a required field is missing, shop-cli asks for the fields you did not pass. You can change an answer in the summary before it is sent. ' +
    'It never asks without a terminal, in CI, or with --no-input or --json.\n\n' +
    'If a customer whom an import or a search on this machine knows has the e-mail address, you get a warning: a guest may have several records.\n\n' +
    'Without a password the store creates a guest account. Type the password when asked, or pass it with --password-stdin; arguments are visible to other processes.',
  exitCodes: { 10: 'outcome unknown or wrong: check in the back office before retrying' },
  examples: [
    [
      'customers create --email-address "jo@example.com" --first-name "Jo" --last-name "de Vries"',
      'Create a guest account',
    ],
    [
      'customers create --email-address "an@example.com" --first-name "An" --last-name "Smit" --gender f --dry-run',
      'Show the request without sending it',
    ],
  ],
  seeAlso: ['addresses create', 'baskets create'],
  result: customer,
  isWrite: true,
  options: (command) => {
    addBodyOptions(command, newCustomer);
    addPasswordOptions(command);
  },
  async run(session, raw) {
    await createOne(session, {
      noun: 'customer',
      draft: newCustomer,
      record: customer,
      source: { raw, context: session.context, more: await readPassword(session, raw) },
      missing: newCustomer.missing,
      caution: async ({ emailAddress }, connection) =>
        typeof emailAddress === 'string' && readsStore(session)
          ? await (await import('./known-email.ts')).warnOfKnownEmail(session, connection, emailAddress)
          : [],
      form: async () => (await import('../../resources/form.ts')).formOf(newCustomer.fields),
      command: ['customers', 'create'],
      warning: (created) => {
        const id = customer.idOf(created);
        return session.prompts && id !== '' ? safe`To add an address: shop-cli addresses create --customer ${id}` : '';
      },
      at: customerAt,
      send: createCustomer,
    });
  },
};

/** A dry run needs no store, and --curl sends nothing. */
const readsStore = ({ options: { curl, dryRun }, settings }: Session): boolean =>
  !curl && (!dryRun || settings.storeNamed);

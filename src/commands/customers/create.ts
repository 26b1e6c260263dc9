import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { createCustomer } from '../../client/endpoints/customers.ts';
import { Cancelled, CliError } from '../../errors.ts';
import { addBodyOptions } from '../../input/body.ts';
import { customer, newCustomer } from '../../resources/customers.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { createAddressOf, nameIn } from '../addresses/create.ts';
import { createOne } from '../shared/create.ts';
import { addPasswordOptions, hidePassword, readPassword } from './password.ts';

/** `shop-cli customers create`: `POST /customers`, sent once. */
export const definition: CommandDefinition = {
  details:
    '--email-address, --first-name and --last-name are required, and --gender in some stores.\n\n' +
    'At a terminal, if a required field is missing, shop-cli asks for the fields you did not pass, and shows a summary before it sends them. ' +
    'It asks nothing without a terminal, in CI, or with --no-input or --json.\n\n' +
    'Without a password the store creates a guest account. Type the password when asked, or pass it with --password-stdin; arguments are visible to other processes.\n\n' +
    'The request is sent once. If the answer is lost, the exit code is 10: check in the back office before you retry.',
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
    const { record, isInteractive } = await createOne(session, {
      noun: 'customer',
      draft: newCustomer,
      record: customer,
      source: { raw, context: session.context, more: await readPassword(session, raw) },
      missing: newCustomer.missing,
      form: async () => (await import('../../resources/form.ts')).formOf(newCustomer.fields),
      command: ['customers', 'create'],
      send: (connection, draft) => {
        hidePassword(session, draft);
        return createCustomer(connection, draft);
      },
    });
    return isInteractive && customer.idOf(record) !== '' ? await offerAddress(session, record) : 0;
  },
};

/**
 * Offers to create an address for a new customer. Whatever becomes of it, the customer exists, and the last line says
 * so.
 */
async function offerAddress(session: Session, created: StoreRecord): Promise<number> {
  const { prompts, options, context } = session;
  // The fields of --fields are those of a customer.
  if (!prompts || options.yes || options.fields !== undefined) return 0;
  const id = customer.idOf(created);
  try {
    const { askYesNo } = await import('../../input/prompts/prompts.ts');
    if (!(await askYesNo(prompts, 'Add an address now?'))) return 0;
    await createAddressOf(session, id, { source: { raw: {}, context }, suggest: async () => nameIn(created) });
    return 0;
  } catch (error) {
    if (!(error instanceof CliError || error instanceof Cancelled)) throw error;
    await session.notice(
      `Customer ${escapeText(id)} was created without an address.\nTo add one: shop-cli addresses create --customer ${escapeText(id)}`,
    );
    // A failure would discard the file with the customer.
    if (error instanceof Cancelled) return 0;
    if (error.kind === 'interrupted') return error.exitCode;
    throw error;
  }
}

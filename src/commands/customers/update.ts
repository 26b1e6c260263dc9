import type { CommandDefinition } from '../../cli/command.ts';
import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { addBodyOptions, addUnsetOption, readChanges } from '../../input/body.ts';
import { customer, customerChanges, nameOfCustomer, newCustomer } from '../../resources/customers.ts';
import { promptsForChanges, updateOne } from '../shared/update.ts';
import { addPasswordOptions, readPassword } from './password.ts';

/** `shop-cli customers update`: `PATCH /customers/{customerId}`, sent once. */
export const definition: CommandDefinition = {
  details:
    'Changes only the fields you pass; --unset clears one. At a terminal without any of them, you pick what to change, ' +
    'each with its present value; only what changed is sent.',
  examples: [
    ['customers update 101 --phone-number "+31 20 123 4567"', 'Change the phone number'],
    ['customers update 101 --unset fax-number', 'Clear the fax number'],
  ],
  seeAlso: ['customers get', 'addresses update'],
  result: customer,
  isWrite: true,
  options: (command) => {
    addRecordArgument(command, '<customer-id>', 'customer ID', recordArguments.customer);
    addBodyOptions(command, customerChanges);
    addUnsetOption(command, customerChanges);
    addPasswordOptions(command);
    command.option('--make-guest', 'allow an empty password, which makes the account a guest');
  },
  async run(session, raw, [id = '']) {
    const source = { raw, context: session.context, more: await readPassword(session, raw) };
    const prompts = promptsForChanges(session, customerChanges, source);
    const changes = prompts
      ? await (await import('../shared/revision.ts')).askChanges(session, prompts, {
          changes: customerChanges,
          record: customer,
          at: customerAt(id),
          form: async () => (await import('../../resources/form.ts')).formOf(newCustomer.fields),
          command: ['customers', 'update', id],
          nameOf: nameOfCustomer,
        })
      : await readChanges(customerChanges, source, ({ password }) =>
          password === null && raw.makeGuest !== true ? [emptyPassword] : [],
        );
    await updateOne(session, customerAt(id), { record: customer, body: customerChanges.toJson(changes) });
  },
};

/** The API makes a guest account of a customer without a password. */
const emptyPassword = {
  field: 'password',
  value: '',
  message: 'would be empty, which makes the account a guest: to do that, add --make-guest',
};

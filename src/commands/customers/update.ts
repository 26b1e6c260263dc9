import type { CommandDefinition } from '../../cli/command.ts';
import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { addBodyOptions, addUnsetOption, readChanges } from '../../input/body.ts';
import { customer, customerChanges, nameOfCustomer, newCustomer } from '../../resources/customers.ts';
import { required } from '../shared/delete.ts';
import { promptsForChanges, updateOne } from '../shared/update.ts';
import { aboutMany, addManyOptions, readManyOptions, someFailed } from '../shared/update-many/options.ts';
import { customerUpdate } from '../shared/update-many/results.ts';
import { addressesKeepName } from './kept-orders.ts';
import { addPasswordOptions, readPassword } from './password.ts';

/** `shop-cli customers update`: `PATCH /customers/{customerId}`, sent once. */
export const definition: CommandDefinition = {
  details:
    'Changes only the fields you pass; --unset clears one. At a terminal, if you pass none, you pick the fields to change, ' +
    `each shown with its current value. Only changes are sent.\n\n${aboutMany('customerId')}`,
  examples: [
    ['customers update 101 --phone-number "+31 20 123 4567"', 'Change the phone number'],
    ['customers update 101 --unset fax-number', 'Clear the fax number'],
    ['customers update --from changes.csv --dry-run', 'Show what a file would change'],
  ],
  exitCodes: { 7: someFailed, 10: 'outcome unknown or wrong: check with customers get before retrying' },
  seeAlso: ['customers get', 'addresses update'],
  result: ({ from }) => (from === undefined ? customer : customerUpdate),
  prints: ['customers.update', 'customers.update.from', 'request'],
  isWrite: true,
  options: (command) => {
    addRecordArgument(command, '[customer-id]', 'customer ID', recordArguments.customer);
    addBodyOptions(command, customerChanges);
    addUnsetOption(command, customerChanges);
    addPasswordOptions(command);
    command.option('--make-guest', 'allow an empty password, which makes it a guest account');
    addManyOptions(command);
  },
  async run(session, raw, [typed]) {
    const more = ['--password', '--password-stdin', '--make-guest'] as const;
    const many = readManyOptions(session, raw, { id: typed, changes: customerChanges, more });
    if (many) return await (await import('./update-many.ts')).updateCustomers(session, many);
    const id = required(typed, recordArguments.customer);
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
    const body = customerChanges.toJson(changes);
    await updateOne(session, customerAt(id), {
      record: customer,
      changes: customerChanges,
      body,
      about: async () => addressesKeepName(body, id) ?? '',
    });
    return 0;
  },
};

/** The API makes a guest account of a customer without a password. */
const emptyPassword = {
  field: 'password',
  value: '',
  message: 'would be empty, which makes it a guest account: to do that, add --make-guest',
};

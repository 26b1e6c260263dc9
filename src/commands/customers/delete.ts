import type { CommandDefinition } from '../../cli/command.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { customer } from '../../resources/customers.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { deleteOne, deletion, textOf } from '../shared/delete.ts';

/** `shop-cli customers delete`: `DELETE /customers/{customerId}`. */
export const definition: CommandDefinition = {
  details: 'Asks for confirmation; scripts pass --yes.',
  examples: [
    ['customers delete 104 --yes', 'Without confirmation'],
    ['customers delete 104 --dry-run', 'Show the request without sending it'],
  ],
  seeAlso: ['customers get'],
  result: deletion,
  isWrite: true,
  options: (command) => {
    command.argument('<customer-id>', 'customer ID');
  },
  run: (session, _, [id = '']) =>
    deleteOne(session, {
      what: `customer ${id}`,
      id,
      definition: customer,
      at: customerAt(id),
      nameOf,
    }),
};

/** `Pieter Claes`, or the e-mail address without a name. */
const nameOf = (record: StoreRecord): string =>
  textOf(record, 'firstName', 'lastName') || textOf(record, 'emailAddress');

import type { CommandDefinition } from '../../cli/command.ts';
import { addresses } from '../../client/endpoints/imported-addresses.ts';
import { rememberedPeople } from '../customers/remembered-people.ts';
import { importCommand } from '../shared/import/import.ts';

/** `shop-cli addresses import`: `POST /customers/{customerId}/addresses`, once for every row. */
export const definition: CommandDefinition = importCommand(
  addresses,
  {
    lasting: 'To undo this, you would delete each address by ID.',
    details:
      'Takes the file that customers import has taken, or one with addresses alone. A row names its customer by e-mail address, or by the ID in this store in a column customerId. ' +
      'Checks every row before sending anything, and continues after an interruption when you rerun it. ' +
      'With --results, it can be taken back: addresses delete --from. ' +
      '--mask-pii leaves the files of --results and --rejected as they are. ' +
      'Columns, exports of other shops and what does not come along: docs/people-import.md',
    examples: [
      ['addresses import customers.csv --dry-run', 'Check the addresses in a file of customers'],
      ['addresses import customers.csv --map city=Plaats --dry-run', 'If a heading is not known'],
    ],
    seeAlso: ['customers import', 'imports show'],
  },
  (session) => (connection) => rememberedPeople(session, connection),
);

import type { CommandDefinition } from '../../cli/command.ts';
import { addresses } from '../../client/endpoints/imported-addresses.ts';
import { rememberedPeople } from '../customers/remembered-people.ts';
import { importCommand } from '../shared/import/import.ts';

/** `shop-cli addresses import`: `POST /customers/{customerId}/addresses`, once for every row. */
export const definition: CommandDefinition = importCommand(
  addresses,
  {
    lasting: 'To undo this without a file of --results, you delete each address by ID.',
    details:
      'Takes the file that you imported with customers import, or a file with only addresses. Each row identifies its customer by e-mail address or, in a customerId column, by the ID in this store. ' +
      'Checks every row before sending anything, and continues after an interruption when you rerun it. ' +
      'If you may want to undo the import, pass --results, because addresses delete --from takes that file. ' +
      '--mask-pii hides nothing in the files of --results and --rejected. ' +
      'For columns, exports from other shops, and what is not imported, see docs/people-import.md.',
    examples: [
      ['addresses import customers.csv --dry-run', 'Check the addresses in a file of customers'],
      ['addresses import customers.csv --map city=Plaats --dry-run', 'Map a heading that is not recognised'],
    ],
    seeAlso: ['customers import', 'imports show'],
  },
  (session) => (connection) => rememberedPeople(session, connection),
);

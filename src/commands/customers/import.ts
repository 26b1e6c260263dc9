import type { CommandDefinition } from '../../cli/command.ts';
import { customers } from '../../client/endpoints/imported-customers.ts';
import { importCommand } from '../shared/import/import.ts';
import { rememberedPeople } from './remembered-people.ts';

/** `shop-cli customers import`: `POST /customers`, once for every row. */
export const definition: CommandDefinition = importCommand(
  customers,
  {
    lasting: 'To undo this without a file of --results, you delete each customer by ID.',
    caution: 'Customers are created without a password, as guest accounts.',
    details:
      'Checks every row before sending anything, skips e-mail addresses that an earlier import sent, and continues after an interruption when you rerun it. ' +
      'If you may want to undo the import, pass --results, because customers delete --from takes that file. ' +
      '--mask-pii hides nothing in the files of --results and --rejected. ' +
      'For columns, exports from other shops, and what is not imported, see docs/people-import.md.',
    examples: [
      ['customers import customers.csv --dry-run', 'Check the file without sending anything'],
      ['customers import customers.csv --rejected rejected.csv', 'Import it and save rejected rows to fix'],
    ],
    seeAlso: ['customers find', 'imports show', 'imports apply'],
  },
  (session) => (connection) => rememberedPeople(session, connection),
);

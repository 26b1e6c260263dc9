import type { CommandDefinition } from '../../cli/command.ts';
import { CliError } from '../../errors.ts';
import { formatCount } from '../../text/numbers.ts';
import { deletion } from '../shared/delete.ts';
import { addJournalOption, findRun, withJournal } from './journal.ts';

/** `shop-cli imports delete`: forgets one run. */
export const remove: CommandDefinition = {
  details:
    'Forgets an import: what became of its rows is not known any more. Nothing changes in the store. Rows that no run could settle may be sent again after that. ' +
    'The keys that it created are remembered for a day, in no list: a store that does not show them yet would be sent them again. ' +
    'An import with rows whose outcome is not known is not forgotten: run it again first. Asks first; in scripts --yes is needed.',
  examples: [
    ['imports delete 1 --yes', 'Forget the first import'],
    ['imports delete 1 --yes --json', 'The same, and say so as JSON'],
  ],
  result: deletion,
  options: (command) => {
    command.argument('<import>', 'its number');
    addJournalOption(command);
  },
  run: (session, raw, [number = '']) =>
    withJournal(session, raw, 0, async (journal) => {
      const { run, path } = findRun(journal, number);
      const { open, blocked } = journal.counts(run);
      if (open > 0) {
        throw new CliError(
          'usage',
          `Import ${run} has ${formatCount(open)} rows whose outcome is not known: forgetting them could double products.`,
          {
            hint: 'Run any import into this store: it settles them first.',
          },
        );
      }
      const uncertain = blocked === 0 ? '' : ` Its ${formatCount(blocked)} uncertain rows may be sent again then.`;
      await session.confirm(`Delete the local history of import ${run} (${path})?${uncertain}`);
      journal.deleteRun(run);
      await session.show(deletion, { deleted: String(run) });
      return 0;
    }),
};

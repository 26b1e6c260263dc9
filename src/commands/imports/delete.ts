import type { CommandDefinition } from '../../cli/command.ts';
import { CliError } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import { deletion } from '../shared/delete.ts';
import { addJournalOption, findRun, withJournal } from './journal.ts';

/** `shop-cli imports delete`: forgets one run. */
export const definition: CommandDefinition = {
  details:
    'Nothing changes in the store. Uncertain rows may be sent again by a later import. ' +
    'The keys it created are kept for a day, because a store with index lag may not show them yet. ' +
    'An import with unsettled rows cannot be deleted: rerun it first. Asks for confirmation; scripts pass --yes.',
  examples: [
    ['imports delete 1 --yes', 'Delete the history of import 1'],
    ['imports delete 1 --yes --json', 'Print the result as JSON'],
  ],
  seeAlso: ['imports list', 'imports prune'],
  result: deletion,
  options: (command) => {
    command.argument('<import>', 'import number');
    addJournalOption(command);
  },
  run: (session, raw, [number = '']) =>
    withJournal(session, raw, { lock: session.options.dryRun ? 'unlocked' : 0 }, async (journal) => {
      const { run, path } = findRun(journal, number);
      const { open, blocked } = journal.counts(run);
      if (open > 0) {
        throw new CliError(
          'usage',
          `Import ${run} has ${formatCount(open)} unsettled rows: deleting its history could create duplicates.`,
          {
            hint: 'Rerun the import, or any other into this store: it settles them first.',
          },
        );
      }
      if (session.options.dryRun) {
        await session.notice(
          `The local history of import ${run} (${escapeText(path)}) would be deleted. Nothing was deleted.`,
        );
        return 0;
      }
      const uncertain = blocked === 0 ? '' : ` Its ${formatCount(blocked)} uncertain rows may be sent again then.`;
      await session.confirm(`Delete the local history of import ${run} (${path})?${uncertain}`);
      journal.deleteRun(run);
      await session.show(deletion, { deleted: String(run) });
      if (!session.options.quiet) await session.notice(`✓ Deleted the local history of import ${run}.`);
      return 0;
    }),
};

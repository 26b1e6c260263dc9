import type { CommandDefinition } from '../../cli/command.ts';
import { importRun, runReport } from '../../import/report/run-record.ts';
import { addJournalOption, findRun, withJournal } from './journal.ts';

/** Problems of one run that are shown. */
const mostProblems = 10_000;

/** `shop-cli imports show`: one run in the journal of this store. */
export const show: CommandDefinition = {
  details:
    'Shows an import into this store that ran on this machine, or is running: what became of its rows, and each row that was rejected, is uncertain, ' +
    'is there twice, or is still to be checked. Without a number it is the latest. No request is made.',
  examples: [
    ['imports show', 'The latest import'],
    ['imports show 1 --json', 'The first one, with everything that is known'],
  ],
  result: importRun,
  options: (command) => {
    command.argument('[import]', 'its number (the latest)');
    addJournalOption(command);
  },
  run: (session, raw, [number]) =>
    withJournal(session, raw, 'unlocked', async (journal) => {
      await session.show(importRun, runReport(journal, findRun(journal, number), mostProblems));
      return 0;
    }),
};

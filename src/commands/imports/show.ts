import type { CommandDefinition } from '../../cli/command.ts';
import { importRun, runReport } from '../../import/report/run-record.ts';
import { addJournalOption, findRun, withJournal } from './journal.ts';

/** Problems of one run that are shown. */
const mostProblems = 10_000;

/** `shop-cli imports show`: one run in the journal of this store. */
export const show: CommandDefinition = {
  details:
    'Shows an import run on this machine, finished or running: its totals, and every row that is rejected, uncertain, duplicate ' +
    'or not settled yet. No request is sent.',
  examples: [
    ['imports show', 'The latest import'],
    ['imports show 1 --json', 'Import 1, with every detail as JSON'],
  ],
  seeAlso: ['imports list', 'products import'],
  result: importRun,
  options: (command) => {
    command.argument('[import]', 'number of the import (default: the latest)');
    addJournalOption(command);
  },
  run: (session, raw, [number]) =>
    withJournal(session, raw, 'unlocked', async (journal) => {
      await session.show(importRun, runReport(journal, findRun(journal, number), mostProblems));
      return 0;
    }),
};

import type { CommandDefinition } from '../../cli/command.ts';
import { runningRun } from '../../import/journal/journal.ts';
import { allRuns } from '../../import/journal/runs.ts';
import { importRun, runWithCounts } from '../../import/report/past-run.ts';
import { showWhole } from '../shared/list.ts';
import { addJournalOption, noneYet, withJournal } from './journal.ts';

/** `shop-cli imports list`: the runs in the journal of this store. */
export const definition: CommandDefinition = {
  details:
    'Lists the imports that were run on this machine, newest first, including one that is still running. Tables show local time with its offset from UTC; JSON and CSV use UTC. No request is sent.\n\n' +
    'An import is unfinished until every row has an outcome. Rerun its command to continue it.',
  examples: [
    ['imports list', 'Every import into this store'],
    ['imports list --fields run,state,notSent -o csv', 'The state of each, as CSV'],
  ],
  seeAlso: ['imports show'],
  result: importRun,
  prints: 'list',
  options: addJournalOption,
  run: async (session, raw) => {
    const records = await withJournal(session, raw, { lock: 'unlocked', none: [] }, async (journal) => {
      const running = await runningRun(journal, session.context);
      return allRuns(journal).map((run) => runWithCounts(journal, run, running));
    });
    // A journal that is named need not be that of the selected store.
    const ofStore = { names: ['import', 'imports'], none: noneYet } as const;
    return await showWhole(session, importRun, records, raw.journal === undefined ? ofStore : {});
  },
};

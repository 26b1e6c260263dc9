import type { CommandDefinition } from '../../cli/command.ts';
import { importRun, runRecord } from '../../import/report/run-record.ts';
import { tellHidden } from '../shared/list.ts';
import { addJournalOption, withJournal } from './journal.ts';

/** `shop-cli imports list`: the runs in the journal of this store. */
export const list: CommandDefinition = {
  details:
    'Lists the imports into this store that ran on this machine, the latest first, also while one is running. Times are UTC. No request is made.\n\n' +
    'An import is unfinished until every row has an outcome; the command that began it continues it.',
  examples: [
    ['imports list', 'Every import into this store'],
    ['imports list --fields run,state,notSent -o csv', 'Which of them are not finished'],
  ],
  result: importRun,
  options: addJournalOption,
  run: (session, raw) =>
    withJournal(session, raw, 'unlocked', async (journal) => {
      const writer = session.list(importRun);
      await writer.add(journal.runs().map((run) => runRecord(journal, run)));
      const { hiddenColumns } = await writer.end();
      await tellHidden(session.notice, hiddenColumns);
      return 0;
    }),
};

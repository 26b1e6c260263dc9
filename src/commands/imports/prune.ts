import type { CommandDefinition } from '../../cli/command.ts';
import type { Journal } from '../../import/journal/journal.ts';
import type { RunRecord } from '../../import/journal/runs.ts';
import { importRun, runRecord } from '../../import/report/run-record.ts';
import { addOptions, readOptions } from '../../input/options.ts';
import { wholeFrom } from '../../resources/kinds.ts';
import { formatCount } from '../../text/numbers.ts';
import { addJournalOption, withJournal } from './journal.ts';

const day = 24 * 60 * 60_000;
const usualDays = 30;

const pruneOptions = {
  keepDays: {
    flag: '--keep-days',
    kind: { ...wholeFrom(0, 36_500), placeholder: 'days' },
    about: `age in days up to which imports are kept (default ${usualDays})`,
  },
} as const;

/** `shop-cli imports prune`: forgets old runs. */
export const definition: CommandDefinition = {
  details:
    'Nothing changes in the store. It keeps imports that are unfinished or have uncertain rows, and the latest one of each file or feed, ' +
    'which tells the next one what is unchanged. Later imports reuse the space in the journal. Asks for confirmation; scripts pass --yes.',
  examples: [
    ['imports prune --dry-run', 'Show the imports older than 30 days that would be deleted'],
    ['imports prune --keep-days 7 --yes', 'In a nightly job: keep one week'],
  ],
  seeAlso: ['imports list', 'imports delete'],
  result: importRun,
  prints: 'list',
  options: (command) => {
    addOptions(command, pruneOptions);
    addJournalOption(command);
  },
  run: (session, raw) =>
    withJournal(session, raw, { lock: session.options.dryRun ? 'unlocked' : 0 }, async (journal) => {
      const { keepDays = usualDays } = readOptions(pruneOptions, raw);
      const runs = prunable(journal, session.context.clock.now().getTime() - keepDays * day);
      await session.showList(
        importRun,
        runs.map((run) => runRecord(journal, run)),
      );
      const imports = `${formatCount(runs.length)} ${runs.length === 1 ? 'import' : 'imports'}`;
      if (runs.length === 0) await session.notice('No import is old enough to delete.');
      else if (session.options.dryRun) await session.notice(`${imports} would be deleted. Nothing was deleted.`);
      else {
        await session.confirm(`Delete the local history of ${imports}?`);
        for (const { run } of runs) journal.deleteRun(run);
        await session.notice(`✓ Deleted the local history of ${imports}.`);
      }
      return 0;
    }),
};

/** The runs that ended before a time and are of no use any more. */
function prunable(journal: Journal, before: number): readonly RunRecord[] {
  const feeds = new Set<string>();
  return journal.runs().filter((run) => {
    const { state, started, ended } = run;
    if (state === 'unfinished') return false;
    const feed = JSON.stringify([run.store, run.feed ?? run.path, run.options]);
    const isLatest = state === 'finished' && !feeds.has(feed);
    if (isLatest) feeds.add(feed);
    if (isLatest || (ended ?? started) >= before) return false;
    const { open, blocked } = journal.counts(run.run);
    return open + blocked === 0;
  });
}

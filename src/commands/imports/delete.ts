import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import type { Journal } from '../../import/journal/journal.ts';
import { countStates } from '../../import/journal/rows.ts';
import { allRuns, deleteRun, type RunRecord } from '../../import/journal/runs.ts';
import { addOptions, option, readOptions } from '../../input/options.ts';
import { nounsOfPeople } from '../../resources/file-table.ts';
import type { Kind } from '../../resources/kind.ts';
import { wholeFrom } from '../../resources/kinds.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { deletion } from '../shared/deletion.ts';
import { addJournalOption, findRun, withJournal } from './journal.ts';

const day = 24 * 60 * 60_000;

/** `90d`, or `90`. */
const daysKind: Kind<number> = {
  ...wholeFrom(1, 36_500),
  expects: 'from 1 to 36500 days, such as 90d',
  placeholder: 'days',
  typed: (text) => wholeFrom(1, 36_500).typed(text.replace(/d$/, '')),
};

const deleteOptions = {
  olderThan: option(daysKind, 'delete imports that ended longer ago than this, such as 90d'),
};

/** `shop-cli imports delete`: forgets runs. */
export const definition: CommandDefinition = {
  caution:
    'Nothing changes in the store, but a later import may send uncertain rows of products again. ' +
    '--older-than keeps imports that are unfinished or have uncertain rows, and the latest import of each file or feed.',
  details:
    'shop-cli keeps the keys that the import created for a day, because a store with index lag may not show them yet. ' +
    'For customers and addresses, it keeps everything that was sent, because the store cannot list them. ' +
    'You cannot delete an import with unsettled rows, so rerun it first. ' +
    'The latest import of a feed tells the next one what is unchanged. Asks for confirmation; scripts pass --yes.',
  examples: [
    ['imports delete 1 --yes', 'Delete the history of import 1'],
    ['imports delete --older-than 90d --dry-run', 'Show what would be deleted'],
  ],
  seeAlso: ['imports list'],
  result: deletion,
  prints: 'each',
  options: (command) => {
    command.argument('[import...]', 'import numbers');
    addOptions(command, deleteOptions);
    addJournalOption(command);
  },
  async run(session, raw, numbers) {
    const { olderThan } = readOptions(deleteOptions, raw);
    if ((olderThan === undefined) === (numbers.length === 0))
      throw new CliError('usage', 'Pass either import numbers or --older-than.', {
        hint: 'To list the imports: shop-cli imports list',
      });
    const { dryRun } = session.options;
    const before = session.context.clock.now().getTime() - (olderThan ?? 0) * day;
    return await withJournal(session, raw, { lock: dryRun ? 'unlocked' : 0 }, async (journal) => {
      const runs = olderThan === undefined ? runsNamed(journal, numbers) : runsBefore(journal, before);
      if (dryRun && runs.length > 0) {
        await session.notice(`${namesOf(runs, true)} would be deleted. Nothing was deleted.`);
        return 0;
      }
      if (runs.length > 0) await deleteRuns(runs, journal, session);
      else await session.notice('No import is old enough to delete.');
      await printDeleted(session, runs, numbers.length === 1);
      return 0;
    });
  },
};

/** @throws CliError `usage` for a run that must not be forgotten */
function runsNamed(journal: Journal, numbers: readonly string[]): readonly RunRecord[] {
  const runs = [...new Map(numbers.map((number) => findRun(journal, number)).map((run) => [run.run, run])).values()];
  for (const { run } of runs) {
    const { open } = countStates(journal, run);
    if (open === 0) continue;
    throw new CliError(
      'usage',
      `Import ${run} has ${formatCount(open)} unsettled ${inNumber('{row|rows}', open)}: deleting its history could create duplicates.`,
      { hint: 'Rerun the import, or any other into this store: it settles them first.' },
    );
  }
  return runs;
}

async function deleteRuns(runs: readonly RunRecord[], journal: Journal, { confirm }: Session): Promise<void> {
  const listed = runs.filter(({ noun }) => !nounsOfPeople.includes(noun));
  const blocked = listed.reduce((sum, { run }) => sum + countStates(journal, run).blocked, 0);
  const uncertain = blocked === 0 ? '' : ` ${formatCount(blocked)} uncertain rows may be sent again then.`;
  await confirm(`Delete ${namesOf(runs)}?${uncertain}`);
  for (const { run } of runs) deleteRun(journal, run);
}

/** @param isOne whether one was named: others are a list, however many they are */
async function printDeleted(
  { options, notice, show, showList }: Session,
  runs: readonly RunRecord[],
  isOne: boolean,
): Promise<void> {
  const deleted = runs.map(({ run }) => ({ deleted: String(run) }));
  const [only] = deleted;
  if (isOne && only) await show(deletion, only);
  else await showList(deletion, deleted);
  if (only && !options.quiet) await notice(`✓ Deleted ${namesOf(runs)}.`);
}

/** `the local history of import 2 (feed.csv)`, or of how many imports. */
function namesOf(runs: readonly RunRecord[], isStart = false): string {
  const [only, ...others] = runs;
  const which =
    only && others.length === 0
      ? `import ${only.run} (${escapeText(only.path)})`
      : `${formatCount(runs.length)} imports (${runs.map(({ run }) => run).join(', ')})`;
  return `${isStart ? 'The' : 'the'} local history of ${which}`;
}

/** The runs that ended before a time and are of no use any more. */
function runsBefore(journal: Journal, before: number): readonly RunRecord[] {
  const feeds = new Set<string>();
  return allRuns(journal).filter((run) => {
    const { state, started, ended, noun } = run;
    if (state === 'unfinished') return false;
    const feed = JSON.stringify([run.store, noun, run.feed ?? run.path, run.options]);
    const isLatest = state === 'finished' && !feeds.has(feed);
    if (isLatest) feeds.add(feed);
    if (isLatest || (ended ?? started) >= before) return false;
    const { open, blocked } = countStates(journal, run.run);
    return open + blocked === 0;
  });
}

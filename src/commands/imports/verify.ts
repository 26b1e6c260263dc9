import type { CommandDefinition, Tree } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { type ListedNoun, type Noun, wayToFind } from '../../client/endpoints/noun.ts';
import { CliError, exitCodes } from '../../errors.ts';
import type { Journal } from '../../import/journal/journal.ts';
import { countStates } from '../../import/journal/rows.ts';
import { type RunRecord, refuseJournalOfOtherStore } from '../../import/journal/runs.ts';
import { countToSend } from '../../import/rows/check.ts';
import { type Finding, findingRecord, type Verification, verification, verifyRun } from '../../import/verify/verify.ts';
import { rowCount } from '../../import/words/counts.ts';
import type { RawOptions } from '../../input/options.ts';
import { traitsOf } from '../../output/formats.ts';
import type { Work } from '../../output/progress.ts';
import { writeList } from '../../output/view.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import { addJournalOption, findRun, withJournal } from './journal.ts';
import { importedNoun } from './nouns.ts';

/** `shop-cli imports verify`: where the rows of a run are now. */
export const verifyOf = (tree: () => Tree): CommandDefinition => ({
  details:
    'Looks up every row of an import run on this machine: is it in the store once, twice, not at all, or different? Lists the rows that need attention. ' +
    'Nothing is sent or changed. To see which fields differ, run shop-cli products diff.\n\n' +
    'This works for products only, because the API cannot list customers, and lists the addresses of only one customer at a time. For these, imports show has the answers of the store.\n\n' +
    'CSV and NDJSON have one line for each of these rows; JSON has the counts too.',
  exitCodes: { 0: 'every row is in the store once, as it was imported', 7: 'some rows need attention' },
  examples: [
    ['imports verify', 'The latest import'],
    ['imports verify 1 -o csv', 'The rows of import 1 that need attention, as CSV'],
  ],
  seeAlso: ['imports show'],
  result: ({ output }) => (traitsOf(output).isByLine ? findingRecord : verification),
  options: (command) => {
    command.argument('[import]', 'import number (default: the latest)');
    addJournalOption(command);
  },
  run: (session, raw, [number]) =>
    withJournal(session, raw, { lock: 'unlocked' }, async (journal) => {
      const run = findRun(journal, number);
      const noun = verifiable(run, await importedNoun(tree(), run.noun));
      return await verifyAndShow(session, raw, { journal, run, noun });
    }),
});

/** @throws CliError `usage` for a noun whose rows no list shows */
function verifiable(run: RunRecord, noun: Noun): ListedNoun {
  const way = wayToFind(noun);
  switch (way.by) {
    case 'search':
      return way.noun;
    case 'owner':
    case 'ids':
    case 'none':
      throw cannotVerify(run, noun);
  }
}

/** A run in a journal, and what its rows are. */
interface Verified {
  readonly journal: Journal;
  readonly run: RunRecord;
  readonly noun: ListedNoun;
}

const cannotVerify = ({ run }: RunRecord, { names }: Noun): CliError =>
  new CliError('usage', `The API cannot list ${names[1]}, so import ${run} cannot be verified.`, {
    hint: `To see what the store answered: shop-cli imports show ${run}`,
  });

async function verifyAndShow(session: Session, raw: RawOptions, { journal, run, noun }: Verified): Promise<number> {
  const connection = await session.connect({ manyRequests: true });
  refuseJournalOfOtherStore(journal, connection.storeId);
  const { context, notice, storeLabel } = session;
  const options = {
    noun,
    connection,
    context,
    notice,
    progress: (work: () => Work) => session.progress(work, false),
    place: `on ${storeLabel()}`,
  };
  return await verifyRun(journal, run, options, async (verification) => {
    const record = recordOf(session, run, verification);
    await print(session, raw, record, verification);
    await summarize(session, record);
    await noteSkipped(session, run, countStates(journal, run.run).existing);
    if (record.missing > 0) await adviseMissing(session, journal, run);
    return record.once === record.rows ? 0 : exitCodes['import-incomplete'];
  });
}

/** Products of an import that ended a moment ago may not show yet. */
async function adviseMissing({ notice }: Session, journal: Journal, { run, ended }: RunRecord): Promise<void> {
  if (ended === null) return await notice(`Import ${run} has not ended yet.`);
  const since = journal.now() - ended;
  if (since >= 0 && since < shortWhile)
    return await notice(`Import ${run} ended ${formatSpan(since)} ago: the store may not show every product yet.`);
  await notice('To create what is missing, import the file again with --full.');
}

const shortWhile = 90_000;

const recordOf = ({ storeValue }: Session, run: RunRecord, { counts, notSent }: Verification) => ({
  run: run.run,
  store: storeValue(),
  file: run.path === '-' ? 'standard input' : run.path,
  rows: countToSend(run.rows, run),
  once: counts.same,
  different: counts.differs,
  twice: counts.duplicate,
  missing: counts.new,
  uncertain: counts.near,
  notSent,
  notCompared: counts.unclear,
});

/** Rows that JSON and a table show. */
const maxInJson = 10_000;
const maxInTable = 100;

/** CSV, NDJSON and `--quiet` have the rows alone; the others begin with the counts. */
async function print(
  session: Session,
  raw: RawOptions,
  record: ReturnType<typeof recordOf>,
  { findings }: Verification,
): Promise<void> {
  const { output } = session.settings;
  if (traitsOf(output).isByLine || raw.quiet === true)
    return void (await writeList(session.list(findingRecord), findings));
  const isTable = output === 'table';
  const max = isTable ? maxInTable : maxInJson;
  const problems: Finding[] = [];
  for await (const batch of findings) {
    problems.push(...batch.slice(0, max - problems.length));
    if (problems.length === max) break;
  }
  await session.show(verification, isTable ? record : { ...record, problems });
  if (isTable && problems.length > 0) await session.showList(findingRecord, problems);
  const { different, twice, missing, uncertain } = record;
  const left = different + twice + missing + uncertain - problems.length;
  if (left > 0) await session.notice(`… and ${formatCount(left)} more rows. To see all, add --output csv.`);
}

/** What the import did not send by itself. */
async function noteSkipped({ notice }: Session, { invalid }: RunRecord, existing: number): Promise<void> {
  const parts = [
    existing > 0 ? `${formatCount(existing)} that existed` : [],
    invalid > 0 ? `${formatCount(invalid)} invalid` : [],
  ].flat();
  if (parts.length > 0) await notice(`The import skipped rows: ${parts.join(', ')}.`);
}

async function summarize(
  { notice, storeLabel, paintGood }: Session,
  record: ReturnType<typeof recordOf>,
): Promise<void> {
  const { rows, once, different, twice, missing, uncertain, notSent, notCompared } = record;
  const counts = { twice, missing, uncertain, 'not sent': notSent };
  const named = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${formatCount(count)} ${name}`] : []));
  const found = once + different;
  const are = found === 1 || rows === 1 ? 'is' : 'are';
  const differing = different === 0 ? '' : `, ${formatCount(different)} of them different`;
  const text = `${formatCount(found)} of ${rowCount(rows)} of import ${record.run} ${are} on ${storeLabel()} exactly once${differing}${named.length === 0 ? '' : `; ${named.join(', ')}`}.`;
  await notice(named.length === 0 && different === 0 && found === rows ? paintGood(text) : text);
  if (notCompared > 0)
    await notice(
      `${rowCount(notCompared)} could not be compared: the journal or the store has too little information.`,
    );
}

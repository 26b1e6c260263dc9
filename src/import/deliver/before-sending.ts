import { CliError } from '../../errors.ts';
import { deletedOwners } from '../evidence/deleted-owners.ts';
import type { KnownBefore } from '../evidence/row-look-up.ts';
import { clear } from '../evidence/settled.ts';
import { blockedKeys, hasRecords, wasSentSince } from '../journal/earlier-rows.ts';
import { markChanged, previousRun } from '../journal/feeds.ts';
import { deleteRun, markChecked } from '../journal/runs.ts';
import type { Key } from '../map/rows/key.ts';
import { countWithout, recordCount } from '../march/lookup.ts';
import { type Comparison, compareWithStore } from '../march/march.ts';
import type { ComparedRow } from '../march/results.ts';
import { refusalOfWarnings } from '../words/file-refusal.ts';
import type { Action } from './actions.ts';
import { decide, type RowQuestions, uncompared } from './decide.ts';
import { refuseExisting } from './existing-rows.ts';
import { judge } from './next.ts';
import type { Recalled } from './recall.ts';
import { heldBackBy } from './renamed-rows.ts';
import type { StoreList, UnsentRun } from './run-parts.ts';
import { UnsentRows } from './unsent-rows.ts';

/** A run of a noun that the store lists. */
interface ListedRun extends UnsentRun {
  readonly list: StoreList;
}

/**
 * Before anything is sent: finishes the rows whose product exists, and those that must not be sent, and says how many.
 * Returns recently sent keys that are absent after the settle time.
 * @throws CliError when the store does not answer; Stopped
 */
export async function finishUnsent(run: UnsentRun): Promise<readonly Key[]> {
  const unsent = new UnsentRows(run);
  const { list } = run;
  const absent = list ? await finishListed(unsent, { ...run, list }) : await finishSent(unsent, run);
  await unsent.warn();
  return absent;
}

/** The journal says what exists, and searches that this machine remembers. */
async function finishSent(unsent: UnsentRows, run: UnsentRun): Promise<readonly Key[]> {
  const owners = await deletedOwners(run.options.noun, run.ledger.journal, run.checked);
  return await finishRows(uncompared(run.checked.keys), { ...knownBefore(run), deletedOwners: owners }, unsent, run);
}

/** What was sent by an attempt that ended lately, the store may show late. */
function knownBefore({ ledger, knownRecords, candidateIds, options, store }: UnsentRun): KnownBefore {
  const { journal, run } = ledger;
  const since = journal.now() - 2 * store.settleTime.current;
  const blocked = blockedKeys(journal, run.source.noun);
  return { journal, run, knownRecords, candidateIds, deletedOwners: new Map(), blocked, since, options };
}

/** The store says what exists. A continued run knows it already, as long as nothing else made the store grow. */
async function finishListed(unsent: UnsentRows, run: ListedRun): Promise<readonly Key[]> {
  const { journal, tally, run: started } = run.ledger;
  const { first } = run.list;
  const before = countWithout(first, tally.count('created'));
  // Of the time before the store is compared, which may take long.
  const known = knownBefore(run);
  const mayOthersSend = haveOthersSent(known.since, run);
  const recalled = await recallPrevious(run);
  if (!mayOthersSend && recalled !== 'revoked' && isCheckedBefore(before, run)) {
    await finishAbsent(unsent, run);
    return [];
  }
  const fields = comparedFields(run, recalled);
  const comparison = await compare(recordCount(first), fields, run);
  await refuseExistingRows(comparison, run);
  const absent = await finishCompared(comparison, known, unsent, run);
  if (recalled === 'believed') markChanged(journal, started.id);
  await unsent.tellExisting(fields);
  if (await unsent.warnOfCommon()) refuseWarned(run);
  if (before !== undefined) markChecked(journal, started.id, before);
  return absent;
}

/**
 * Whether other runs have sent rows that the store may not count yet, or that they could not settle and that must not be
 * sent.
 */
const haveOthersSent = (since: number, { ledger: { journal, run } }: UnsentRun): boolean =>
  wasSentSince(journal, since, run) || blockedKeys(journal, run.source.noun, run.id).length > 0;

/** Most imports are the first of their feed: nothing is known of their rows. */
async function recallPrevious(run: ListedRun): Promise<Recalled> {
  const { ledger } = run;
  const previous = previousRun(ledger.journal, ledger.run.source);
  if (!previous && !ledger.run.continued) return 'nothing';
  const { recall } = await import('./recall.ts');
  return await recall(previous, run, run.list.first);
}

/** Whether an earlier part of this run compared all rows with a store of so many products. */
const isCheckedBefore = (products: number | undefined, { ledger }: UnsentRun): boolean =>
  products !== undefined && ledger.run.continued?.products === products;

/** If the previous import of a feed is believed, only new and changed rows are compared. */
const comparedFields = ({ list: { noun } }: ListedRun, recalled: Recalled): readonly string[] =>
  recalled === 'believed' ? [...noun.recognised, ...noun.ofFeed] : noun.recognised;

/** Look-ups that wait for the rate limiter at a time. */
const lookUps = 100;

/** Compares the rows that are left with the store. */
async function compare(products: number | undefined, fields: readonly string[], run: ListedRun): Promise<Comparison> {
  const { options, checked, ledger, knownRecords, list, store } = run;
  const { tally } = ledger;
  return await compareWithStore(checked.keys, {
    ...store,
    noun: list.noun,
    count: tally.sendable - tally.done,
    products,
    lookUps,
    fields,
    wasInStore: hasRecords(ledger.journal, ledger.run.source.noun) ? knownRecords.has : undefined,
    notice: options.notice,
  });
}

/** `--on-existing fail`. A new run that is refused leaves nothing in the journal. */
async function refuseExistingRows(comparison: Comparison, { options, checked, ledger }: UnsentRun): Promise<void> {
  if (options.onExisting !== 'fail') return;
  try {
    await refuseExisting(comparison, checked);
  } catch (error) {
    if (!ledger.run.continued && error instanceof CliError) deleteRun(ledger.journal, ledger.run.id);
    throw error;
  }
}

/** `--fail-on-warnings`, for what the comparison shows: rows that do not exist yet would be created with the same fault. */
function refuseWarned({ options, checked, ledger: { journal, run } }: UnsentRun): void {
  const refusal = refusalOfWarnings(options, checked);
  if (!refusal) return;
  if (run.continued) throw refusal.error.reworded({ message: `${refusal.why} No further row was sent.` });
  deleteRun(journal, run.id);
  throw refusal.error;
}

async function finishCompared(
  comparison: Comparison,
  known: KnownBefore,
  unsent: UnsentRows,
  run: UnsentRun,
): Promise<readonly Key[]> {
  if (!comparison.isEmpty || known.blocked.length > 0) return await finishRows(comparison.rows(), known, unsent, run);
  await finishAbsent(unsent, run);
  return [];
}

/** The store has none of the rows that are left. */
async function finishAbsent(unsent: UnsentRows, run: UnsentRun): Promise<void> {
  if (!heldBackBy(run) && !run.options.plan) return;
  await decideRows(uncompared(run.checked.keys), () => ({ do: 'send' }), unsent, run);
}

/** Finishes rows by what is known of them. Returns the keys that are absent although they were sent. */
async function finishRows(
  rows: AsyncIterable<readonly ComparedRow[]>,
  known: KnownBefore,
  unsent: UnsentRows,
  run: UnsentRun,
): Promise<readonly Key[]> {
  const ask = await run.store.rowLookUp.before(known);
  const absent: Key[] = [];
  const exists = async (compared: ComparedRow): Promise<Action> => {
    const found = clear(await ask(compared));
    if (found.kind === 'absent') absent.push(compared.row.key);
    return judge({ row: 'unsent' }, found);
  };
  await decideRows(rows, exists, unsent, run);
  return absent;
}

async function decideRows(
  rows: AsyncIterable<readonly ComparedRow[]>,
  exists: RowQuestions['exists'],
  { act }: UnsentRows,
  run: UnsentRun,
): Promise<void> {
  await decide(rows, { exists, heldBack: heldBackBy(run), planned: run.options.plan?.records }, act);
  run.ledger.flush();
}

import type { Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import { hashOf } from '../../text/hash-set.ts';
import type { LookAt, RowLookUp } from '../evidence/row-look-up.ts';
import { clear } from '../evidence/settled.ts';
import { blockedKeys, hasRecords, sentSince, wasSentSince } from '../journal/earlier-rows.ts';
import { whenErased } from '../journal/erased.ts';
import { markChanged, previousRun } from '../journal/feeds.ts';
import { deleteRun, markChecked } from '../journal/runs.ts';
import { type Key, keyText } from '../map/key.ts';
import { countWithout, recordCount } from '../march/lookup.ts';
import { type Comparison, compareWithStore } from '../march/march.ts';
import type { ComparedRow } from '../march/results.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { decide, type RowQuestions, uncompared } from './decide.ts';
import { checkExistence, refuseExisting } from './existing-rows.ts';
import { hasWhatIsKnown } from './known-people.ts';
import { type Action, judge } from './next.ts';
import { blockedBefore } from './outcome.ts';
import type { Recalled } from './recall.ts';
import { heldBackBy } from './renamed-rows.ts';
import { erasedBefore, existing, sentBefore } from './rows-to-send.ts';
import { isListedRun, type Listed, type UnsentRun } from './run-parts.ts';
import { UnsentRows } from './unsent-rows.ts';

/**
 * Before anything is sent: finishes the rows whose product exists, and those that must not be sent, and says how many.
 * Returns recently sent keys that are absent after the settle time.
 * @param page the first page of the store's products; undefined where there is no look-up
 * @throws CliError when the store does not answer; Stopped
 */
export async function finishUnsent(run: UnsentRun, page: Page | undefined): Promise<readonly Key[]> {
  const unsent = new UnsentRows(run);
  const absent = page && isListedRun(run) ? await finishListed(page, unsent, run) : await finishSent(unsent, run);
  await unsent.warn();
  return absent;
}

/** The journal says what exists, and searches that this machine remembers. */
async function finishSent(unsent: UnsentRows, run: UnsentRun): Promise<readonly Key[]> {
  const { rowLookUp } = run.store;
  const exists = rowLookUp ? await existsFor(rowLookUp, run) : sentBefore(run.knownRecords);
  await finishRows(uncompared(run.checked.keys), exists, unsent, run);
  return [];
}

/**
 * A person who is known is read, where that person may be gone by now. What became of other rows is looked up while rows
 * are sent.
 */
async function existsFor(lookUp: RowLookUp, run: UnsentRun): Promise<RowQuestions['exists']> {
  const { ledger, knownRecords, known, store } = run;
  const { noun } = ledger.run.source;
  const blocked = new Set(blockedKeys(ledger.journal, noun).map(keyText));
  const since = ledger.journal.now() - 2 * store.settleTime.current;
  const { lookAt } = lookUp;
  const isBelieved = lookAt !== undefined && (await hasWhatIsKnown(lookAt, since, run));
  if (!isBelieved && lookAt) await run.options.hint(notBelieved);
  const recent = isBelieved ? undefined : sentSince(ledger.journal, since, noun);
  const erasedAt = whenErased(ledger.journal, noun);
  return async ({ row }) => {
    const text = keyText(row.key);
    const found = knownRecords.found(row.key);
    const mayBeGone = recent?.has(hashOf(text)) === false && found?.recordId !== undefined;
    if (found && !mayBeGone) return existing(found.recordId);
    if (!found && blocked.has(text)) return { do: 'finish', outcome: blockedBefore };
    const ids = [found?.recordId, ...(known.get(row.record) ?? [])];
    const shown = lookAt && (await firstShown(row, ids, lookAt));
    const erased = erasedAt.get(text);
    return shown ?? (erased === undefined ? { do: 'send' } : erasedBefore(erased));
  };
}

const notBelieved = 'The store lacks some of what earlier imports created: all that they know is looked up again.';

/** What follows if the store shows the row under one of these IDs. */
async function firstShown(
  { key }: StoredRow,
  ids: readonly (string | undefined)[],
  lookAt: LookAt,
): Promise<Action | undefined> {
  for (const id of ids) {
    const settled = id === undefined ? undefined : clear(await lookAt({ key }, id));
    if (settled?.kind === 'found') return judge({ row: 'unsent' }, settled);
  }
  return undefined;
}

/** The store says what exists. A continued run knows it already, as long as nothing else made the store grow. */
async function finishListed(page: Page, unsent: UnsentRows, run: UnsentRun & Listed): Promise<readonly Key[]> {
  const { journal, tally, run: started } = run.ledger;
  const before = countWithout(page, tally.count('created'));
  const since = journal.now() - 2 * run.store.settleTime.current;
  const mayOthersSend = haveOthersSent(since, run);
  const recalled = await recallPrevious(run, page);
  if (!mayOthersSend && recalled !== 'revoked' && isCheckedBefore(before, run)) {
    await finishAbsent(unsent, run);
    return [];
  }
  const comparison = await compare(recordCount(page), run);
  await refuseExistingRows(comparison, run);
  const absent = await finishCompared(comparison, since, unsent, run);
  if (recalled === 'believed') markChanged(journal, started.id);
  await unsent.tellExisting();
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
async function recallPrevious(run: UnsentRun & Listed, page: Page): Promise<Recalled> {
  const { ledger } = run;
  const previous = previousRun(ledger.journal, ledger.run.source);
  if (!previous && !ledger.run.continued) return 'nothing';
  const { recall } = await import('./recall.ts');
  return await recall(previous, run, page);
}

/** Whether an earlier part of this run compared all rows with a store of so many products. */
const isCheckedBefore = (products: number | undefined, { ledger }: UnsentRun): boolean =>
  products !== undefined && ledger.run.continued?.products === products;

/** Look-ups that wait for the rate limiter at a time. */
const lookUps = 100;

/** Compares the rows that are left with the store. */
async function compare(products: number | undefined, run: UnsentRun & Listed): Promise<Comparison> {
  const { options, checked, ledger, knownRecords, store } = run;
  const { tally } = ledger;
  return await compareWithStore(checked.keys, {
    ...store,
    count: tally.sendable - tally.done,
    products,
    lookUps,
    fields: store.noun.recognised,
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

async function finishCompared(
  comparison: Comparison,
  since: number,
  unsent: UnsentRows,
  run: UnsentRun & Listed,
): Promise<readonly Key[]> {
  const { journal, run: started } = run.ledger;
  const { noun } = started.source;
  const known = { blocked: blockedKeys(journal, noun), recent: sentSince(journal, since, noun) };
  if (comparison.isEmpty && known.blocked.length === 0) {
    await finishAbsent(unsent, run);
    return [];
  }
  const { exists, absent } = checkExistence(known, run);
  await finishRows(comparison.rows(), exists, unsent, run);
  return absent;
}

/** The store has none of the rows that are left. */
async function finishAbsent(unsent: UnsentRows, run: UnsentRun): Promise<void> {
  if (!heldBackBy(run) && !run.options.plan) return;
  await finishRows(uncompared(run.checked.keys), () => ({ do: 'send' }), unsent, run);
}

async function finishRows(
  rows: AsyncIterable<readonly ComparedRow[]>,
  exists: RowQuestions['exists'],
  { act }: UnsentRows,
  run: UnsentRun,
): Promise<void> {
  await decide(rows, { exists, heldBack: heldBackBy(run), planned: run.options.plan?.records }, act);
  run.ledger.flush();
}

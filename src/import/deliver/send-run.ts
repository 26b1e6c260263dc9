import type { Page } from '../../client/pages.ts';
import type { LogEvent } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { formatCount } from '../../text/numbers.ts';
import { attemptsBefore, blockedKeys, hasProducts, sentSince, wasSentSince } from '../journal/earlier-rows.ts';
import { changesOf, markChanged, previousRun } from '../journal/feeds.ts';
import type { Ledger } from '../journal/ledger.ts';
import { deleteRun, firstCount, markChecked, markPlan, noteFirstCount } from '../journal/runs.ts';
import { productCount } from '../march/lookup.ts';
import { type Comparison, compareWithStore } from '../march/march.ts';
import type { ImportOptions } from '../options.ts';
import { Stopped } from '../pace/ask.ts';
import { rowCount } from '../words/counts.ts';
import { changedRows, existingRows, nearRows } from '../words/existing-texts.ts';
import type { Progress } from '../words/progress.ts';
import { audit } from './audit.ts';
import { isListedRun, type Listed, sendAll, type UnsentRun } from './delivery.ts';
import { type Existing, finishExisting, refuseExisting } from './existing-rows.ts';
import type { Recalled } from './recall.ts';
import { holdRenamed } from './renamed-rows.ts';
import { existByNow, finishSent, finishUnplanned, rowsLeft } from './rows-to-send.ts';
import { takeOver } from './settle-earlier.ts';

/** A run in progress. */
export interface ImportRun extends UnsentRun {
  readonly progress: Progress;
}

/**
 * Settles what earlier imports left open, finds out what exists, sends the rest, and verifies. Why it stopped early is
 * in `run.store.stopper`.
 * @param page the first page of the store's products, with the totals; undefined where there is no look-up
 * @throws CliError when the store is not reliable or does not answer: nothing was sent
 */
export async function sendRun(run: ImportRun, page: Page | undefined): Promise<void> {
  const { options, checked, ledger, store, progress } = run;
  const { keys } = checked;
  const { journal, tally } = ledger;
  const { stopper, finished } = store;
  let isSending = false;
  const endMeasuring = progress.measure();
  try {
    await takeOver(run);
    const products = page ? productCount(page) - tally.count('created') : Number.NaN;
    const { absent, near } = await progress.during(() => finishExistingRows(run, page));
    await holdRenamed(run);
    await finishUnplanned(options, keys, ledger);
    const left = keys.leftOf(near.map(({ record }) => record));
    const toSend = near.filter(({ record }) => left.has(record));
    if (toSend.length > 0) await options.warn(nearRows(toSend, options.noun.names));
    await announceStart(options, ledger);
    noteStart(run, products);
    isSending = true;
    progress.begin();
    await sendAll(rowsLeft(checked, tally), attemptsBefore(journal, ledger.run, absent), run);
    if (!stopper.signal.aborted) {
      ledger.flush();
      await audit(run, firstCount(journal, ledger.run.id) ?? products);
    }
  } catch (error) {
    // Once rows were sent, a failure is reported together with their outcomes.
    if (error instanceof CliError && isSending) stopper.stop(error);
    else if (!(error instanceof Stopped)) throw error;
  } finally {
    finished.abort();
    endMeasuring();
    await progress.end();
  }
}

/**
 * On disk before the first row leaves: no other run applies this plan, and no later part of this one counts what others
 * create from now on as there before.
 */
function noteStart({ options: { plan }, ledger: { journal, run, tally } }: ImportRun, products: number): void {
  if (plan) markPlan(journal, plan.sha256);
  if (tally.notSent > 0 && products >= 0) noteFirstCount(journal, run.id, products);
}

/**
 * Finishes the rows whose key exists in the store. A continued run knows them already, as long as nothing else made the
 * store grow.
 */
async function finishExistingRows(run: ImportRun, page: Page | undefined): Promise<Pick<Existing, 'absent' | 'near'>> {
  if (!page || !isListedRun(run)) return finishSent(run);
  const { ledger, store } = run;
  const { journal, tally } = ledger;
  const { id, continued, source } = ledger.run;
  const products = productCount(page);
  const created = tally.count('created');
  const since = journal.now() - 2 * store.settleTime.current;
  // The store may not count yet what another run sent recently, and what that run could not settle must not be sent.
  const isAlone = !wasSentSince(journal, since, ledger.run) && blockedKeys(journal, source.noun, id).length === 0;
  const { isBelieved, isRevoked } = await recallPrevious(run, page);
  // NaN, which equals nothing, where no earlier part of the run checked its keys.
  const isKnown = isAlone && !isRevoked && products === (continued?.products ?? Number.NaN) + created;
  if (isKnown) return { absent: [], near: [] };
  const comparison = await compare(products, run);
  if (run.options.onExisting === 'fail')
    await refuseExisting(comparison, run.checked).catch((error: unknown) => deleteIfNew(ledger, error));
  const known = { blocked: blockedKeys(journal, source.noun), recent: sentSince(journal, since, source.noun) };
  const found = await finishExisting(comparison, known, run);
  if (isBelieved) markChanged(journal, id);
  await tellExisting(found, run);
  if (Number.isSafeInteger(products)) markChecked(journal, id, products - created);
  return found;
}

async function tellExisting({ existing, differing, unexpected }: Existing, run: ImportRun): Promise<void> {
  const { options, ledger } = run;
  const { changed } = changesOf(ledger.journal, ledger.run.id);
  // One sentence is enough for rows that exist and have changed.
  const isSaid = existing !== changed;
  if (existing > 0 && isSaid) await options.hint(existingRows(existing, differing, options.noun.recognised));
  if (unexpected > 0) await options.warn(existByNow(unexpected));
  if (changed > 0) await options.hint(changedRows(changed, options, isSaid ? undefined : differing));
}

/** Look-ups that wait for the rate limiter at a time. */
const lookUps = 100;

/** Compares the rows that are left with the store. */
async function compare(products: number, run: ImportRun & Listed): Promise<Comparison> {
  const { options, checked, ledger, knownProducts, store } = run;
  const { tally } = ledger;
  return await compareWithStore(checked.keys, {
    ...store,
    count: tally.sendable - tally.done,
    products,
    canSearch: true,
    lookUps,
    fields: store.noun.recognised,
    wasInStore: hasProducts(ledger.journal, ledger.run.source.noun) ? knownProducts.has : undefined,
    notice: options.notice,
  });
}

/** Most imports are the first of their feed: nothing is known of their rows. */
async function recallPrevious(run: ImportRun, page: Page): Promise<Recalled> {
  const { ledger } = run;
  const previous = previousRun(ledger.journal, ledger.run.source);
  if (!previous && !ledger.run.continued) return { isBelieved: false, isRevoked: false };
  const { recall } = await import('./recall.ts');
  return await recall(previous, run, page);
}

/** A new run that is refused before anything was sent is deleted. */
function deleteIfNew({ journal, run }: Ledger, error: unknown): never {
  if (!run.continued && error instanceof CliError) deleteRun(journal, run.id);
  throw error;
}

async function announceStart(options: ImportOptions, ledger: Ledger): Promise<void> {
  const { tally } = ledger;
  const { concurrency, rate } = options.pace;
  if (tally.notSent === 0) return await options.hint('Nothing to send.', importStarted(options, ledger));
  const limit = rate === undefined ? '' : ` and ${formatCount(rate)} per second`;
  await options.hint(
    `Sending ${rowCount(tally.notSent)} to ${options.store.storeLabel()}, up to ${concurrency} at a time${limit}.`,
    importStarted(options, ledger),
  );
}

/** For a JSON log. */
const importStarted = ({ store, path, pace }: ImportOptions, { run, tally }: Ledger): LogEvent => ({
  event: 'import_started',
  run: run.id,
  store: store.storeValue(),
  file: path,
  rows: tally.rows,
  toSend: tally.notSent,
  continued: run.continued !== undefined,
  concurrency: pace.concurrency,
  perSecond: pace.rate ?? null,
});

import type { Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import { blockedKeys, hasProducts, keysSentBefore, keysSentSince } from '../journal/earlier-rows.ts';
import { previousRun } from '../journal/feeds.ts';
import { deleteRun, lastNoted, markChecked, markPlan } from '../journal/runs.ts';
import { productCount } from '../march/lookup.ts';
import { type Comparison, compareWithStore } from '../march/march.ts';
import { createProgress, importStarted, measure, paceLog, withProgress } from '../report/progress.ts';
import { changedRows, existingRows, nearRows, rowCount } from '../report/words.ts';
import { Stopped } from './ask.ts';
import { audit } from './audit.ts';
import { type Existing, finishExisting, type KnownKeys, refuseExisting } from './existing-rows.ts';
import type { Recalled } from './recall.ts';
import { holdRenamed } from './renamed-rows.ts';
import { type Batches, existByNow, finishUnplanned, ifNextAreAbsent, rowsLeft } from './rows-to-send.ts';
import { attemptsBeforeFrom, sendAll } from './send-all.ts';
import { takeOver } from './settle-earlier.ts';

/**
 * Settles what earlier imports left open, finds out what exists, sends the rest, and verifies. Why it stopped early is
 * in `run.stopper`.
 * @param page the first page of the store's products, with the totals
 * @throws CliError when the store is not reliable or does not answer: nothing was sent
 */
export async function sendRun(run: ImportRun, page: Page): Promise<void> {
  const { journal, ledger } = run;
  const { stopper, finished } = run.store;
  let isSending = false;
  const measured = measure(run, paceLog(run));
  try {
    // Before anything is noted of a row.
    const isChecked = wasJustChecked(run);
    const attempts = await takeOver(run);
    const before = productCount(page) - run.tally.count('created');
    const { rows, absent, near } = await withProgress(run, () => finishExistingRows(run, page, isChecked));
    await holdRenamed(run);
    await finishUnplanned(run);
    const toSend = near.filter(({ record }) => run.tally.isLeft(record));
    if (toSend.length > 0) await run.options.notice(nearRows(toSend));
    await announceStart(run);
    const { plan, invocation } = run.options;
    // On disk before the first row leaves: no other run applies this plan.
    if (plan) markPlan(journal, plan.sha256, invocation.person);
    isSending = true;
    run.display = createProgress(run);
    await sendAll(rows, attemptsBeforeFrom(attempts, [...keysSentBefore(journal), ...absent]), run);
    if (!stopper.signal.aborted) ledger.flush();
    if (!stopper.signal.aborted) await audit(run, before);
  } catch (error) {
    // Once rows were sent, a failure is reported together with their outcomes.
    if (error instanceof CliError && isSending) stopper.stop(error);
    else if (!(error instanceof Stopped)) throw error;
  } finally {
    finished.abort();
    measured();
    await run.display?.end();
  }
}

/** Milliseconds. Kubernetes waits for up to six minutes before it starts a Pod again. */
const shortBreak = 10 * 60_000;

/**
 * Whether a shard is continued so soon that its rows need no other look-up: an import that is not interrupted sends what
 * it looked up hours before. The number of products says nothing about them, since other shards create products too; the
 * next rows tell whether another machine sends the same.
 */
function wasJustChecked({ journal, options, continued, id }: ImportRun): boolean {
  if (!options.shard || !continued) return false;
  const noted = lastNoted(journal, id);
  const isSoon = noted !== undefined && Math.abs(journal.now() - noted) < shortBreak;
  // The break must not be forgotten if this part is interrupted as well.
  if (!isSoon) markChecked(journal, id, null);
  return isSoon && continued.products !== null;
}

interface RowsLeft extends FoundRows {
  readonly rows: Batches;
}

type FoundRows = Pick<Existing, 'absent' | 'near'>;

/**
 * Finishes the rows whose key exists in the store, and returns the others. A continued run knows them already, as long
 * as nothing else made the store grow.
 */
async function finishExistingRows(run: ImportRun, page: Page, isChecked: boolean): Promise<RowsLeft> {
  const { journal, tally } = run;
  const products = productCount(page);
  const created = tally.count('created');
  const since = journal.now() - 2 * run.store.settleTime.current;
  // The store may not count yet what another run sent recently, and what that run could not settle must not be sent.
  const sent = keysSentSince(journal, since);
  const isAlone = keysSentSince(journal, since, run.id).length + blockedKeys(journal, run.id).length === 0;
  const { changedSince, isRevoked } = await recallPrevious(run, page);
  const rows =
    isRevoked || !isAlone ? undefined : await rowsKnown(products === productsBefore(run) + created, isChecked, run);
  if (rows) return { rows, ...nothingFound };
  const [blocked, recent] = [blockedKeys(journal), sent];
  const isFresh = products === 0 && blocked.length + recent.length === 0 && !hasProducts(journal);
  const next = isFresh ? await ifNextAreAbsent(rowsLeft(run), run) : undefined;
  const found = next ? nothingFound : await findRows({ products, isFresh, blocked, recent, changedSince }, run);
  if (Number.isSafeInteger(products)) markChecked(journal, run.id, products - created);
  return { rows: next ?? rowsLeft(run), ...found };
}

const nothingFound: FoundRows = { absent: [], near: [] };

interface RowsToFind extends Pick<KnownKeys, 'blocked' | 'recent' | 'changedSince'> {
  readonly products: number;
  /** Whether the list is empty although a search finds products: it says nothing. */
  readonly isFresh: boolean;
}

/** Finishes the rows that exist, and says how many. */
async function findRows({ products, isFresh, ...rows }: RowsToFind, run: ImportRun): Promise<FoundRows> {
  const { options, tally, knownProducts } = run;
  const comparison = await compare(isFresh ? Number.POSITIVE_INFINITY : products, run);
  if (options.onExisting === 'fail')
    await refuseExisting(comparison, run).catch((error: unknown) => deleteIfNew(run, error));
  const onWait = () =>
    options.hint(
      `Waiting up to ${formatSpan(run.store.settleTime.current)}: some rows were sent a moment ago, and the store may not show them yet.`,
    );
  const known = { ...rows, comparison, wasInStore: knownProducts.has, onWait };
  const found = await finishExisting(known, run);
  const { existing, differing, unexpected } = found;
  tally.differing += differing.rows;
  // One sentence is enough for rows that exist and have changed.
  const isSaid = existing !== tally.changed;
  if (existing > 0 && isSaid) await options.hint(existingRows(existing, differing));
  if (unexpected > 0) await options.notice(existByNow(unexpected));
  if (tally.changed > 0) await options.hint(changedRows(tally.changed, options.path, isSaid ? undefined : differing));
  return found;
}

/** Look-ups that wait for the rate limiter at a time. */
const lookUps = 100;

/** Compares the rows that are left with the store. @param products infinite where a list says nothing */
async function compare(products: number, run: ImportRun): Promise<Comparison> {
  const { options, tally, checked, knownProducts, store } = run;
  return await compareWithStore(
    { rows: checked.keys, count: tally.sendable - tally.done },
    {
      ...store,
      ...{ products, canSearch: true, lookUps, fields: ['name', 'price'] },
      ...{ isLeft: tally.isLeft, wasInStore: knownProducts.has, notice: options.notice },
    },
  );
}

/** Most imports are the first of their feed: nothing is known of their rows. */
async function recallPrevious(run: ImportRun, page: Page): Promise<Recalled> {
  const previous = previousRun(run.journal, run.source);
  if (!previous && !run.continued) return { changedSince: () => new Map(), isRevoked: false };
  const { recall } = await import('./recall.ts');
  return await recall(previous, run, page);
}

/** The rows that are left of a continued run, if their last look-ups still hold. */
async function rowsKnown(isCountSame: boolean, isChecked: boolean, run: ImportRun): Promise<Batches | undefined> {
  if (isCountSame) return rowsLeft(run);
  return isChecked ? await ifNextAreAbsent(rowsLeft(run), run) : undefined;
}

/** How many products the store had when an earlier part of the run checked its keys; NaN, which equals nothing, where none did. */
const productsBefore = ({ continued }: ImportRun): number => continued?.products ?? Number.NaN;

/** A new run that is refused before anything was sent is deleted. */
function deleteIfNew({ journal, id, continued }: ImportRun, error: unknown): never {
  if (!continued && error instanceof CliError) deleteRun(journal, id);
  throw error;
}

async function announceStart(run: ImportRun): Promise<void> {
  const { options, tally } = run;
  const { concurrency, rate } = options.pace;
  if (tally.notSent === 0) return await options.hint('Nothing to send.', importStarted(run));
  const limit = rate === undefined ? '' : ` and ${formatCount(rate)} per second`;
  await options.hint(
    `Sending ${rowCount(tally.notSent)} to ${options.store.storeLabel()}, up to ${concurrency} at a time${limit}.`,
    importStarted(run),
  );
}

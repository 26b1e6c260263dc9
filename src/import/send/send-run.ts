import { countOf, type Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { ProgressDisplay } from '../../output/progress.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import type { Import } from '../import-run.ts';
import type { Journal } from '../journal/journal.ts';
import type { ImportSession } from '../journal/session.ts';
import type { Key, SendableRow } from '../read/row.ts';
import { createProgress } from '../report/progress.ts';
import type { Tally } from '../report/tally.ts';
import { howManyRows, thereAlready } from '../report/words.ts';
import { Stopped } from './ask.ts';
import { audit } from './audit.ts';
import type { Desk } from './desk.ts';
import { recogniseStore, settleEarlier } from './earlier.ts';
import { finder } from './existing.ts';
import type { OpenDesk } from './open-desk.ts';
import { attemptsBeforeFrom, sendAll } from './send-all.ts';
import { finishExisting, refuseExisting } from './standing.ts';

/** One run on its way, once its file is checked. */
interface Sending {
  readonly run: Import;
  readonly journal: Journal;
  readonly session: ImportSession;
  readonly tally: Tally;
  /** The first page of the store's products, with the totals. */
  readonly page: Page;
  /** The rows that are still to be brought to the store, in file order; may be called again. */
  readonly ready: () => AsyncIterable<readonly SendableRow[]>;
}

interface Sent {
  readonly desk: Desk;
  /** Why the last row was not reached. */
  readonly ending: CliError | undefined;
}

/**
 * Settles what earlier imports left open, finds out what is there already, sends the rest, and looks once more.
 * @throws CliError when the store cannot be relied on, or does not answer: nothing was sent
 */
export async function sendRun(sending: Sending, open: (done: () => void) => OpenDesk): Promise<Sent> {
  const { run, journal, session, tally } = sending;
  const shown: { progress?: ProgressDisplay; isSending?: true } = {};
  const { desk, pacer, finish } = open(() => shown.progress?.show());
  const display = (): ProgressDisplay =>
    createProgress(run.context, tally, () => ({
      checking: desk.checking,
      listed: desk.listed,
      ...pacer.state(desk.clock.elapsed()),
    }));
  // Each step has one of its own: what was done before does not count for its speed.
  const showing = async <T>(step: () => Promise<T>): Promise<T> => {
    shown.progress = display();
    return await step().finally(() => shown.progress?.end());
  };
  try {
    const attempts = await showing(() => takeUp(sending, desk));
    const gone = await showing(() => checkExisting(sending, desk));
    await tellBeginning(sending, desk);
    [shown.progress, shown.isSending] = [display(), true];
    await sendAll(sending.ready(), attemptsBeforeFrom(attempts, [...journal.sentBefore(), ...gone]), desk);
    if (!desk.halt.signal.aborted) desk.ledger.flush();
    if (!desk.halt.signal.aborted) await audit({ journal, run: session.run, all: run.verifyAll }, desk);
  } catch (error) {
    // Once rows were sent, what stops the import is told with what became of them.
    if (error instanceof CliError && shown.isSending) desk.halt.stop(error);
    else if (!(error instanceof Stopped)) throw error;
  } finally {
    finish();
    await shown.progress?.end();
  }
  return { desk, ending: desk.halt.ending };
}

/** Settles what is open, and takes over what an earlier part of this run has done. Returns how often rows were sent that are not there. */
async function takeUp({ run, journal, session, tally }: Sending, desk: Desk): Promise<ReadonlyMap<number, number>> {
  const attempts = new Map<number, number>();
  try {
    await settleEarlier(journal, desk, run.notice);
  } finally {
    // An import that ends here reports what an earlier part has done, too.
    for (const { record, state, message, attempts: before } of journal.rows(session.run)) {
      tally.set(record, state);
      if (state === 'absent') attempts.set(record, before);
      if (state === 'existing' && message !== null) tally.differing++;
    }
  }
  if (session.continued)
    await recogniseStore(journal, session.run, run.context.clock.now().getTime() - 2 * desk.settleTime.current, desk);
  return attempts;
}

/**
 * Which keys the store has already; known of a run that is continued, as long as the store has grown by nothing else.
 * Returns the keys that were created a moment ago and are not there.
 */
async function checkExisting(
  { run, journal, session, tally, page, ready }: Sending,
  desk: Desk,
): Promise<readonly Key[]> {
  const products = productsIn(page);
  const created = tally.count('created');
  const lately = run.context.clock.now().getTime() - 2 * desk.settleTime.current;
  // What another run created a moment ago may not be counted yet, and what it could not settle must not be sent.
  const isAlone = journal.createdSince(lately, session.run).length + journal.stuck(session.run).length === 0;
  if (
    isAlone &&
    session.continued &&
    session.continued.products !== null &&
    products === session.continued.products + created
  )
    return [];
  const find = await finder(tally.sendable - tally.done, products, desk);
  if (run.onExisting === 'fail')
    await refuseExisting(ready(), find).catch((error: unknown) => forget(journal, session, error));
  const stuck = journal.stuck();
  const recent = journal.createdSince(lately);
  const waiting = () =>
    run.notice(
      `The store does not show rows that were created a moment ago: checking, for ${formatSpan(desk.settleTime.current)} at most.`,
    );
  const isFresh = products === 0 && stuck.length + recent.length === 0;
  const { there, differing, gone } = isFresh
    ? nothing
    : await finishExisting(ready(), { find, stuck, recent, waiting }, desk);
  tally.differing += differing;
  if (there > 0) await run.notice(thereAlready(there, differing));
  if (Number.isSafeInteger(products)) journal.markChecked(session.run, products - created);
  return gone;
}

/** How many products a store has; NaN where it does not say, or says none beside one. */
function productsIn({ totals, records }: Page): number {
  const count = countOf(totals.numRows) ?? Number.NaN;
  return count === 0 && records.length > 0 ? Number.NaN : count;
}

const nothing = { there: 0, differing: 0, gone: [] };

/** A run that was refused before anything happened need not be remembered. */
function forget(journal: Journal, { run, continued }: ImportSession, error: unknown): never {
  if (!continued && error instanceof CliError) journal.deleteRun(run);
  throw error;
}

async function tellBeginning({ run, tally }: Sending, { connection }: Desk): Promise<void> {
  const { origin, path } = connection.base;
  const { concurrency, rate } = run.pace;
  const limit = rate === undefined ? '' : `, ${formatCount(rate)} a second at most`;
  if (tally.notSent === 0) return await run.notice('Nothing to send.');
  await run.notice(
    `Sending ${howManyRows(tally.notSent)} to ${origin}${path}, up to ${concurrency} at a time${limit}.`,
  );
}

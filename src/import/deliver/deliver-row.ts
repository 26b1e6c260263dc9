import { CliError } from '../../errors.ts';
import type { ImportRun } from '../import-run.ts';
import type { RowInFlight } from '../journal/ledger.ts';
import type { Admission } from '../pace/request-queue.ts';
import { type AttemptClass, classOfFailure, classOfReply, signalOf } from './classify.ts';
import { type Action, afterAnswer, afterLookUp, afterProbe, type Settled, showsCreatedThrottled } from './next.ts';
import { noteLag, settle, settleThrottled } from './settle.ts';

/** Delivers one announced row (I1): sends it, finds out the outcome, and sends it again only when that is safe (I2). */
export async function deliverRow(row: RowInFlight, firstTicket: Admission, run: ImportRun): Promise<void> {
  try {
    let isToSend = await send(row, firstTicket, run);
    while (isToSend) {
      const ticket = await run.store.requests.enter('send');
      if (!ticket) return run.ledger.withdraw([{ ...row, attempts: row.attempts + 1 }]);
      await announceAgain(row, ticket, run);
      isToSend = await send(row, ticket, run);
    }
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    run.store.stopper.stop(error);
    run.ledger.leaveOpen(row);
  }
}

/** The intent of another attempt is on disk before it leaves. */
async function announceAgain(row: RowInFlight, ticket: Admission, run: ImportRun): Promise<void> {
  row.attempts++;
  try {
    await run.ledger.announce([row]);
  } catch (error) {
    run.store.requests.leave(ticket, { kind: 'answered' });
    throw error;
  }
}

/** Sends the row once, and acts on the answer. Returns whether it is to be sent again. */
async function send(row: RowInFlight, ticket: Admission, run: ImportRun): Promise<boolean> {
  const { connection, noun, language } = run.store;
  const answer = await noun.create(connection, row.values, { language }).then(
    (product) => classOfReply(row.key, product),
    (error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      return classOfFailure(error);
    },
  );
  // Before `leave`, which lets the next row start: this answer may stop the import.
  const isToSend = follow(row, answer, run);
  run.store.requests.leave(ticket, signalOf(answer));
  return await isToSend;
}

async function follow(row: RowInFlight, answer: AttemptClass, run: ImportRun): Promise<boolean> {
  const endedAt = run.store.clock.elapsed();
  let action = afterAnswer(answer);
  if (answer.kind === 'ambiguous') row.isUnclear = true;
  if (action.do === 'probe') action = afterProbe(await run.store.stopper.isOfTheRow(action.error));
  if (action.do === 'look up') {
    const settled = await lookUpSent(row, answer, endedAt, run);
    action = afterLookUp(answer, settled, row.attempts);
  }
  act(row, action, run);
  if (answer.kind === 'created') noteLag(row.key, endedAt, run.store);
  return action.do === 'send';
}

/** The audit looks each row up again that was sent once more after 429. */
async function lookUpSent(row: RowInFlight, answer: AttemptClass, endedAt: number, run: ImportRun): Promise<Settled> {
  if (answer.kind !== 'throttled') return await settle(row.key, endedAt, run.store);
  run.throttled.set(row.record, endedAt);
  const settled = await settleThrottled(row.key, endedAt, run.store);
  if (showsCreatedThrottled(answer, settled, row.isUnclear === true)) run.store.settleTime.noteCreatesThrottled();
  return settled;
}

function act(row: RowInFlight, action: Action, { ledger, store }: ImportRun): void {
  if (action.do === 'leave open') ledger.leaveOpen(row, action.message);
  if (action.do !== 'finish') return;
  const { state, ...details } = action.outcome;
  ledger.finish(row, state, details);
  if (action.shows) store.stopper[action.shows](details.message ?? '');
}

import { CliError } from '../../errors.ts';
import type { Ledger, RowInFlight } from '../journal/ledger.ts';
import type { ImportOptions } from '../options.ts';
import type { Admission } from '../pace/request-queue.ts';
import type { CheckedFile } from '../rows/check.ts';
import { type AttemptClass, classOfFailure, classOfReply, signalOf } from './classify.ts';
import { type Action, afterAnswer, afterLookUp, afterProbe, type Settled, showsCreatedThrottled } from './next.ts';
import type { PacedStore } from './paced-store.ts';
import { lookUpUntilKnown, noteLag, settle, settleThrottled } from './settle.ts';

/** Between what rows travel. */
export interface Delivery {
  readonly ledger: Ledger;
  readonly store: PacedStore;
}

/** A run whose file was checked. */
export interface CheckedRun extends Delivery {
  readonly options: ImportOptions;
  readonly checked: CheckedFile;
}

/** Delivers one announced row (I1): sends it, finds out the outcome, and sends it again only when that is safe (I2). */
export async function deliverRow(row: RowInFlight, firstTicket: Admission, delivery: Delivery): Promise<void> {
  try {
    let isToSend = await send(row, firstTicket, delivery);
    while (isToSend) {
      const ticket = await delivery.store.requests.enter('send');
      if (!ticket) return delivery.ledger.withdraw([{ ...row, attempts: row.attempts + 1 }]);
      await announceAgain(row, ticket, delivery);
      isToSend = await send(row, ticket, delivery);
    }
    if (row.attempts > 1) void lookAgain(row, delivery);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    delivery.store.stopper.stop(error);
    delivery.ledger.leaveOpen(row);
  }
}

/**
 * Looks a row up that was sent again, when its settle time is over and others are still sent: at the end, a store that
 * allows few requests would take long for all of these. The audit looks up those that are not as they should be.
 */
async function lookAgain({ record, key }: RowInFlight, { ledger, store }: Delivery): Promise<void> {
  const { clock, settleTime, sent } = store;
  await clock.sleep(settleTime.current, sent.signal);
  if (sent.signal.aborted) return;
  const at = clock.elapsed();
  const settled = await lookUpUntilKnown(key, store);
  if (settled.kind === 'found') ledger.seenAgain.set(record, { product: settled.productId, at });
}

/** The intent of another attempt is on disk before it leaves. */
async function announceAgain(row: RowInFlight, ticket: Admission, delivery: Delivery): Promise<void> {
  row.attempts++;
  try {
    await delivery.ledger.announce([row]);
  } catch (error) {
    delivery.store.requests.leave(ticket, { kind: 'answered' });
    throw error;
  }
}

/** Sends the row once, and acts on the answer. Returns whether it is to be sent again. */
async function send(row: RowInFlight, ticket: Admission, delivery: Delivery): Promise<boolean> {
  const { connection, noun, language } = delivery.store;
  const answer = await noun.create(connection, row.values, { language }).then(
    (record) => classOfReply(noun, row.key, record),
    (error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      return classOfFailure(error);
    },
  );
  // Before `leave`, which lets the next row start: this answer may stop the import.
  const isToSend = follow(row, answer, delivery);
  delivery.store.requests.leave(ticket, signalOf(answer));
  return await isToSend;
}

async function follow(row: RowInFlight, answer: AttemptClass, delivery: Delivery): Promise<boolean> {
  const endedAt = delivery.store.clock.elapsed();
  let action = afterAnswer(answer);
  if (answer.kind === 'ambiguous') row.isUnclear = true;
  if (action.do === 'probe') action = afterProbe(await delivery.store.stopper.isOfTheRow(action.error));
  if (action.do === 'look up') {
    const settled = await lookUpSent(row, answer, endedAt, delivery);
    action = afterLookUp(answer, settled, row.attempts);
  }
  act(row, action, delivery);
  if (answer.kind === 'created') noteLag(row.key, endedAt, delivery.store);
  return action.do === 'send';
}

/** The audit looks each row up again that was sent once more after 429. */
async function lookUpSent(
  row: RowInFlight,
  answer: AttemptClass,
  endedAt: number,
  delivery: Delivery,
): Promise<Settled> {
  if (answer.kind !== 'throttled') return await settle(row.key, endedAt, delivery.store);
  delivery.ledger.throttled.set(row.record, endedAt);
  const settled = await settleThrottled(row.key, endedAt, delivery.store);
  if (showsCreatedThrottled(answer, settled, row.isUnclear === true)) delivery.store.settleTime.noteCreatesThrottled();
  return settled;
}

function act(row: RowInFlight, action: Action, { ledger, store }: Delivery): void {
  if (action.do === 'leave open') ledger.leaveOpen(row, action.message);
  if (action.do !== 'finish') return;
  const { state, ...details } = action.outcome;
  ledger.finish(row, state, details);
  if (action.shows) store.stopper[action.shows](details.message ?? '');
}

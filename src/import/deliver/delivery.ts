import { CliError } from '../../errors.ts';
import type { Admission } from '../../pace/request-queue.ts';
import type { SentBefore } from '../evidence/row-look-up.ts';
import type { AttemptsBefore } from '../journal/earlier-rows.ts';
import type { RowInFlight } from '../journal/ledger.ts';
import type { SendableRow } from '../map/rows/key.ts';
import type { Action } from './actions.ts';
import { act, send } from './attempt.ts';
import { settleOvertaken } from './created-elsewhere.ts';
import { RowsInFlight } from './rows-in-flight.ts';
import type { Delivery } from './run-parts.ts';
import { afterAttempts, rowsNeverSent } from './sent-before.ts';
import { announced } from './windows.ts';

/**
 * Sends every row so that each is in the store exactly once. Ends with the last row, or when sending must stop; rows in
 * flight are finished. Each window is on disk before its first row leaves (I1), written while the second half of the
 * window before leaves.
 */
export async function sendAll(
  rows: AsyncIterable<readonly SendableRow[]>,
  attemptsBefore: AttemptsBefore,
  delivery: Delivery,
): Promise<void> {
  const inFlight = new RowsInFlight();
  const { rowLookUp } = delivery.store;
  const takeUp = (sent: SentBefore): void => inFlight.add((onDue) => deliverAgain(sent, delivery, onDue));
  const actOn = (row: SendableRow, action: Action): void => act({ ...row, attempts: 0, unclear: 0 }, action, delivery);
  const unsent = rowsNeverSent(rows, rowLookUp, { takeUp, act: actOn });
  const windows = announced(rowLookUp.order.held(unsent), attemptsBefore, delivery);
  try {
    let next = await windows.next();
    while (!next.done) {
      const half = Math.ceil(next.value.length / 2);
      delivery.ledger.withdraw(await sendWindow(next.value.slice(0, half), inFlight, delivery));
      const following = windows.next();
      // The error is thrown where the row is awaited.
      following.catch(() => undefined);
      delivery.ledger.withdraw(await sendWindow(next.value.slice(half), inFlight, delivery));
      next = await following;
      if (!delivery.store.stopper.signal.aborted) continue;
      delivery.ledger.withdraw(next.value ?? []);
      break;
    }
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    delivery.store.stopper.stop(error);
  } finally {
    await windows.return(undefined);
  }
  const ended = rowLookUp.order.end();
  await inFlight.end();
  settleOvertaken(await ended, delivery);
  delivery.store.sent.abort();
}

/** Starts the rows of a window as the rate limiter allows. Returns the rows that did not start. */
async function sendWindow(
  window: readonly RowInFlight[],
  inFlight: RowsInFlight,
  delivery: Delivery,
): Promise<readonly RowInFlight[]> {
  for (const [at, row] of window.entries()) {
    await inFlight.whenFree();
    const ticket = await delivery.store.requests.enter('send');
    if (!ticket) return window.slice(at);
    inFlight.add((onDue) => deliverRow(row, ticket, delivery, onDue));
  }
  return [];
}

/** Delivers one announced row (I1). @param onDue called when it only waits for others */
async function deliverRow(row: RowInFlight, ticket: Admission, delivery: Delivery, onDue: () => void): Promise<void> {
  await followed(row, () => send(row, ticket, delivery, onDue), delivery, onDue);
}

/** Delivers a row that was sent before: it is looked up first. */
async function deliverAgain(sent: SentBefore, delivery: Delivery, onDue: () => void): Promise<void> {
  const { low, count } = sent.attempts;
  const row: RowInFlight = { ...sent.row, attempts: count, unclear: count, low };
  const lookUpFirst = async (): Promise<boolean> => {
    const action = await afterAttempts(sent, delivery, onDue);
    act(row, action, delivery);
    return action.do === 'send';
  };
  await followed(row, lookUpFirst, delivery, onDue);
}

/** Finds out the outcome of a row, and sends it again only when that is safe (I2). @param begin whether it is to be sent (again) */
async function followed(
  row: RowInFlight,
  begin: () => Promise<boolean>,
  delivery: Delivery,
  onDue: () => void,
): Promise<void> {
  await delivery.store.rowLookUp.order.follow(following(row, begin, delivery, onDue));
}

async function following(
  row: RowInFlight,
  begin: () => Promise<boolean>,
  delivery: Delivery,
  onDue: () => void,
): Promise<void> {
  try {
    let isToSend = await begin();
    while (isToSend) {
      const ticket = await delivery.store.requests.enter('send');
      if (!ticket) return delivery.ledger.withdraw([{ ...row, attempts: row.attempts + 1 }]);
      await announceAgain(row, ticket, delivery);
      isToSend = await send(row, ticket, delivery, onDue);
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
async function lookAgain(row: RowInFlight, { ledger, store }: Delivery): Promise<void> {
  const { clock, settleTime, sent, rowLookUp } = store;
  await clock.sleep(settleTime.current, sent.signal);
  if (sent.signal.aborted) return;
  const at = clock.elapsed();
  const settled = await rowLookUp.verify(row, { why: 'sent again' });
  if (settled.kind === 'found') ledger.seeAgain(row.record, settled.recordId, at);
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

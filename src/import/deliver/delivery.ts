import { CliError } from '../../errors.ts';
import type { AttemptsBefore } from '../journal/earlier-rows.ts';
import type { KnownProducts } from '../journal/known-products.ts';
import type { Ledger, RowInFlight } from '../journal/ledger.ts';
import type { SendableRow } from '../map/key.ts';
import type { ImportOptions } from '../options.ts';
import type { Admission } from '../pace/request-queue.ts';
import type { CheckedFile } from '../rows/check.ts';
import { type AttemptClass, classOfFailure, classOfReply, signalOf } from './classify.ts';
import { noteFieldsNotKept } from './fields-not-kept.ts';
import { type Action, afterAnswer, afterProbe, judge, type Settled } from './next.ts';
import { isListedStore, type ListedStore, type PacedStore } from './paced-store.ts';
import { withoutSecretsOf } from './row-secrets.ts';
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

/** Of a run into a store that can be asked what it has. */
export interface Listed {
  readonly store: ListedStore;
}

export const isListedRun = <R extends Delivery>(run: R): run is R & Listed => isListedStore(run.store);

/** A run before its first row is sent. */
export interface UnsentRun extends CheckedRun {
  readonly knownProducts: KnownProducts;
}

/** Highest number of rows that are announced and not finished. */
const maxOpen = 256;

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
  const windows = announced(rows, attemptsBefore, delivery);
  try {
    let next = await windows.next();
    while (!next.done) {
      const half = Math.ceil(next.value.length / 2);
      delivery.ledger.withdraw(await sendWindow(next.value.slice(0, half), inFlight, delivery));
      const following = windows.next();
      // It is thrown where it is awaited.
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
  await inFlight.end();
  delivery.store.sent.abort();
}

/** Starts the rows of a window as the rate limiter allows. Returns those that did not start. */
async function sendWindow(
  window: readonly RowInFlight[],
  inFlight: RowsInFlight,
  delivery: Delivery,
): Promise<readonly RowInFlight[]> {
  for (const [at, row] of window.entries()) {
    await inFlight.whenFree();
    const ticket = await delivery.store.requests.enter('send');
    if (!ticket) return window.slice(at);
    inFlight.add(deliverRow(row, ticket, delivery));
  }
  return [];
}

/**
 * Rows in flight. Unlike `Promise.race`, which would for minutes, it holds no memory of finished rows.
 */
class RowsInFlight {
  readonly #deliveries = new Set<Promise<void>>();
  #freed = (): void => undefined;

  add(delivery: Promise<void>): void {
    const ended = delivery.finally(() => {
      this.#deliveries.delete(ended);
      this.#freed();
    });
    this.#deliveries.add(ended);
  }

  /** Waits until one more may start. A row that fails rejects `end`. */
  async whenFree(): Promise<void> {
    while (this.#deliveries.size >= maxOpen) {
      await new Promise<void>((resolve) => {
        this.#freed = resolve;
      });
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#deliveries);
  }
}

/**
 * The rows in announced windows, as large as the rate limiter allows. @throws CliError `import-stopped` when they
 * cannot be written
 */
async function* announced(
  rows: AsyncIterable<readonly SendableRow[]>,
  attemptsBefore: AttemptsBefore,
  delivery: Delivery,
): AsyncGenerator<readonly RowInFlight[], undefined> {
  let diskTime = 0;
  for await (const batch of rows) {
    for (let at = 0; at < batch.length; ) {
      if (delivery.store.stopper.signal.aborted) return;
      const window = batch
        .slice(at, at + delivery.store.requests.window(diskTime))
        .map((row) => rowInFlight(row, attemptsBefore(row), delivery.ledger));
      at += window.length;
      const begun = delivery.store.clock.elapsed();
      await delivery.ledger.announceFirst(window);
      diskTime = delivery.store.clock.elapsed() - begun;
      yield window;
    }
  }
}

/** How its earlier attempts ended is not known, only that they did before this part of the run began. */
function rowInFlight(row: SendableRow, before: number, { sentAgain, run }: Ledger): RowInFlight {
  if (before > 0) sentAgain.set(row.record, { endedAt: run.startedAt });
  return { ...row, attempts: before + 1 };
}

/** Delivers one announced row (I1): sends it, finds out the outcome, and sends it again only when that is safe (I2). */
async function deliverRow(row: RowInFlight, firstTicket: Admission, delivery: Delivery): Promise<void> {
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
  if (settled.kind === 'found') ledger.seeAgain(record, settled.productId, at);
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
  const answer = await noun.create(withoutSecretsOf(row, connection), row.values, { language }).then(
    (record) => {
      noteFieldsNotKept(noun, row.stated, record, delivery.ledger.notKept);
      return classOfReply(noun, row.key, record);
    },
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
  if (action.do === 'probe') action = afterProbe(await delivery.store.stopper.isOfTheRow(action.error));
  if (action.do === 'look up') {
    const settled = await lookUpSent(row, answer, endedAt, delivery);
    action = judge({ row: 'answered', answer, attempts: row.attempts }, settled);
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
  delivery.ledger.sentAgain.set(row.record, { endedAt });
  return await settleThrottled(row.key, endedAt, delivery.store);
}

function act(row: RowInFlight, action: Action, { ledger, store }: Delivery): void {
  if (action.do === 'leave open') ledger.leaveOpen(row, action.message);
  if (action.do !== 'finish') return;
  const { state, ...details } = action.outcome;
  ledger.finish(row, state, details);
  if (action.shows) store.stopper[action.shows](details.message ?? '');
}

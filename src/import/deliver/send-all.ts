import { CliError } from '../../errors.ts';
import type { Ledger, RowInFlight } from '../journal/ledger.ts';
import { type Key, keyText, type SendableRow } from '../map/key.ts';
import { type Delivery, deliverRow } from './deliver-row.ts';

/** Highest number of rows that are announced and not finished. */
const mostOpen = 256;

/** How often a row was sent before, by this run or an earlier one. */
type AttemptsBefore = (row: SendableRow) => number;

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
    while (this.#deliveries.size >= mostOpen) {
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
      await delivery.ledger.announce(window);
      diskTime = delivery.store.clock.elapsed() - begun;
      yield window;
    }
  }
}

/** How its earlier attempts ended is not known, only that they did before this part of the run began. */
function rowInFlight(row: SendableRow, before: number, { throttled, run }: Ledger): RowInFlight {
  if (before > 0) throttled.set(row.record, run.startedAt);
  return { ...row, attempts: before + 1, isUnclear: before > 0 };
}

/** How often rows were sent before: by this delivery, and by others where a look-up said "absent" since. */
export function attemptsBeforeFrom(records: ReadonlyMap<number, number>, keys: readonly Key[]): AttemptsBefore {
  const sent = new Set(keys.map(keyText));
  return ({ record, key }) => Math.max(records.get(record) ?? 0, sent.has(keyText(key)) ? 1 : 0);
}

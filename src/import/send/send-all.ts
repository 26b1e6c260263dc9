import { CliError } from '../../errors.ts';
import type { RowUnderWay } from '../journal/ledger.ts';
import { type Key, keyOf, keyText, type SendableRow } from '../read/row.ts';
import { deliverRow } from './deliver-row.ts';
import type { Desk } from './desk.ts';

/** Rows that are announced and not done, at most. */
const mostOpen = 256;

/** How often a row was sent before, by this run or an earlier one. */
type AttemptsBefore = (record: number, key: Key) => number;

/**
 * Sends every row so that each is in the store exactly once. Ends with the last row, or when nothing more may be sent; what is under way is finished.
 * Each window of rows is on disk before its first row leaves (I1), and is written while the window before is on the wire.
 */
export async function sendAll(
  rows: AsyncIterable<readonly SendableRow[]>,
  attemptsBefore: AttemptsBefore,
  desk: Desk,
): Promise<void> {
  const underWay = new RowsUnderWay();
  try {
    for await (const window of windows(rows, attemptsBefore, desk)) {
      const left = await sendWindow(window, underWay, desk);
      desk.ledger.withdraw(left);
      if (desk.halt.signal.aborted) break;
    }
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    desk.halt.stop(error);
  }
  await underWay.end();
}

/** Starts the rows of a window, each in its turn. Returns those that did not start. */
async function sendWindow(
  window: readonly RowUnderWay[],
  underWay: RowsUnderWay,
  desk: Desk,
): Promise<readonly RowUnderWay[]> {
  for (const [at, row] of window.entries()) {
    await underWay.room();
    const turn = await desk.gate.enter('send');
    if (!turn) return window.slice(at);
    underWay.add(deliverRow(row, turn, desk));
  }
  return [];
}

/** Rows that were started and are not done. Nothing is kept of those that are: rows that are looked up for minutes must not gather it (as `Promise.race` does). */
class RowsUnderWay {
  readonly #deliveries = new Set<Promise<void>>();
  #freed = (): void => undefined;

  add(delivery: Promise<void>): void {
    const ended = delivery.finally(() => {
      this.#deliveries.delete(ended);
      this.#freed();
    });
    this.#deliveries.add(ended);
  }

  /** Waits until one more may start. A row that fails is told of at the end. */
  async room(): Promise<void> {
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

/** The rows in windows as the pace of sending allows, each announced. @throws CliError `import-stopped` when that cannot be written */
async function* windows(
  rows: AsyncIterable<readonly SendableRow[]>,
  attemptsBefore: AttemptsBefore,
  desk: Desk,
): AsyncGenerator<readonly RowUnderWay[]> {
  for await (const batch of rows) {
    for (let at = 0; at < batch.length && !desk.halt.signal.aborted; ) {
      const window = batch.slice(at, at + desk.gate.window).map((row) => {
        const key = keyOf(row.values) as Key;
        return { row, key, attempts: attemptsBefore(row.record, key) + 1 };
      });
      at += window.length;
      desk.ledger.announce(window);
      yield window;
    }
  }
}

/** How often rows were sent before, from what the journal says of them. */
export function attemptsBeforeFrom(records: ReadonlyMap<number, number>, keys: readonly Key[]): AttemptsBefore {
  const sent = new Set(keys.map(keyText));
  return (record, key) => records.get(record) ?? (sent.has(keyText(key)) ? 1 : 0);
}

import type { AttemptsBefore } from '../journal/earlier-rows.ts';
import type { RowInFlight } from '../journal/ledger.ts';
import type { SendableRow } from '../map/rows/key.ts';
import { finishIfOvertaken } from './created-elsewhere.ts';
import type { Delivery } from './run-parts.ts';

/**
 * The rows in announced windows, as large as the rate limiter and the order of the rows allow.
 * @throws CliError `import-stopped` when they cannot be written
 */
export async function* announced(
  rows: AsyncIterable<readonly SendableRow[]>,
  attemptsBefore: AttemptsBefore,
  delivery: Delivery,
): AsyncGenerator<readonly RowInFlight[], undefined> {
  const { rowLookUp } = delivery.store;
  let diskTime = 0;
  for await (const batch of rows) {
    for (let at = 0; at < batch.length; ) {
      const { most, low, overtaken } = await rowLookUp.order.room();
      const size = Math.min(most, delivery.store.requests.window(diskTime));
      if (delivery.store.stopper.signal.aborted) return;
      const rest = batch.slice(at, at + size).filter((row) => !finishIfOvertaken(row, overtaken(row), delivery));
      at += size;
      if (rest.length === 0) continue;
      const window = rest.map((row) => rowInFlight(row, attemptsBefore(row), low, delivery));
      const begun = delivery.store.clock.elapsed();
      await delivery.ledger.announceFirst(window);
      diskTime = delivery.store.clock.elapsed() - begun;
      yield window;
    }
  }
}

/** How its earlier attempts ended is not known, only that they did before this part of the run began. */
function rowInFlight(row: SendableRow, before: number, low: number | undefined, { ledger }: Delivery): RowInFlight {
  if (before > 0) ledger.sentAgain.set(row.record, { endedAt: ledger.run.startedAt });
  return { ...row, attempts: before + 1, unclear: before, low };
}

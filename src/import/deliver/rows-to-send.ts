import { formatCount } from '../../text/numbers.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { Tally } from '../journal/tally.ts';
import { type SendableRow, sendable } from '../map/key.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { FileRows } from '../rows/file-rows.ts';
import { rowCount } from '../words/counts.ts';
import type { UnsentRun } from './delivery.ts';
import type { Existing } from './existing-rows.ts';

/** The rows still to be sent, in file order. Without reading the file where every row has an outcome. */
export async function* rowsLeft(
  { catalogue, keys }: CheckedFile,
  tally: Tally,
): AsyncGenerator<readonly SendableRow[]> {
  if (tally.notSent === 0) return;
  for await (const batch of catalogue.rows(keys.leftInOrder())) yield batch.flatMap((row) => sendable(row) ?? []);
}

/**
 * Where there is no look-up, only the journal says what exists: finishes the rows that another run sent. They may be in
 * the store, and are not sent again (I2).
 */
export function finishSent({ checked, ledger, knownProducts }: UnsentRun): Pick<Existing, 'absent' | 'near'> {
  for (const batch of checked.keys.pages()) {
    for (const row of batch) {
      const sent = { ...row, attempts: 0 };
      if (knownProducts.isFound(row.key)) ledger.finish(sent, 'existing');
      else if (knownProducts.alike(row.key).length > 0) ledger.finish(sent, 'blocked', { message: sentMessage });
    }
  }
  ledger.flush();
  return { absent: [], near: [] };
}

const sentMessage = 'not sent again: an earlier import sent it, and it cannot be looked up';

/**
 * Finishes the rows that could be sent but are not in the plan: they existed when it was made, so nobody approved to
 * create them.
 */
export async function finishUnplanned({ plan, warn }: ImportOptions, keys: FileRows, ledger: Ledger): Promise<void> {
  if (!plan) return;
  let unplanned = 0;
  for (const batch of keys.pages()) {
    for (const row of batch) {
      if (plan.records.has(row.record)) continue;
      unplanned++;
      ledger.finish({ ...row, attempts: 0 }, 'unplanned', { message: unplannedMessage });
    }
  }
  ledger.flush();
  if (unplanned > 0)
    await warn(
      `${rowCount(unplanned)} existed in the store when the plan was made, but not now. Not sent: the plan does not include them.`,
    );
}

const unplannedMessage = 'existed in the store when the plan was made: make a new plan to create it';

/** The warning about rows of the plan that exist by now. */
export const existByNow = (rows: number): string =>
  `${formatCount(rows)} of them did not exist when the plan was made.`;

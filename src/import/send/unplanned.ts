import { formatCount } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import type { SendableRow } from '../read/row.ts';
import { rowCount } from '../report/words.ts';

/**
 * Finishes the rows that could be sent but are not in the plan: they existed when it was made, so nobody approved to
 * create them.
 */
export async function finishUnplanned(rows: AsyncIterable<readonly SendableRow[]>, run: ImportRun): Promise<void> {
  const { plan, notice } = run.options;
  if (!plan) return;
  let unplanned = 0;
  for await (const batch of rows) {
    for (const row of batch) {
      if (plan.records.has(row.record)) continue;
      unplanned++;
      run.ledger.finish({ ...row, attempts: 0 }, 'unplanned', { message: unplannedMessage });
    }
  }
  run.ledger.flush();
  if (unplanned > 0)
    await notice(
      `Warning: ${rowCount(unplanned)} existed in the store when the plan was made, and not now. Not sent: the plan does not include them.`,
    );
}

const unplannedMessage = 'existed in the store when the plan was made: make a new plan to create it';

/** The warning about rows of the plan that exist by now. */
export const existByNow = (rows: number): string =>
  `Warning: ${formatCount(rows)} of them did not exist when the plan was made.`;

import { CliError } from '../../errors.ts';
import type { ImportRun } from '../import-run.ts';
import type { RowRecord } from '../journal/rows.ts';
import { unconfirmedMessage } from './deliver-row.ts';
import { settle } from './settle.ts';

/** After as many rows that are not found, the others of their kind count as not found too. */
const mostMisses = 3;
/** Corrections that wait for one commit. */
const batchSize = 512;

/**
 * A store may answer with the key it was sent and keep another: lower case, no leading zeros, cut off. The next import
 * would not find these rows. So of each kind of key that no search has shown yet, one created row is looked up.
 */
export async function confirmKeys(run: ImportRun): Promise<void> {
  const { journal, keptKeys, ledger, halt } = run;
  const startedAt = run.clock.elapsed();
  let misses = 0;
  for (const row of journal.rows(run.id)) {
    if (row.state !== 'created' || keptKeys.covers(row)) continue;
    const isFound = misses < mostMisses && (await isInStore(row, startedAt, run));
    if (halt.signal.aborted) break;
    if (isFound) continue;
    ledger.correct(row, 'blocked', { product: row.product ?? undefined, message: unconfirmedMessage(row.product) });
    if (++misses % batchSize === 0) ledger.flush();
  }
  ledger.flush();
}

/** Absence counts only after the settle time. */
async function isInStore(row: RowRecord, startedAt: number, run: ImportRun): Promise<boolean> {
  const settled = await settle(row, startedAt, run);
  if (settled.kind === 'unknown') run.halt.stop(unconfirmed(row, settled.message));
  if (settled.kind === 'found') run.keptKeys.note(row);
  return settled.kind !== 'absent' && settled.kind !== 'near';
}

const unconfirmed = ({ line }: RowRecord, why: string): CliError =>
  new CliError('import-stopped', `Could not look up line ${line} after it was created: ${why}`, {
    hint: 'All rows were sent. Rerun the command to look it up again.',
  });

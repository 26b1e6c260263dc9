import type { NotJustSent, RowLookUp, SentBefore } from '../evidence/row-look-up.ts';
import type { Attempts } from '../journal/attempts.ts';
import { noteRows } from '../journal/rows.ts';
import type { SendableRow } from '../map/rows/key.ts';
import type { Action } from './actions.ts';
import { compared } from './fields-not-kept.ts';
import { judge } from './next.ts';
import type { Delivery } from './run-parts.ts';

/** What is done with rows that are not just sent. */
interface Otherwise {
  /** Looks a row up that was sent before. */
  readonly takeUp: (sent: SentBefore) => void;
  /** Acts on what follows for a row that is not sent. */
  readonly act: (row: SendableRow, action: Action) => void;
}

/** The rows that were not sent before, as they are sent. @throws CliError when the store does not answer; Stopped */
export async function* rowsNeverSent(
  rows: AsyncIterable<readonly SendableRow[]>,
  lookUp: RowLookUp,
  { takeUp, act }: Otherwise,
): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of rows) {
    const { unsent, others } = await lookUp.prepare(batch);
    for (const other of others) {
      if ('attempts' in other) takeUp(other);
      else act(other.row, afterPreparing(other));
    }
    yield unsent;
  }
}

const afterPreparing = (ready: Exclude<NotJustSent, SentBefore>): Action =>
  'rejected' in ready
    ? { do: 'finish', outcome: { state: 'rejected', ...ready.rejected } }
    : judge({ row: 'unsent' }, ready.settled);

/** What follows for a row that was sent before: it is looked up first. @param onDue called when it only waits for others */
export async function afterAttempts(
  { row, attempts }: SentBefore,
  { ledger, store }: Delivery,
  onDue: () => void,
): Promise<Action> {
  const isOwn = attempts.rows.some((sent) => sent.run === ledger.run.id && sent.attempts > 0);
  ledger.takeUp(row);
  const { low, isRefused } = attempts;
  const endedAt = store.clock.elapsed();
  const settled = await store.rowLookUp.settle({
    ...{ row, low, endedAt, onDue, said: isRefused ? 'refused' : 'nothing', earlier: attempts.endedAt },
    unclear: attempts.count,
    onLook: () => ledger.flush(),
  });
  if (settled.kind === 'found') noteCreated(attempts, settled.recordId, { ledger });
  if (settled.kind === 'found' && isOwn) ledger.createdBefore++;
  return compared(row, judge(isOwn ? { row: 'left open' } : { row: 'unsent' }, settled), settled, { ledger, store });
}

/** The rows of other runs whose attempt created it. */
function noteCreated(
  { rows }: Attempts,
  recordId: string,
  { ledger: { journal, run } }: Pick<Delivery, 'ledger'>,
): void {
  const others = rows.filter((row) => row.run !== run.id);
  noteRows(
    journal,
    others.map((row) => ({
      ...row,
      state: 'created',
      recordId,
      field: undefined,
      message: undefined,
      evidence: 'read',
    })),
  );
}

import type { CreatedElsewhere } from '../evidence/sending-order.ts';
import type { Settled } from '../evidence/settled.ts';
import { rowsOfKey } from '../journal/rows.ts';
import type { SendableRow } from '../map/rows/key.ts';
import { act } from './attempt.ts';
import { judge } from './next.ts';
import { outcomeOfUnsendable } from './outcome.ts';
import type { Delivery } from './run-parts.ts';

/** Whether somebody else created a row meanwhile: then it exists, and is not sent. @param settled what the store has for it then */
export function finishIfOvertaken(row: SendableRow, settled: Settled | undefined, delivery: Delivery): boolean {
  if (settled) act({ ...row, attempts: 0, unclear: 0 }, judge({ row: 'unsent' }, settled), delivery);
  return settled !== undefined;
}

/**
 * Once all rows have their answers: a row that was created, and by somebody else too, is a duplicate; a row that was not
 * sent exists. What became of any other is not known yet.
 */
export function settleOvertaken(others: readonly CreatedElsewhere[], { ledger }: Delivery): void {
  if (others.length === 0) return;
  ledger.flush();
  for (const { key, recordId } of others) {
    const [row] = rowsOfKey(ledger.journal, ledger.run.id, key);
    if (row?.state === 'todo' || row?.state === 'absent') {
      ledger.finish(row, 'existing', { recordId, isCompared: false, evidence: 'read' });
    } else if (row?.state === 'created' && row.recordId !== undefined && row.recordId !== recordId) {
      const { state, ...details } = outcomeOfUnsendable({ kind: 'duplicate', recordIds: [row.recordId, recordId] });
      ledger.correct(row, state, details);
    }
  }
}

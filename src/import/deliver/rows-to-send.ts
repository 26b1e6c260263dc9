import { localTime } from '../../text/local-time.ts';
import type { KnownRecords } from '../journal/known-records.ts';
import type { Tally } from '../journal/tally.ts';
import { type SendableRow, sendable } from '../map/key.ts';
import type { ComparedRow } from '../march/results.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { Action } from './next.ts';

/** The rows still to be sent, in file order. Without reading the file where every row has an outcome. */
export async function* rowsLeft(
  { catalogue, keys }: CheckedFile,
  tally: Tally,
): AsyncGenerator<readonly SendableRow[]> {
  if (tally.toSend + tally.count('open') === 0) return;
  for await (const batch of catalogue.rows(keys.leftInOrder())) yield batch.flatMap((row) => sendable(row) ?? []);
}

/**
 * Where there is no look-up, only the journal says what exists. A row that another run sent may be in the store, and is
 * not sent again (I2).
 */
export const sentBefore =
  (known: KnownRecords) =>
  ({ row: { key } }: ComparedRow): Action => {
    const found = known.found(key);
    if (found) return existing(found.recordId);
    if (known.alike(key).length > 0)
      return { do: 'finish', outcome: { state: 'blocked', message: sentMessage, evidence: 'journal' } };
    return { do: 'send' };
  };

/** The row exists, under this ID where it is known. Without one, an import has only been told so. */
export const existing = (recordId: string | undefined): Action => ({
  do: 'finish',
  outcome: { state: 'existing', recordId, evidence: recordId === undefined ? 'said' : 'journal' },
});

/** The person was erased. @param at in milliseconds since 1970 */
export const erasedBefore = (at: number): Action => ({
  do: 'finish',
  outcome: {
    state: 'erased',
    message: `erased on ${localTime(new Date(at), 'minute').slice(0, 10)}: not sent`,
    evidence: 'journal',
  },
});

const sentMessage = 'not sent again: an earlier import sent it, and it cannot be looked up';

import type { OutcomeEvidence } from '../../resources/evidence.ts';
import { localTime } from '../../text/local-time.ts';
import type { RowDetails, RowRecord } from '../journal/rows.ts';
import type { LookUpResult } from '../march/lookup.ts';
import type { RowState } from '../rows/states.ts';

/** The state of a row that this run has finished, and what is known of it. */
export interface Outcome<State extends RowState = Exclude<RowState, 'open' | 'absent'>> extends RowDetails {
  readonly state: State;
  readonly evidence: OutcomeEvidence;
}

/** An earlier import left it uncertain: no run sends it. */
export const blockedBefore: Outcome<'blocked'> = {
  state: 'blocked',
  message: 'not sent again: the outcome in an earlier import is uncertain',
  evidence: 'journal',
};

/** An earlier import sent it, and nothing shows what became of it: no run sends it again (I2). */
export const notLookedUp: Outcome<'blocked'> = {
  state: 'blocked',
  message: 'not sent again: an earlier import sent it, and it cannot be looked up',
  evidence: 'journal',
};

/** The person was erased. @param at in milliseconds since 1970 */
export const erasedAt = (at: number): Outcome<'erased'> => ({
  state: 'erased',
  message: `erased on ${localTime(new Date(at), 'minute').slice(0, 10)}`,
  evidence: 'journal',
});

/** The store has it, under an ID that is not known. */
export const saidToExist: Outcome<'existing'> = {
  state: 'existing',
  isCompared: false,
  message: 'the store says that it exists',
  evidence: 'said',
};

/** A record that the store says it has created, perhaps under this ID, and does not find. */
export const missing = (id: string | undefined): Omit<Outcome, 'state'> => {
  const said = id === undefined ? 'that it was created' : `with ID ${id}`;
  return { recordId: id, message: `the store answered ${said}, but does not find it under this key`, evidence: 'none' };
};

/** The answer of a look-up that neither has the row, once, nor says that it is absent. */
type Unsendable =
  | Extract<LookUpResult, { readonly kind: 'duplicate' | 'near' }>
  | { readonly kind: 'refused'; readonly message: string };

/** The outcome of a row that is neither found nor absent: no run sends it again. */
export function outcomeOfUnsendable(
  found: Unsendable,
): Outcome<'duplicate' | 'blocked'> & { readonly message: string } {
  switch (found.kind) {
    case 'duplicate':
      return {
        state: 'duplicate',
        evidence: 'read',
        recordId: found.recordIds.join(' '),
        message: `the store has it as IDs ${found.recordIds.join(' and ')}`,
      };
    case 'near':
      return {
        state: 'blocked',
        evidence: 'read',
        recordId: found.recordId,
        message: `the store has "${found.code}" (ID ${found.recordId}), which may be the same as this row`,
      };
    case 'refused':
      return {
        state: 'blocked',
        evidence: 'none',
        message: `sent, but the store refuses to look it up: ${found.message}`,
      };
  }
}

/** The outcome of a row whose product another row has too. @param rows those with this product */
export const outcomeOfShared = (
  { recordId, line }: RowLine,
  rows: readonly RowLine[],
): Outcome<'blocked'> & { readonly message: string } => ({
  state: 'blocked',
  evidence: 'none',
  recordId,
  message: `the store gave the same ID, ${recordId}, to ${otherLines(line, rows)}: it may have merged them`,
});

type RowLine = Pick<RowRecord, 'recordId' | 'line'>;

const maxNamed = 3;

function otherLines(own: number, rows: readonly RowLine[]): string {
  const lines = rows.slice(0, maxNamed + 1).map(({ line }) => line);
  const named = lines.filter((line) => line !== own).slice(0, maxNamed);
  const more = rows.length > maxNamed + 1 ? ', …' : '';
  return `${named.length === 1 ? 'line' : 'lines'} ${named.join(', ')}${more}`;
}

import type { CliError } from '../../errors.ts';
import type { OutcomeEvidence } from '../../resources/evidence.ts';
import type { RowRefusal } from '../evidence/refusal.ts';
import type { Outcome } from './outcome.ts';

/** What an outcome means for the import as a whole (`Stopper`). */
type Shown = 'created' | 'rejected' | 'changed' | 'missing' | 'lost';

/** What is done next with a row. */
export type Action =
  | { readonly do: 'send' }
  | { readonly do: 'look up' }
  /** A harmless read tells whether the row is at fault or the whole store. */
  | { readonly do: 'probe'; readonly error: CliError }
  | { readonly do: 'finish'; readonly outcome: Outcome; readonly shows?: Shown }
  /** A later run finds out; one that is in doubt only if it knows more. */
  | { readonly do: 'leave open'; readonly message?: string; readonly isInDoubt?: boolean }
  /** Its outcome stays. */
  | { readonly do: 'keep' };

export const finish = (outcome: Outcome, shows?: Shown): Action => ({
  do: 'finish',
  outcome,
  ...(shows && { shows }),
});

/** What the store refuses. */
export const rejected = ({ message, field }: RowRefusal, evidence: OutcomeEvidence): Action =>
  finish({ state: 'rejected', message, field, evidence }, 'rejected');

/** The store has created it with another key, or seems to: no run sends the row again. */
export const neverAgain = (known: Omit<Outcome, 'state'>, shows: 'changed' | 'missing'): Action =>
  finish({ ...known, state: 'blocked' }, shows);

/** Only a person can say what became of it. */
export const uncertain = (known: Omit<Outcome, 'state'>): Action => finish({ ...known, state: 'uncertain' });

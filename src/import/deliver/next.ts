import type { RefusalShows, RowRefusal } from '../evidence/refusal.ts';
import type { RowLookUp } from '../evidence/row-look-up.ts';
import type { AbsentDoubt } from '../evidence/search-doubts.ts';
import type { KnownEarlier, RowKnown } from '../evidence/settled.ts';
import { differingText } from '../words/differing.ts';
import { type Action, finish, neverAgain, rejected, uncertain } from './actions.ts';
import type { AttemptClass } from './classify.ts';
import {
  blockedBefore,
  erasedAt,
  missing,
  notLookedUp,
  type Outcome,
  outcomeOfUnsendable,
  saidToExist,
} from './outcome.ts';

/** What has become of a row to which the store has something, or nothing. */
type RowKnowledge =
  /** This run has not sent it. */
  | { readonly row: 'unsent' }
  /** An earlier import sent it, and did not get to know what became of it. */
  | { readonly row: 'left open' }
  /** This run sent it: the latest answer, and how often it was sent. */
  | { readonly row: 'answered'; readonly answer: AttemptClass; readonly attempts: number }
  /** The row was in the store, under this ID, when it got its outcome. */
  | { readonly row: 'in store'; readonly recordId?: string | undefined };

/** What follows from the answer to a POST (docs/reliability.md). @param lookUp says what a refusal shows of the row */
export function afterAnswer(answer: AttemptClass, lookUp: Pick<RowLookUp, 'refused'>): Action {
  switch (answer.kind) {
    case 'created':
      return finish(
        { state: 'created', recordId: answer.recordId, evidence: 'answered', ...otherwise(answer.notKept) },
        'created',
      );
    case 'changed':
      return neverAgain({ recordId: answer.recordId, message: answer.message, evidence: 'answered' }, 'changed');
    case 'rejected':
      return afterRefusal(answer, lookUp.refused({ ...answer, says: 'wrong', mayExist: false }));
    case 'rejected?':
      return afterRefusal(answer, lookUp.refused({ ...answer, mayExist: true }));
    case 'not-sent':
      return { do: 'send' };
    case 'stop?':
      return { do: 'probe', error: answer.error };
    case 'created?':
    case 'throttled':
    case 'ambiguous':
      return { do: 'look up' };
  }
}

function afterRefusal(refusal: RowRefusal, shows: RefusalShows): Action {
  if (shows === 'exists') return finish(saidToExist);
  return shows === 'rejected' ? rejected(refusal, 'said') : { do: 'look up' };
}

/** A row whose record is not what it asked for is created, and needs attention. */
export const otherwise = ([field, ...more]: readonly string[] = []): Pick<Outcome, 'field' | 'message'> =>
  field === undefined
    ? {}
    : {
        field,
        message: `the store did not keep ${[field, ...more].join(', ')} as sent: correct it in the back office`,
      };

/** What follows from the probe after an answer that may be about the whole store. @param works whether others work */
export const afterProbe = (works: boolean): Action => (works ? { do: 'look up' } : { do: 'leave open' });

/**
 * What follows from what the store has for a row, or from what earlier imports know of it: before it is sent, after an
 * unclear answer, and when it is looked up once more.
 */
export function judge(known: RowKnowledge, found: RowKnown): Action {
  switch (found.kind) {
    case 'new':
      return whenAbsent(known);
    case 'absent':
      return whenAbsent(known, found);
    case 'same':
    case 'differs':
    case 'found':
      return whenFound(known, found);
    case 'duplicate':
      return finish(outcomeOfUnsendable(found));
    case 'near':
      return known.row === 'in store' ? noLongerFound(known) : finish(outcomeOfUnsendable(found));
    case 'refused':
      return whenRefused(known, found);
    case 'unproven':
      return finish({ state: 'blocked', recordId: found.recordId, message: found.message, evidence: 'none' });
    case 'altered':
      return altered(found);
    case 'unreadable':
      return whenUnreadable(known, found.message);
    case 'uncertain':
      return known.row === 'in store' ? { do: 'keep' } : uncertain({ message: found.message, evidence: 'none' });
    case 'unknown':
      return known.row === 'in store'
        ? { do: 'keep' }
        : { do: 'leave open', message: `look-up failed: ${found.message}` };
    case 'unread':
    case 'stopped':
      return known.row === 'in store' ? { do: 'keep' } : { do: 'leave open' };
    default:
      return finish(outcomeOfEarlier(found));
  }
}

/** What earlier imports know of a row is its outcome. */
function outcomeOfEarlier(known: KnownEarlier): Outcome {
  switch (known.kind) {
    case 'remembered':
      return {
        state: 'existing',
        recordId: known.recordId,
        evidence: known.recordId === undefined ? 'said' : 'journal',
      };
    case 'blocked':
      return blockedBefore;
    case 'sent':
      return notLookedUp;
    case 'erased':
      return erasedAt(known.at);
  }
}

function whenAbsent(known: RowKnowledge, found: Omit<FoundAbsent, 'kind'> = {}): Action {
  switch (known.row) {
    case 'unsent':
    case 'left open':
      return found.doubt === undefined ? { do: 'send' } : doubted(found.doubt);
    case 'answered':
      return whenNotCreated(known.answer, known.attempts, found);
    case 'in store':
      return noLongerFound(known);
  }
}

type FoundAbsent = Extract<RowKnown, { readonly kind: 'absent' }>;

/** A product with exactly this key, once. */
type FoundOnce = Extract<RowKnown, { readonly kind: 'same' | 'differs' | 'found' }>;

function whenFound(known: RowKnowledge, found: FoundOnce): Action {
  switch (known.row) {
    case 'unsent':
      return existing(found);
    case 'left open':
      return finish({ state: 'created', recordId: found.recordId, evidence: 'read' });
    case 'answered':
      // Refused because it exists, and nothing of this import can have created it.
      return known.answer.kind === 'rejected?' && known.attempts === 1
        ? existing(found)
        : finish({ state: 'created', recordId: found.recordId, evidence: 'read' }, 'created');
    case 'in store':
      return { do: 'keep' };
  }
}

function existing(found: FoundOnce): Action {
  const { kind, recordId } = found;
  const shown = { state: 'existing', recordId, evidence: 'read' } as const;
  if (kind === 'found') return finish({ ...shown, isCompared: false });
  if (kind === 'same') return finish(shown);
  return finish({ ...shown, message: differingText(found.fields) });
}

function whenRefused(known: RowKnowledge, refused: Extract<RowKnown, { readonly kind: 'refused' }>): Action {
  const { message: why } = refused;
  if (known.row === 'in store')
    return uncertain({
      message: `created, but could not be verified: ${why}`,
      recordId: known.recordId,
      evidence: 'none',
    });
  if (known.row !== 'unsent') return finish(outcomeOfUnsendable(refused));
  return uncertain({ message: `not sent, because the store refuses to look it up: ${why}`, evidence: 'none' });
}

const altered = ({ recordIds, message }: Extract<RowKnown, { readonly kind: 'altered' }>): Action =>
  neverAgain({ recordId: recordIds.join(' '), message: `not sent again: ${message}`, evidence: 'read' }, 'missing');

function whenUnreadable({ row }: RowKnowledge, why: string): Action {
  if (row === 'in store') return { do: 'keep' };
  const unsent = `not sent, because it could not be looked up: ${why}`;
  const sent = `sent, but could not be looked up: ${why}`;
  return uncertain({ message: row === 'unsent' ? unsent : sent, evidence: 'none' });
}

const noLongerFound = ({ recordId }: { readonly recordId?: string | undefined }): Action =>
  uncertain({ message: 'created, but no longer found in the store', recordId, evidence: 'read' });

/** The most attempts for a row, where a look-up says no less. Each follows a look-up that said "absent". */
const maxAttempts = 5;

function whenNotCreated(
  answer: AttemptClass,
  attempts: number,
  { maxAttempts: most = maxAttempts, doubt }: Omit<FoundAbsent, 'kind'>,
): Action {
  switch (answer.kind) {
    case 'created?':
      // The row may exist under another key.
      return neverAgain(missing(answer.recordId), 'missing');
    // Refused, and a read shows that it was not created all the same.
    case 'rejected?':
      return rejected(answer, 'read');
    case 'stop?':
      return rejected(answer.error, 'read');
    case 'created':
    case 'changed':
    case 'rejected':
      // After an answer of this kind no row is looked up.
      return { do: 'leave open' };
    case 'not-sent':
    case 'throttled':
    case 'ambiguous':
      if (doubt !== undefined) return doubted(doubt);
      if (attempts < most) return { do: 'send' };
      return finish(
        {
          state: 'uncertain',
          message: `sent ${attempts} times without a clear answer, and not found in the store`,
          evidence: 'none',
        },
        'lost',
      );
  }
}

/** What settles it is in the message. */
const doubted = ({ message, isFinal }: AbsentDoubt): Action =>
  isFinal
    ? finish({ state: 'blocked', message, evidence: 'none' }, 'lost')
    : { do: 'leave open', message, isInDoubt: true };

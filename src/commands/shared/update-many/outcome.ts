import type { CliError } from '../../../errors.ts';
import { evidenceOfFailure, type OutcomeEvidence } from '../../../resources/evidence.ts';
import type { NotKept } from '../../../resources/kept-fields.ts';
import { isFieldName } from '../../../resources/personal.ts';

/** What became of a row. */
export interface ChangeOutcome {
  readonly outcome: 'changed' | 'unchanged' | 'failed' | 'not sent';
  readonly evidence: OutcomeEvidence;
  /** Without values: it goes into files and logs. */
  readonly message: string;
  /** Why it failed, in the words of the store, for the terminal alone. */
  readonly failure?: CliError;
  /** Whether the store emptied fields that were not sent, as it may do with every other record. */
  readonly hasEmptied?: boolean;
}

/** A row that was compared with its record. */
export const unchanged: ChangeOutcome = { outcome: 'unchanged', evidence: 'read', message: '' };

/** A row that has nothing to send: no record is read for it. */
export const nothingToSend: ChangeOutcome = { outcome: 'unchanged', evidence: 'none', message: '' };

export const notSent: ChangeOutcome = { outcome: 'not sent', evidence: 'none', message: '' };

/** What a record shows after a change that was answered. */
interface AnsweredChange extends Pick<ChangeOutcome, 'evidence'> {
  /** Fields of which the store kept something else. */
  readonly kept: NotKept;
  /** Fields that it emptied, though they were not sent. */
  readonly emptied: readonly string[];
  /** Whether nothing of the record is otherwise than before. */
  readonly isAsBefore: boolean;
  /** What stays as it was though people may expect otherwise. */
  readonly stays: string | undefined;
}

/** A change that the store ignored has failed, whatever it answered. */
export function outcomeOf({ evidence, kept, emptied, isAsBefore, stays }: AnsweredChange): ChangeOutcome {
  const { wrong, otherwise } = kept;
  if (wrong.length > 0)
    return { outcome: 'failed', evidence, message: `the store did not change ${wrong.join(', ')} as asked` };
  const message = [
    otherwise.length === 0 ? [] : `the store did not keep what was sent for ${otherwise.join(', ')}`,
    emptied.length === 0 ? [] : `the store emptied ${emptied.join(', ')}, which was not sent`,
    stays ?? [],
  ].flat();
  const outcome = isAsBefore ? 'unchanged' : 'changed';
  return { outcome, evidence, message: message.join('; '), hasEmptied: emptied.length > 0 };
}

/** The reason has no words of the store, which may repeat a value. @param evidence where a read shows that it has failed */
export const failedBy = (failure: CliError, evidence = evidenceOfFailure(failure)): ChangeOutcome => ({
  outcome: 'failed',
  evidence,
  message: reasonOf(failure),
  failure,
});

function reasonOf({ kind, status, field = '', isOtherRecord }: CliError): string {
  if (isOtherRecord) return 'the store answers with another record';
  if (kind === 'not-found') return 'not found';
  if (kind === 'outcome-unknown') return 'no clear answer: it may have been changed';
  const code = status === undefined ? '' : ` (${status})`;
  return `refused${code}${isFieldName(field) ? `: ${field}` : ''}`;
}

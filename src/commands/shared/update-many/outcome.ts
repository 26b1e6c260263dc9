import type { CliError } from '../../../errors.ts';
import { evidenceOfFailure } from '../../../resources/evidence.ts';
import type { NotKept } from '../../../resources/kept-fields.ts';
import { isFieldName } from '../../../resources/personal.ts';
import { type DoneItem, type FailedItem, type ItemResult, notTried } from '../many/each-of.ts';

/** A row whose record is as it says. */
export interface UpdatedItem extends DoneItem {
  /** Whether the record was otherwise before. */
  readonly isChanged: boolean;
  /** What a person would not expect, without values: it goes into files and logs. */
  readonly message: string;
  /** Whether the store emptied fields that were not sent, as it may do with every other record. */
  readonly hasEmptied: boolean;
}

/** What became of a row. */
export type ChangeResult = ItemResult<UpdatedItem>;

/** A row that was compared with its record. */
export const unchanged: UpdatedItem = {
  result: 'done',
  evidence: 'read',
  isChanged: false,
  message: '',
  hasEmptied: false,
};

/** A row that has nothing to send: no record is read for it. */
export const nothingToSend: UpdatedItem = { ...unchanged, evidence: 'none' };

export const changeOutcomes = ['changed', 'unchanged', 'failed', 'not sent'] as const;

/** A result in the words of an update. */
export function outcomeOf(ended: ChangeResult): (typeof changeOutcomes)[number] {
  if (ended.result === 'done') return ended.isChanged ? 'changed' : 'unchanged';
  return ended.result === 'not tried' ? 'not sent' : 'failed';
}

/** What a record shows after a change that was answered. */
interface AnsweredChange extends Pick<UpdatedItem, 'evidence'> {
  /** Fields of which the store kept something else. */
  readonly kept: NotKept;
  /** Fields that it emptied, though they were not sent. */
  readonly emptied: readonly string[];
  /** Whether nothing of the record is otherwise than before. */
  readonly isAsBefore: boolean;
  /** What a person may not expect of the record. */
  readonly unexpected: string | undefined;
}

/** A change that the store ignored has failed, whatever it answered. */
export function resultOfChange({ evidence, kept, emptied, isAsBefore, unexpected }: AnsweredChange): ChangeResult {
  const { wrong, otherwise } = kept;
  if (wrong.length > 0)
    return { result: 'failed', evidence, reason: `the store did not change ${wrong.join(', ')} as asked` };
  const message = [
    otherwise.length === 0 ? [] : `the store did not keep what was sent for ${otherwise.join(', ')}`,
    emptied.length === 0 ? [] : `the store emptied ${emptied.join(', ')}, which was not sent`,
    unexpected || [],
  ].flat();
  return {
    result: 'done',
    evidence,
    isChanged: !isAsBefore,
    message: message.join('; '),
    hasEmptied: emptied.length > 0,
  };
}

/** The reason has no words of the store, which may repeat a value. @param evidence where a read shows that it has failed */
export const failedBy = (error: CliError, evidence = evidenceOfFailure(error)): FailedItem => ({
  result: 'failed',
  evidence,
  reason: reasonOf(error),
  error,
});

/** What kept every row from being changed is a failure of this one if the store has answered it: else it was not sent. */
export const resultOfFailure = (error: CliError): ChangeResult =>
  error.status === undefined ? notTried() : failedBy(error);

function reasonOf({ kind, status, field = '', isOtherRecord }: CliError): string {
  if (isOtherRecord) return 'the store answers with another record';
  if (kind === 'not-found') return 'not found';
  if (kind === 'outcome-unknown') return 'no clear answer: it may have been changed';
  const code = status === undefined ? '' : ` (${status})`;
  return `refused${code}${isFieldName(field) ? `: ${field}` : ''}`;
}

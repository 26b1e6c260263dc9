import type { CliError } from '../../../errors.ts';
import { isFieldName } from '../../../resources/personal.ts';

/** What became of a row. */
export interface ChangeOutcome {
  readonly outcome: 'changed' | 'unchanged' | 'failed' | 'not sent';
  /** Without values: it goes into files and logs. */
  readonly message: string;
  /** Why it failed, in the words of the store, for the terminal alone. */
  readonly failure?: CliError;
  /** Fields of which the store kept something else. */
  readonly notKept?: readonly string[];
  /** What stays as it was though people may expect otherwise. */
  readonly stays?: string | undefined;
}

export const unchanged: ChangeOutcome = { outcome: 'unchanged', message: '' };

export const notSent: ChangeOutcome = { outcome: 'not sent', message: '' };

export function changedWith(notKept: readonly string[], stays: string | undefined): ChangeOutcome {
  const kept = notKept.length === 0 ? undefined : `the store did not keep what was sent for ${notKept.join(', ')}`;
  return { outcome: 'changed', message: [kept ?? [], stays ?? []].flat().join('; '), notKept, stays };
}

/** The reason has no words of the store, which may repeat a value. */
export const failedBy = (failure: CliError): ChangeOutcome => ({
  outcome: 'failed',
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

import { CliError } from '../../../errors.ts';

/** Whether a failure says nothing of other records. */
export const isOwnFailure = (error: unknown): error is CliError =>
  error instanceof CliError && ['refused', 'outcome-unknown', 'not-found'].includes(error.kind);

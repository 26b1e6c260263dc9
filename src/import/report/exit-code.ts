import { type CliError, exitCodes } from '../../errors.ts';
import type { Tally } from '../journal/tally.ts';
import type { ImportOptions } from '../options.ts';
import { hasUnfinishedRows } from './advice.ts';
import type { ImportOutcome } from './headline.ts';
import type { Report } from './report.ts';

type WarnedImport = Pick<ImportOptions, 'failOnWarnings' | 'warnings'>;

/** How a run ended. @param stopped why it stopped early */
export function importOutcomeOf(options: WarnedImport, tally: Tally, stopped: string | null): ImportOutcome {
  if (stopped !== null || hasUnfinishedRows(tally)) return 'stopped';
  return tally.isComplete && failingWarnings(options) === 0 ? 'complete' : 'incomplete';
}

/** How many warnings fail the import that arose while it sent: others have refused the file. */
export const failingWarnings = ({ failOnWarnings, warnings }: WarnedImport): number =>
  failOnWarnings ? warnings.length : 0;

interface EndedWith {
  readonly reason: CliError | undefined;
  /** Whether this run has created rows, or may have. */
  readonly hasWritten: boolean;
}

/** @param isWritten whether all of its files were written */
export function exitCodeOf(
  { outcome }: Pick<Report, 'outcome'>,
  isWritten: boolean,
  { reason, hasWritten }: EndedWith,
): number {
  // A rerun does not help where this program has counted wrongly.
  if (reason?.kind === 'fault') return exitCodes.fault;
  // Nor where something outside of it must be looked at first.
  if (reason?.kind === 'import-incomplete') return exitCodes['import-incomplete'];
  // Nor with a token that has written nothing.
  if (reason?.kind === 'auth' && !hasWritten) return exitCodes.auth;
  if (outcome === 'complete') return isWritten ? 0 : exitCodes.fault;
  return exitCodes[outcome === 'stopped' ? 'import-stopped' : 'import-incomplete'];
}

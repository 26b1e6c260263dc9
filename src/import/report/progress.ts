import { mannerOf, type ProgressDisplay, showProgress } from '../../output/progress.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';

/** Shows how far an import is: one line that is redrawn at a terminal, a line every ten seconds elsewhere. */
export function createProgress(run: ImportRun): ProgressDisplay {
  const { context } = run.options;
  const { tally } = run;
  return showProgress(context, mannerOf(context, { printsRows: false }), () => ({
    done: tally.done,
    total: tally.sendable,
    rejected: tally.count('rejected'),
    note: noteOf(run),
  }));
}

function noteOf({ checking, listed, limiter, clock }: ImportRun): string {
  const now = clock.elapsed();
  const { pausedFor, outageSince } = limiter.state(now);
  if (outageSince !== undefined) return `no answer for ${formatSpan(now - outageSince)}`;
  if (pausedFor >= 1000) return `waiting ${formatSpan(pausedFor)} as the store asked`;
  if (listed > 0) return `${formatCount(listed)} products listed`;
  return checking > 0 ? `checking ${checking}` : '';
}

import { type ProgressDisplay, progressMode, showProgress } from '../../output/progress.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';

/** Shows how far an import is: one line that is redrawn at a terminal, a line every ten seconds elsewhere. */
export function createProgress(run: ImportRun): ProgressDisplay {
  const { context, quiet, store } = run.options;
  const { tally } = run;
  const manner = quiet ? 'nothing' : progressMode(context, { printsRows: false });
  const work = () => ({
    done: tally.done,
    total: tally.sendable,
    rejected: tally.count('rejected'),
    // The lines of a log are many, and the first message names the store.
    place: manner === 'bar' ? `on ${store.storeLabel()}` : '',
    note: noteOf(run),
  });
  return showProgress(context, manner, work, store.paintStore);
}

function noteOf({ checking, listed, limiter, requests, clock }: ImportRun): string {
  const now = clock.elapsed();
  const { pausedFor } = limiter.state(now);
  const { silence } = requests;
  if (silence && !silence.isThrottled && now - silence.since >= shortSilence)
    return `no clear answer for ${formatSpan(now - silence.since)}: ${silence.why}`;
  if (silence?.isThrottled && pausedFor >= 1000)
    return `waiting ${formatSpan(pausedFor)} as the store asked: ${silence.why}`;
  if (listed > 0) return `${formatCount(listed)} products listed`;
  return checking > 0 ? `checking ${checking}` : '';
}

/** Shorter failures are not shown, in milliseconds. */
const shortSilence = 1000;

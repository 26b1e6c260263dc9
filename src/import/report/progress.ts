import { type ProgressDisplay, progressMode, showProgress } from '../../output/progress.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import type { Wait } from '../pace/timeline.ts';

/** Shows how far an import is: one line that is redrawn at a terminal, a line every ten seconds elsewhere. */
export function createProgress(run: ImportRun): ProgressDisplay {
  const { context, quiet, store } = run.options;
  const { tally } = run;
  const mode = progressMode(context, { quiet });
  const work = () => ({
    done: tally.done,
    total: tally.sendable,
    rejected: tally.count('rejected'),
    // The lines of a log are many, and the first message names the store.
    place: mode === 'bar' ? `on ${store.storeLabel()}` : '',
    note: noteOf(run),
  });
  return showProgress(context, mode, work, store.paintStore);
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

/** Milliseconds between two samples: rows pay nothing for being measured. */
const interval = 100;

/** Measures finished rows and waits over time, from now until the returned function is called, which `onSample` follows. */
export function measure(run: ImportRun, onSample: (wait: Wait | undefined) => void): () => void {
  const { clock, ledger, timeline, options } = run;
  const start = clock.elapsed();
  let [before, finished] = [0, ledger.finished];
  const sample = (): void => {
    const now = clock.elapsed() - start;
    const wait = waitOf(run);
    timeline.add(before, now, { rows: ledger.finished - finished, ...(wait && { [wait]: now - before }) });
    [before, finished] = [now, ledger.finished];
    onSample(wait);
  };
  const stop = options.context.every(interval, sample);
  return () => {
    stop();
    sample();
  };
}

/** What the import waits for; undefined while requests are under way or rows are read. */
function waitOf({ requests, limiter, clock, checking }: ImportRun): Wait | undefined {
  if (requests.wait) return requests.wait;
  return checking > 0 && limiter.state(clock.elapsed()).underWay === 0 ? 'settle' : undefined;
}

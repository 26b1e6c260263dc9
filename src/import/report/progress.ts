import { type ProgressDisplay, progressMode, showProgress } from '../../output/progress.ts';
import type { ImportRun } from '../import-run.ts';
import type { Wait } from '../pace/timeline.ts';
import { noteOf, outcomesOf } from './progress-note.ts';

/** Shows how far an import is: one line that is redrawn at a terminal, a line every ten seconds elsewhere. */
export function createProgress(run: ImportRun): ProgressDisplay {
  const { context, quiet, store } = run.options;
  const { tally, clock, ledger, limiter, requests } = run;
  const mode = progressMode(context, { quiet });
  let before = { finished: ledger.finished, at: clock.elapsed() };
  const work = () => {
    const now = clock.elapsed();
    if (ledger.finished !== before.finished) before = { finished: ledger.finished, at: now };
    const { pausedFor, underWay } = limiter.state(now);
    const checking = [...run.checking].map((due) => due());
    const stalledFor = now - before.at;
    return {
      done: tally.done,
      total: tally.sendable,
      ...outcomesOf(tally),
      waiting: { rows: checking.length, longest: Math.max(0, ...checking.map((due) => due - now)) },
      // The lines of a log are many, and the first message names the store.
      place: mode === 'bar' ? `on ${store.storeLabel()}` : '',
      note: noteOf({ now, silence: requests.silence, pausedFor, listed: run.listed, checking, underWay, stalledFor }),
    };
  };
  return showProgress(context, mode, work, store.paintStore);
}

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
  return checking.size > 0 && limiter.state(clock.elapsed()).underWay === 0 ? 'settle' : undefined;
}

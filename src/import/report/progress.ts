import { type ProgressDisplay, progressMode, showProgress, type Work } from '../../output/progress.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import type { Tally } from '../journal/tally.ts';
import type { Wait } from '../pace/timeline.ts';
import { rowCount } from './words.ts';

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

/** What became of the rows that are done. */
export const outcomesOf = (tally: Tally): Required<Pick<Work, 'outcomes' | 'problems'>> => ({
  outcomes: { created: tally.count('created'), existing: tally.count('existing') },
  problems: { rejected: tally.count('rejected'), duplicate: tally.count('duplicate'), uncertain: tally.uncertain },
});

interface Moment {
  /** Milliseconds of the monotonic clock, as all times here. */
  readonly now: number;
  readonly silence: ImportRun['requests']['silence'];
  readonly pausedFor: number;
  /** Products of the store that were listed. */
  readonly listed: number;
  /** For each row that is looked up because its outcome is not known: when the last look-up is due. */
  readonly checking: readonly number[];
  /** Requests without an answer yet. */
  readonly underWay: number;
  /** Since a row was finished. */
  readonly stalledFor: number;
}

/** What an import waits for, and how long; empty while rows are sent. */
export function noteOf({ now, silence, pausedFor, listed, checking, underWay, stalledFor }: Moment): string {
  if (silence && !silence.isThrottled && now - silence.since >= shortSilence)
    return `no clear answer for ${formatSpan(now - silence.since)}: ${silence.why}`;
  if (silence?.isThrottled && pausedFor >= 1000)
    return `waiting ${formatSpan(pausedFor)} as the store asked: ${silence.why}`;
  if (listed > 0) return `${formatCount(listed)} products listed`;
  const left = Math.max(...checking) - now;
  if (left >= 1000) return `waiting to look up ${rowCount(checking.length)}, ${formatSpan(left)} at most`;
  if (checking.length > 0) return `looking up ${rowCount(checking.length)}`;
  if (stalledFor < longAnswer || underWay === 0) return '';
  return `waiting for ${inNumber('{an answer|answers}', underWay)} for ${formatSpan(stalledFor)}`;
}

/** Shorter failures are not shown, in milliseconds. */
const shortSilence = 1000;
/** Usual answers take less, in milliseconds. */
const longAnswer = 3000;

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

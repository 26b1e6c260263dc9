import type { Work } from '../../output/progress.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import type { Tally } from '../journal/tally.ts';
import type { Wait } from '../pace/measurements.ts';
import type { RequestQueue } from '../pace/request-queue.ts';
import { type Pace, settleText } from './time.ts';
import { rowCount } from './words.ts';

/** What became of the rows that are done. */
export const outcomesOf = (tally: Tally): Required<Pick<Work, 'outcomes' | 'problems'>> => ({
  outcomes: { created: tally.count('created'), existing: tally.count('existing') },
  problems: { rejected: tally.count('rejected'), duplicate: tally.count('duplicate'), uncertain: tally.uncertain },
});

interface Moment {
  /** Milliseconds of the monotonic clock, as all times here. */
  readonly now: number;
  readonly silence: RequestQueue['silence'];
  readonly pausedFor: number;
  /** Products of the store that were listed. */
  readonly listed: number;
  /** What the next request waits for: `the store's limit (2.0/s)`. */
  readonly limit?: string | undefined;
  /**
   * For each row that is looked up because its outcome is not known: when the last look-up is due. A row that is absent
   * then is sent again, and may have to wait again.
   */
  readonly checking: readonly number[];
  /** Requests without an answer yet. */
  readonly underWay: number;
  /** Since a row was finished. */
  readonly stalledFor: number;
}

/** What an import waits for, and how long; empty while rows are sent. */
export function noteOf({ now, silence, pausedFor, listed, limit, checking, underWay, stalledFor }: Moment): string {
  if (silence && !silence.isThrottled && now - silence.since >= shortSilence)
    return `no clear answer for ${formatSpan(now - silence.since)}: ${silence.why}`;
  if (silence?.isThrottled && pausedFor >= 1000)
    return `waiting ${formatSpan(pausedFor)} as the store asked: ${silence.why}`;
  if (listed > 0) return `${formatCount(listed)} products listed`;
  const left = Math.max(...checking) - now;
  if (left >= 1000) return waitText(limit, `${settleText(checking.length)}, about ${formatSpan(left)}`);
  if (limit !== undefined) return `waiting for ${limit}`;
  if (checking.length > 0) return `looking up ${rowCount(checking.length)}`;
  if (stalledFor < longAnswer || underWay === 0) return '';
  return `waiting for ${inNumber('{an answer|answers}', underWay)} for ${formatSpan(stalledFor)}`;
}

/** Short where there are two: a note that does not fit in the line is left out. */
const waitText = (limit: string | undefined, settling: string): string =>
  limit === undefined ? `waiting for the ${settling}` : `${limit}; ${settling}`;

/** Shorter failures are not shown, in milliseconds. */
const shortSilence = 1000;
/** Usual answers take less, in milliseconds. */
const longAnswer = 3000;

/** Milliseconds between two events of one kind: a store that pauses every second does not flood the log. */
const quietTime = 10_000;
/** Milliseconds. Shorter pauses are not said. */
const shortestPause = 1000;
/** Smaller changes of the rate are not said. */
const smallestChange = 0.1;

/**
 * Says in a JSON log that the import waits, and at which pace it goes on. To be called with each measurement.
 */
export function paceLog(pace: Pace): (wait: Wait | undefined) => void {
  const { context, hint } = pace.options;
  if (!context.stderr.isJson) return () => undefined;
  const saidAt = new Map<string, number>();
  let waitBefore: Wait | undefined;
  let rateBefore: number | null = null;
  return (wait) => {
    const now = context.clock.elapsed();
    const isDue = (kind: string): boolean => now - (saidAt.get(kind) ?? Number.NEGATIVE_INFINITY) >= quietTime;
    const { ratePerSecond: rate = null, concurrency } = pace.limiter.state(now);
    if (wait !== waitBefore && wait && isDue(wait) && sayWait(pace, wait, now)) saidAt.set(wait, now);
    waitBefore = wait;
    if (!isOther(rate, rateBefore) || !isDue('rate_changed')) return;
    saidAt.set('rate_changed', now);
    const message = rate === null ? 'No limit on requests per second.' : `Up to ${shown(rate)} requests per second.`;
    const perSecond = rate && shown(rate);
    const before = rateBefore && shown(rateBefore);
    void hint('', { event: 'rate_changed', perSecond, before, concurrency, message });
    rateBefore = rate;
  };
}

const isOther = (rate: number | null, before: number | null): boolean =>
  rate === null || before === null ? rate !== before : Math.abs(rate - before) > smallestChange * before;

const shown = (rate: number): number => Math.round(rate * 100) / 100;

/** False for a wait that is not worth it. A limit that the user or the store sets is no event. */
function sayWait({ options, limiter, requests }: Pace, reason: Wait, now: number): boolean {
  const { pausedFor } = limiter.state(now);
  if (reason === 'rate' || (reason === 'store' && pausedFor < shortestPause && !limiter.probing)) return false;
  const why = requests.silence?.why ?? null;
  const seconds = reason === 'store' ? Math.round(pausedFor / 100) / 10 : null;
  const message =
    reason === 'store'
      ? `Waiting ${formatSpan(pausedFor)} for the store${why === null ? '' : `: ${why}`}.`
      : 'Waiting until the store shows what was sent.';
  void options.hint('', { event: 'waiting', level: 'warn', reason, seconds, why, message });
  return true;
}

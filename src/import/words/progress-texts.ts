import type { Work } from '../../output/progress.ts';
import type { RequestQueue } from '../../pace/request-queue.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import { rowCount } from './counts.ts';
import { settleText } from './time-spent.ts';

/** How many rows have each outcome so far. */
export interface ProgressCounts {
  /** With any outcome. */
  readonly done: number;
  /** All that are to be sent. */
  readonly sendable: number;
  readonly uncertain: number;
  count(state: 'created' | 'existing' | 'rejected' | 'duplicate'): number;
}

/** What became of the rows that are done. */
export const outcomesOf = (
  tally: Omit<ProgressCounts, 'done' | 'sendable'>,
): Required<Pick<Work, 'outcomes' | 'problems'>> => ({
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
  /** What the next request waits for: `the store's limit`. */
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

/** What an import waits for, and how long; empty while rows are sent. Short: what does not fit in the line is not shown. */
export function noteOf({ now, silence, pausedFor, listed, limit, checking, underWay, stalledFor }: Moment): string {
  if (silence && !silence.isThrottled && now - silence.since >= shortSilence)
    return `no clear answer for ${formatSpan(now - silence.since)}: ${silence.why}`;
  if (silence?.isThrottled && pausedFor >= 1000)
    return `waiting ${formatSpan(pausedFor)} as the store asked: ${silence.why}`;
  if (listed > 0) return `${formatCount(listed)} listed in the store`;
  const left = Math.max(...checking) - now;
  if (left >= 1000)
    return `${limit === undefined ? '' : `${limit}; `}${settleText(checking.length)}, about ${formatSpan(left)}`;
  if (limit !== undefined) return `waiting for ${limit}`;
  if (checking.length > 0) return `looking up ${rowCount(checking.length)}`;
  if (stalledFor < longAnswer || underWay === 0) return '';
  return `waiting for ${inNumber('{an answer|answers}', underWay)} for ${formatSpan(stalledFor)}`;
}

/** Shorter failures are not shown, in milliseconds. */
const shortSilence = 1000;
/** Usual answers take less, in milliseconds. */
const longAnswer = 3000;

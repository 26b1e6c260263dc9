import type { Timeline } from '../../pace/measurements.ts';
import type { RateLimiter } from '../../pace/rate-limiter.ts';
import type { RequestQueue } from '../../pace/request-queue.ts';
import { count, decimal } from '../../resources/record-fields.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';

/** What the time of an import went to, in milliseconds: they add up to `total`. */
export const timeFields = {
  total: count('In total'),
  rate: count("Waiting for the store's limit, or for --rate"),
  store: count('Paused for the store'),
  settle: count('Waiting for a settle time'),
  requests: count('Requests, and the rest'),
  settlingRows: count('Rows whose settle time was waited for at once, at most'),
  perSecond: decimal('Requests per second that the store answered'),
};

export type TimeSpent = Readonly<Record<keyof typeof timeFields, number>>;

/** Measured so far. */
export function timeSpent(
  { waited, end, maxSettling }: Timeline,
  { answered }: Pick<RequestQueue, 'answered'>,
): TimeSpent {
  const total = Math.round(end);
  const rate = Math.round(waited.rate);
  const store = Math.round(waited.store);
  const settle = Math.round(waited.settle);
  // The limiter tries higher rates at the end, when there is nothing left to send: what the store answered is its limit.
  const perSecond = total === 0 ? 0 : Math.round((answered / total) * 10_000) / 10;
  return { total, rate, store, settle, requests: total - rate - store - settle, settlingRows: maxSettling, perSecond };
}

/** Shorter imports are not slow, in milliseconds. */
const minLong = 10_000;

/** `12 min: 9 min 40 s waiting for the store's limit, 1 min 30 s settle time of 3 rows, 50 s requests.` */
export function timeText(spent: TimeSpent, pace: Limited): string | undefined {
  if (spent.total < minLong) return undefined;
  const parts: readonly (readonly [time: number, what: string])[] = [
    [spent.rate, `waiting for ${limitText(pace)}`],
    [spent.store, 'paused for the store'],
    [spent.settle, settleText(spent.settlingRows)],
    [spent.requests, 'requests'],
  ];
  const shown = parts.filter(([time]) => time >= 500).map(([time, what]) => `${formatSpan(time)} ${what}`);
  return `${formatSpan(spent.total)}: ${shown.join(', ')}.`;
}

/** What the user and the store allow. */
interface Limited {
  readonly options: { readonly pace: { readonly rate: number | undefined } };
  readonly limiter: { readonly state: (now: number) => Pick<ReturnType<RateLimiter['state']>, 'ratePerSecond'> };
}

/** What is under way, and at which pace. */
export interface Pace extends Limited {
  readonly limiter: Pick<RateLimiter, 'state'>;
  readonly requests: Pick<RequestQueue, 'answered' | 'silence' | 'wait'>;
}

/** `the store's limit`, which no store says in numbers; that of the user where it is lower than what was learned. */
export function limitText({ limiter, options: { pace } }: Limited): string {
  const { ratePerSecond: learned = Number.POSITIVE_INFINITY } = limiter.state(0);
  const isOfStore = pace.rate === undefined || learned < pace.rate;
  return isOfStore ? "the store's limit" : `--rate ${pace.rate}`;
}

/** `settle time of 3 rows` */
export const settleText = (rows: number): string =>
  `settle time of ${formatCount(rows)} ${inNumber('{row|rows}', rows)}`;

import { Refusal } from '../http/refusal.ts';
import type { FaultOptions } from './options.ts';

/** A token bucket as it was at a moment, in milliseconds. */
interface Bucket {
  readonly perSecond: number;
  readonly tokens: number;
  readonly at: number;
}

/** A bucket with a burst of one second in it, and room for one request at least. */
const fullBucket = (perSecond: number, now: number): Bucket => ({
  perSecond,
  tokens: burst(perSecond),
  at: now,
});

const burst = (perSecond: number): number => Math.max(1, perSecond);

/**
 * The bucket after one more request. @throws Refusal 429 with the whole seconds, at least one, until there is room
 * again.
 */
function tokenTaken({ perSecond, tokens, at }: Bucket, now: number): Bucket {
  const filled = Math.min(burst(perSecond), tokens + ((now - at) * perSecond) / 1000);
  if (filled >= 1) return { perSecond, tokens: filled - 1, at: now };
  throw throttled(Math.max(1, Math.ceil((1 - filled) / perSecond)));
}

/** 429 with Retry-After. */
export const throttled = (seconds: number): Refusal =>
  new Refusal('rate_limited', 'Too many requests. Retry later.', {
    headers: { 'Retry-After': String(seconds) },
  });

/** Admits one request; call the returned function when it is over. @throws Refusal 503 or 429. */
type Limiter = () => () => void;

export function createLimiter({ rateLimit, maxConcurrent = Number.POSITIVE_INFINITY, clock }: FaultOptions): Limiter {
  let inside = 0;
  let bucket = rateLimit === undefined ? undefined : fullBucket(rateLimit, clock.elapsed());
  return () => {
    if (inside >= maxConcurrent)
      throw new Refusal('unavailable', `The store handles at most ${maxConcurrent} requests at a time.`);
    bucket = bucket && tokenTaken(bucket, clock.elapsed());
    inside += 1;
    return () => {
      inside -= 1;
    };
  };
}

/** An index that shows new products only after a lag. */
interface IndexLag {
  /** Called for every created product, in order. */
  created(id: number): void;
  /** The first product that lists and searches do not show yet; undefined when they show all. */
  hiddenFrom(): number | undefined;
}

export function indexLagOf({ indexLag = 0, clock }: Pick<FaultOptions, 'indexLag' | 'clock'>): IndexLag {
  const waiting: { readonly id: number; readonly shownAt: number }[] = [];
  return {
    created(id) {
      if (indexLag > 0) waiting.push({ id, shownAt: clock.elapsed() + indexLag });
    },
    hiddenFrom() {
      const now = clock.elapsed();
      while (waiting[0] && waiting[0].shownAt <= now) waiting.shift();
      return waiting[0]?.id;
    },
  };
}

import { Refusal } from '../refusal.ts';
import type { FaultOptions } from './options.ts';

/** Lets requests in, one call for each. @throws Refusal 503 or 429. The function that it returns says that the request is over. */
type Gate = () => () => void;

export function gateOf({ rateLimit, maxConcurrent = Number.POSITIVE_INFINITY, clock }: FaultOptions): Gate {
  let inside = 0;
  let bucket = rateLimit === undefined ? undefined : fullBucket(rateLimit, clock.elapsed());
  return () => {
    if (inside >= maxConcurrent)
      throw new Refusal('unavailable', `The store answers ${maxConcurrent} requests at the same time.`);
    bucket = bucket && tokenTaken(bucket, clock.elapsed());
    inside += 1;
    return () => {
      inside -= 1;
    };
  };
}

/** A token bucket as it was at a moment, in milliseconds. */
interface Bucket {
  readonly perSecond: number;
  readonly tokens: number;
  readonly at: number;
}

/** A bucket with a burst of one second in it, and room for one request at least. */
export const fullBucket = (perSecond: number, now: number): Bucket => ({
  perSecond,
  tokens: burst(perSecond),
  at: now,
});

const burst = (perSecond: number): number => Math.max(1, perSecond);

/** The bucket after one more request. @throws Refusal 429 with the whole seconds, at least one, until there is room again. */
export function tokenTaken({ perSecond, tokens, at }: Bucket, now: number): Bucket {
  const filled = Math.min(burst(perSecond), tokens + ((now - at) * perSecond) / 1000);
  if (filled >= 1) return { perSecond, tokens: filled - 1, at: now };
  throw throttled(Math.max(1, Math.ceil((1 - filled) / perSecond)));
}

/** 429 with Retry-After. */
export const throttled = (seconds: number): Refusal =>
  new Refusal('rate_limited', 'There are too many requests; try again later.', {
    headers: { 'Retry-After': String(seconds) },
  });

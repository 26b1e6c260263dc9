import { Refusal } from '../http/refusal.ts';

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

/**
 * The bucket after one more request. @throws Refusal 429 with the whole seconds, at least one, until there is room
 * again.
 */
export function tokenTaken({ perSecond, tokens, at }: Bucket, now: number): Bucket {
  const filled = Math.min(burst(perSecond), tokens + ((now - at) * perSecond) / 1000);
  if (filled >= 1) return { perSecond, tokens: filled - 1, at: now };
  throw throttled(Math.max(1, Math.ceil((1 - filled) / perSecond)));
}

/** 429 with Retry-After. */
export const throttled = (seconds: number): Refusal =>
  new Refusal('rate_limited', 'Too many requests. Retry later.', {
    headers: { 'Retry-After': String(seconds) },
  });

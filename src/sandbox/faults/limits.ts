import { Refusal } from '../http/refusal.ts';
import type { FaultOptions } from './options.ts';
import { fullBucket, tokenTaken } from './token-bucket.ts';

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

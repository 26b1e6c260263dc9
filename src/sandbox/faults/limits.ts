import { Refusal } from '../http/refusal.ts';
import type { FaultOptions } from './options.ts';
import { fullBucket, tokenTaken } from './token-bucket.ts';

/** Lets requests in, one call for each. @throws Refusal 503 or 429. The function that it returns says that the request is over. */
type Limiter = () => () => void;

export function createLimiter({ rateLimit, maxConcurrent = Number.POSITIVE_INFINITY, clock }: FaultOptions): Limiter {
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

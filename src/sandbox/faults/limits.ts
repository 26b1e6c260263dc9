import { Refusal, throttled } from '../http/refusal.ts';
import type { FaultOptions } from './options.ts';

/** @returns what admits one request; call what it returns when that is over. @throws Refusal 503 or 429. */
export function createLimiter({ rateLimit, maxConcurrent = Number.POSITIVE_INFINITY, clock }: FaultOptions) {
  let inside = 0;
  const takeToken = rateLimit === undefined ? undefined : tokenBucket(rateLimit, clock);
  return () => {
    if (inside >= maxConcurrent)
      throw new Refusal('unavailable', `The store handles at most ${maxConcurrent} requests at a time.`);
    takeToken?.();
    inside += 1;
    return () => {
      inside -= 1;
    };
  };
}

/**
 * A token bucket with a burst of one second, and room for one request at least.
 * @returns what takes a token. It throws 429 with the whole seconds, at least one, until there is one again.
 */
function tokenBucket(perSecond: number, clock: FaultOptions['clock']): () => void {
  const burst = Math.max(1, perSecond);
  let tokens = burst;
  let at = clock.elapsed();
  return () => {
    const now = clock.elapsed();
    const filled = Math.min(burst, tokens + ((now - at) * perSecond) / 1000);
    if (filled < 1) throw throttled(Math.max(1, Math.ceil((1 - filled) / perSecond)));
    tokens = filled - 1;
    at = now;
  };
}

/** An index that shows new products only after a lag. */
export function indexLagOf({ indexLag = 0, clock }: Pick<FaultOptions, 'indexLag' | 'clock'>) {
  const waiting: { readonly id: number; readonly shownAt: number }[] = [];
  return {
    /** Called for every created product, in order. */
    created(id: number): void {
      if (indexLag > 0) waiting.push({ id, shownAt: clock.elapsed() + indexLag });
    },
    /** The first product that lists and searches do not show yet; undefined when they show all. */
    hiddenFrom(): number | undefined {
      const now = clock.elapsed();
      while (waiting[0] && waiting[0].shownAt <= now) waiting.shift();
      return waiting[0]?.id;
    },
  };
}

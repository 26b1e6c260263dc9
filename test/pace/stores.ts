import type { SimulatedStore } from './simulator.ts';

export type Make = (random: () => number) => SimulatedStore;

const [answered, overloaded] = [{ kind: 'answered' }, { kind: 'overloaded' }] as const;
/** Work of 30 to 70 ms; a refusal takes 1 ms. */
const work = (random: () => number): number => 30 + 40 * random();
const refusal = 1;

/** Answers everything. */
export const willing: Make = (random) => () => ({ signal: answered, takes: work(random) });

export interface RateLimit {
  readonly perSecond: number | ((now: number) => number);
  readonly burst: number;
  /** What is left of the burst at the start: all of it, unless another program used it up. */
  readonly left?: number;
  /** Whether refusals say when to come back: in whole seconds, at least one. */
  readonly saysWhen?: boolean;
}

/** Refuses with 429 what comes faster than a bucket of tokens fills. */
export function rateLimited(
  { perSecond, burst, left = burst, saysWhen = false }: RateLimit,
  then: Make = willing,
): Make {
  return (random) => {
    const within = then(random);
    const rateAt = typeof perSecond === 'number' ? () => perSecond : perSecond;
    let [tokens, at] = [left, 0];
    return (now) => {
      tokens = Math.min(burst, tokens + ((now - at) / 1000) * rateAt(now));
      at = now;
      if (tokens >= 1) {
        tokens -= 1;
        return within(now);
      }
      const retryAfter = saysWhen ? Math.max(1, Math.ceil((1 - tokens) / rateAt(now))) * 1000 : undefined;
      return { signal: { kind: 'throttled', retryAfter }, takes: refusal };
    };
  };
}

/** Refuses with 503 what would be more at a time. */
export function crowded(most: number | ((now: number) => number)): Make {
  const mostAt = typeof most === 'number' ? () => most : most;
  return (random) => {
    let inside = 0;
    return (now) => {
      if (inside >= mostAt(now)) return { signal: overloaded, takes: refusal };
      inside++;
      return { signal: answered, takes: work(random), leave: () => void inside-- };
    };
  };
}

/** Refuses a part at random, however slowly they come. */
export function moody(part: number, takes = work, retryAfter?: number): Make {
  return (random) => () =>
    random() < part
      ? { signal: { kind: 'throttled', retryAfter }, takes: refusal }
      : { signal: answered, takes: takes(random) };
}

/** Breaks at random, however few come at a time. */
export function shaky(part: number, takes = work): Make {
  return (random) => () => ({ signal: random() < part ? overloaded : answered, takes: takes(random) });
}

/** Does not answer between two times. */
export function gone(from: number, until: number, otherwise: Make = willing): Make {
  return (random) => {
    const present = otherwise(random);
    return (now) => (now >= from && now < until ? { signal: { kind: 'unreachable' }, takes: refusal } : present(now));
  };
}

/** The parts of requests that end badly, each in its own way. */
export interface Parts {
  readonly throttled: number;
  readonly overloaded: number;
  /** Overloaded, after 1 to 30 seconds. */
  readonly slow: number;
  /** What the throttled are told, in milliseconds. */
  readonly retryAfter?: number;
}

/** Fails at random in several ways at once, however few come and however slowly; takes 20 to 100 ms. */
export function mixed({ throttled, overloaded: broken, slow, retryAfter }: Parts): Make {
  return (random) => () => {
    const takes = 20 + 80 * random();
    const chance = random();
    if (chance < throttled) return { signal: { kind: 'throttled', retryAfter }, takes };
    if (chance < throttled + broken) return { signal: overloaded, takes };
    return chance < throttled + broken + slow
      ? { signal: overloaded, takes: 1000 + 29_000 * random() }
      : { signal: answered, takes };
  };
}

/** How many requests a second such a store answers to 16 at a time, each 10 ms on the way. */
export const sixteenAtATime = ({ throttled, overloaded: broken, slow }: Parts): number =>
  (16_000 * (1 - throttled - broken - slow)) / (10 + 60 * (1 - slow) + 15_500 * slow);

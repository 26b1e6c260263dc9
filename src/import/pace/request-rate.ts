import { AdaptiveLimit } from './adaptive-limit.ts';
import { parameters } from './parameters.ts';

const { adaptiveLimit, crawl, rate } = parameters;

/**
 * How many requests a second the store accepts, learned from its refusals (429) as in the adaptive retry mode of the
 * AWS SDKs: unlimited until they add up, then an adaptive limit that starts from the rate that the store accepted.
 */
export class RequestRate {
  readonly #limit = new AdaptiveLimit(Infinity, rate);
  /** Requests that were accepted, and since when they count. */
  #accepted = 0;
  #since: number;
  /** Requests at a crawl, while they are counted. */
  #crawl: { requests: number; refusals: number } | undefined;

  constructor(now: number) {
    this.#since = now;
  }

  /** Undefined while nothing limits it. */
  get perSecond(): number | undefined {
    const { value } = this.#limit;
    return value === Infinity ? undefined : Math.max(rate.lowest, value);
  }

  /** Requests per second accepted since the last decrease. From one refusal to the next that is the limit. */
  accepted(now: number): number {
    return (this.#accepted * 1000) / Math.max(rate.shortestMeasure, now - this.#since);
  }

  /** @param isUsed whether requests wait for this rate */
  answered(isUsed: boolean, now: number): void {
    this.#accepted++;
    if (this.#crawl) this.#count(this.#crawl, 0);
    else this.#limit.answered(isUsed);
    if (this.#limit.value === Infinity) this.#forget(now);
  }

  /** Returns whether the rate decreases. @param resumeAt when the next request may start */
  refused(hasRetryAfter: boolean, resumeAt: number, now: number): boolean {
    if (this.#crawl) {
      this.#count(this.#crawl, 1);
      return false;
    }
    if (!this.#limit.failed(hasRetryAfter ? rate.retryAfterWeight : 1)) return false;
    this.#decrease(now);
    // In a longer pause the store has no more to give than after a short one.
    [this.#accepted, this.#since] = [0, Math.max(now, resumeAt - rate.shortestMeasure)];
    return true;
  }

  #decrease(now: number): void {
    const { value } = this.#limit;
    if (value === Infinity) {
      this.#limit.startSlowly(adaptiveLimit.decrease * Math.max(rate.lowestStart, this.accepted(now)));
    } else {
      // The count is a whole number: rounded down, it would make a limit of 2/s lower each time.
      this.#accepted++;
      this.#limit.decrease(Math.max(rate.lowest, value / 2, Math.min(value, this.accepted(now))));
    }
    this.#crawl = value !== Infinity && this.#limit.value <= crawl.rate ? { requests: 0, refusals: 0 } : undefined;
  }

  /**
   * Below what nearly every store allows, refusals are chance: their share is counted, at the same rate. If there are
   * enough, it is taken for normal, and slow start goes on. A rule of our own, like the loss threshold of BBR
   * (draft-ietf-ccwg-bbr) in what it is for; `npm run bench -- rate-limiter` shows what it gains.
   */
  #count(crawling: { requests: number; refusals: number }, refusals: 0 | 1): void {
    crawling.requests++;
    crawling.refusals += refusals;
    const share = crawling.refusals / crawling.requests;
    if (crawling.refusals < crawl.refusals) {
      if (crawling.requests === crawl.requests) this.#crawl = undefined;
    } else if (share <= crawl.mostRefused) {
      this.#limit.startSlowly(this.#limit.value, share);
      this.#crawl = undefined;
    } else {
      this.#limit.decrease(Math.max(rate.lowest, this.#limit.value));
      this.#crawl = { requests: 0, refusals: 0 };
    }
  }

  /** Older requests count less and less. */
  #forget(now: number): void {
    if (now - this.#since <= 2 * rate.measure) return;
    this.#accepted /= 2;
    this.#since = (this.#since + now) / 2;
  }
}

import { Cubic } from './cubic.ts';
import { LossDetector, type Position } from './loss-detector.ts';
import { parameters } from './parameters.ts';
import { RateTrial } from './rate-trial.ts';

const { rate, rateTrial } = parameters;

/**
 * How many requests a second the store accepts, learned from its refusals (429) as in the adaptive retry mode of the
 * AWS SDKs: unlimited until they add up, then CUBIC, starting from the rate that the store accepted. Where refusals go
 * on at a crawl, half the rate is tried: if they do not become fewer, they are put up with.
 */
export class RequestRate {
  readonly #detector = new LossDetector(rate);
  #cubic: Cubic | undefined;
  /** Requests that were accepted, and since when they count. */
  #accepted = 0;
  #since: number;
  #answersSinceDecrease = 0;
  /** Share of requests that are refused, and of how many. */
  #share = 0;
  #measured: number = rateTrial.fewest;
  #trial: RateTrial | undefined;

  constructor(now: number) {
    this.#since = now;
  }

  /** Undefined while nothing limits it. */
  get perSecond(): number | undefined {
    return this.#cubic && Math.max(rate.lowest, this.#cubic.value);
  }

  /**
   * Requests per second that are accepted. From one refusal to the next that is the limit: both times the store had
   * nothing left.
   */
  accepted(now: number): number {
    return (this.#accepted * 1000) / Math.max(rate.shortestMeasure, now - this.#since);
  }

  /** @param isUsed whether requests wait for this rate: a rate that is not used proves nothing */
  answered(isUsed: boolean, now: number): void {
    this.#measure(0);
    this.#accepted++;
    this.#answersSinceDecrease++;
    if (this.#trial) {
      this.#try(this.#trial, false, now);
      return;
    }
    this.#detector.answered(this.#position);
    if (isUsed) this.#cubic?.grow();
    if (!this.#cubic) this.#forget(now);
  }

  /** Returns whether the rate decreases. @param resumeAt when the next request may start */
  refused(hasRetryAfter: boolean, resumeAt: number, now: number): boolean {
    this.#measure(1);
    if (this.#trial) return this.#try(this.#trial, true, now);
    const { hasBaseline } = this.#detector;
    const weights = this.#cubic?.isSlowStart && !hasBaseline ? rate.slowStartWeights : rate.weights;
    if (!this.#detector.failed(this.#position, hasRetryAfter ? weights.retryAfter : weights.other)) return false;
    if (this.#cubic && this.#isCrawl(this.#cubic)) {
      this.#trial = new RateTrial(this.#share);
      this.#cubic.decrease(this.#cubic.value, rateTrial.left);
    } else this.#decrease(now);
    this.#answersSinceDecrease = 0;
    // In a longer pause the store has no more to give than after a short one.
    [this.#accepted, this.#since] = [0, Math.max(now, resumeAt - rate.shortestMeasure)];
    return true;
  }

  #measure(refusals: 0 | 1): void {
    this.#measured = Math.min(rate.shareRequests, this.#measured + 1);
    this.#share += (refusals - this.#share) / this.#measured;
  }

  #isCrawl(cubic: Cubic): boolean {
    const isSoon = !cubic.isSlowStart && this.#answersSinceDecrease < rateTrial.soon;
    return isSoon && cubic.value <= rateTrial.highestRate && this.#share >= rateTrial.leastShare;
  }

  /** Returns whether the rate decreases. */
  #try(trial: RateTrial, isRefused: boolean, now: number): boolean {
    const verdict = trial.ended(isRefused);
    if (!verdict) return false;
    [this.#trial, this.#answersSinceDecrease] = [undefined, 0];
    if (verdict === 'lower') this.#decrease(now);
    if (verdict === 'chance') {
      this.#detector.expect(trial.share);
      this.#cubic?.startSlowly(this.#cubic.value / rateTrial.left);
    }
    return verdict === 'lower';
  }

  get #position(): Position {
    if (!this.#cubic || this.#cubic.isSlowStart) return 'unknown';
    return this.#cubic.isBelowLimit ? 'below' : 'at';
  }

  #decrease(now: number): void {
    if (this.#cubic) {
      const { value } = this.#cubic;
      // The count is a whole number: rounded down, it would make a limit of 2/s lower each time.
      this.#accepted++;
      const limit = Math.max(rate.lowest, value / 2, Math.min(value, this.accepted(now)));
      this.#cubic.decrease(limit, this.#detector.hasBaseline ? rate.deepDecrease : undefined);
    } else {
      this.#cubic = new Cubic(0, rate);
      this.#cubic.startSlowly(Math.max(rate.lowestStart, this.accepted(now)));
    }
  }

  /** Older requests count less and less. */
  #forget(now: number): void {
    if (now - this.#since <= 2 * rate.measure) return;
    this.#accepted /= 2;
    this.#since = (this.#since + now) / 2;
  }
}

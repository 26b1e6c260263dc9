import { Cubic } from './cubic.ts';
import { LossDetector, type Position } from './loss-detector.ts';
import { parameters } from './parameters.ts';

const { rate } = parameters;

/**
 * How many requests a second the store accepts, learned from its refusals (429) as in the adaptive retry mode of the
 * AWS SDKs: unlimited until they add up, then CUBIC, starting from the rate that the store accepted.
 */
export class RequestRate {
  readonly #detector = new LossDetector(rate);
  #cubic: Cubic | undefined;
  /** Requests that were accepted, and since when they count. */
  #accepted = 0;
  #since: number;

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
    this.#detector.answered(this.#position);
    this.#accepted++;
    if (isUsed) this.#cubic?.grow();
    if (!this.#cubic) this.#forget(now);
  }

  /** Returns whether the rate decreases. @param resumeAt when the next request may start */
  refused(hasRetryAfter: boolean, resumeAt: number, now: number): boolean {
    const weights = this.#cubic?.isSlowStart ? rate.slowStartWeights : rate.weights;
    if (!this.#detector.failed(this.#position, hasRetryAfter ? weights.retryAfter : weights.other)) return false;
    this.#decrease(now);
    // In a longer pause the store has no more to give than after a short one.
    [this.#accepted, this.#since] = [0, Math.max(now, resumeAt - rate.shortestMeasure)];
    return true;
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
      this.#cubic.decrease(Math.max(rate.lowest, value / 2, Math.min(value, this.accepted(now))));
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

import { parameters } from './parameters.ts';

const { baselineRequests, below, beyond, decrease, deepDecrease, fewest, longestShared } = parameters.adaptiveLimit;

/** How a limit learns: `parameters` has the numbers of each kind, and what they mean. */
interface Kind {
  readonly normal: number;
  readonly mostNormal: number;
  readonly tooMany: number;
  readonly threshold: number;
  readonly firstThreshold: number;
  readonly headStart: number;
  readonly slowStart: number;
  readonly recovery: number;
}

/**
 * A limit that is learned from failures: a rate, or a number of requests at a time.
 *
 * It grows and decreases as CUBIC (RFC 9438): slow start until requests fail; then the value returns to just below where
 * they failed, stays near it, and probes beyond, faster and faster. RFC 9438 grows with time, this with answers: probing
 * then costs the same share of requests at any speed.
 *
 * Whether failures are about the limit is decided by Page's CUSUM test (Biometrika, 1954) with a head start (Lucas and
 * Crosier, 1982). The score is the logarithm of how much likelier the latest requests are where too many fail than
 * where a normal share does; an alarm is at the threshold. The normal share is measured below the limit, where failures
 * are chance. If nothing fails there, a single failure at the limit is an alarm.
 */
export class AdaptiveLimit {
  /** Whether processes share it: requests of several then come together by chance, and it is too low more often. */
  isShared = false;
  readonly #kind: Kind;
  #value: number;
  /** Where requests failed: W_max of RFC 9438; undefined in slow start. */
  #limit: number | undefined;
  #answers = 0;
  /** What the last decrease left. */
  #left: number = decrease;
  #score: number;
  #isFirstAlarm = true;
  /** Share of failures below the limit: a moving average. */
  #baseline = 0;

  constructor(value: number, kind: Kind) {
    [this.#value, this.#kind, this.#score] = [value, kind, kind.headStart];
  }

  get value(): number {
    return this.#value;
  }

  get isSlowStart(): boolean {
    return this.#limit === undefined;
  }

  /** @param isUsed whether requests wait for this limit: one that is not used proves nothing, and does not grow */
  answered(isUsed: boolean): void {
    const { tooMany } = this.#kind;
    this.#measure(0);
    this.#score = Math.max(0, this.#score + Math.log((1 - tooMany) / (1 - this.#normal)));
    if (isUsed) this.#grow();
  }

  /** Returns whether this is an alarm: then the limit must decrease. @param weight how much more than others it says */
  failed(weight = 1): boolean {
    const { tooMany, threshold, firstThreshold } = this.#kind;
    this.#measure(1);
    if (!this.#isFirstAlarm && !this.#isBelow && !this.#hasBaseline) this.#score = threshold;
    this.#score += (this.#isFirstAlarm ? 1 : weight) * Math.log(tooMany / this.#normal);
    if (this.#score < (this.#isFirstAlarm ? firstThreshold : threshold)) return false;
    [this.#score, this.#isFirstAlarm] = [0, false];
    // The limit has fallen: that was not below it.
    if (this.#isBelow) this.#baseline = 0;
    return true;
  }

  /** @param limit where requests fail */
  decrease(limit: number): void {
    const left = this.#hasBaseline && !this.isShared ? deepDecrease : decrease;
    [this.#limit, this.#value, this.#answers, this.#left] = [limit, limit * left, 0, left];
  }

  /** Slow start from this value. @param normal share of requests that fails by chance, if that is known */
  startSlowly(value: number, normal?: number): void {
    [this.#value, this.#limit] = [value, undefined];
    if (normal !== undefined) [this.#baseline, this.#score] = [normal, 0];
  }

  /** Goes on from a value that another process has learned. */
  resume(value: number): void {
    if (value === this.#value) return;
    this.decrease(value / decrease);
    [this.#value, this.#left, this.#score, this.#isFirstAlarm] = [value, decrease, 0, false];
  }

  get #isBelow(): boolean {
    return this.#limit !== undefined && this.#value < below * this.#limit;
  }

  get #hasBaseline(): boolean {
    return this.#baseline >= fewest;
  }

  /** Share of requests that is taken for chance. */
  get #normal(): number {
    return Math.min(this.#kind.mostNormal, Math.max(this.#kind.normal, this.#baseline));
  }

  #measure(failures: 0 | 1): void {
    if (this.#isBelow) this.#baseline += (failures - this.#baseline) / baselineRequests;
  }

  #grow(): void {
    const { slowStart } = this.#kind;
    const longest = this.isShared ? longestShared * (this.#limit ?? 0) : Infinity;
    const recovery = Math.min(this.#kind.recovery, longest);
    this.#answers++;
    this.#value =
      this.#limit === undefined
        ? this.#value + slowStart
        : this.#limit * (1 + (1 - this.#left) * (this.#answers / recovery - 1) ** 3);
    if (this.#limit !== undefined && this.#value > beyond * this.#limit) this.#limit = undefined;
  }
}

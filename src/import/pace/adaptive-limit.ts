import { parameters } from './parameters.ts';

const { below, decrease, excuses, noise } = parameters.adaptiveLimit;

/** How one kind of limit learns: `parameters` has the numbers, and what they mean. */
interface Kind {
  readonly lowest: number;
  readonly slowStart: number;
  readonly recovery: number;
  readonly normal: number;
  readonly mostExcuses: number;
}

/**
 * A limit that is learned from failures: a rate, or a number of requests at a time.
 *
 * It moves as the window of CUBIC does (RFC 9438): slow start until requests fail; then it decreases, returns to where
 * they failed, stays near it, and probes beyond, faster and faster. RFC 9438 grows with time, this with requests: probing
 * then costs the same share of them at any speed.
 *
 * Some stores fail for some requests by chance. Such failures are excused, from a bucket as in the retry throttling of
 * gRPC (proposal A6): answers fill it by twice the share that fails by chance, a failure takes one. That share is
 * measured below the limit, where no failure is expected. If there is none, a failure at the limit is not excused.
 */
export class AdaptiveLimit {
  /** Share of requests that fail below the limit: a moving average. */
  noise = 0;
  readonly #kind: Kind;
  #value: number;
  /** Where requests failed: W_max of RFC 9438; undefined in slow start. */
  #limit: number | undefined;
  /** Requests since the last decrease. */
  #requests = 0;
  #excuses = 0;

  constructor(value: number, kind: Kind) {
    [this.#value, this.#kind] = [value, kind];
  }

  get value(): number {
    return this.#value;
  }

  get isSlowStart(): boolean {
    return this.#limit === undefined;
  }

  /** @param requests that were made at this limit @param speed of the recovery, where 1 is normal */
  grow(requests: number, speed = 1): void {
    const { slowStart, recovery } = this.#kind;
    this.#requests += requests * speed;
    if (this.#limit === undefined) this.#value += slowStart * requests;
    else if (this.#isNoisy) this.#value += Math.min(slowStart, noise.growth * this.#value) * requests;
    else {
      const cubic = this.#limit * (1 + (1 - decrease) * (this.#requests / recovery - 1) ** 3);
      this.#value = Math.min(cubic, this.#value + slowStart * requests);
    }
  }

  /** Learns from requests that were made at this limit, here or by others. */
  observe(answers: number, failures: number): void {
    const { mostExcuses, normal } = this.#kind;
    if (this.#isBelow) this.noise += (failures - this.noise * (answers + failures)) / noise.requests;
    this.noise = Math.min(noise.most, Math.max(0, this.noise));
    const earned = excuses.perFailure * Math.max(normal, this.noise) * answers;
    this.#excuses = Math.max(0, Math.min(mostExcuses, this.#excuses + earned - failures));
  }

  /** Returns whether the limit must decrease. */
  failed(): boolean {
    const mayBeChance = this.#limit === undefined || this.#isBelow || this.#isNoisy;
    const isExcused = mayBeChance && this.#excuses >= 1;
    this.observe(0, 1);
    if (isExcused || this.#value <= this.#kind.lowest) return false;
    // What led to this was no chance.
    this.noise = Math.max(0, this.noise - noise.notChance);
    this.#excuses = this.#limit === undefined ? excuses.inSlowStart : excuses.left;
    return true;
  }

  /** @param limit where requests fail, or the value from which slow start goes on */
  decrease(limit: number, isKnown = true): void {
    this.#limit = isKnown ? limit : undefined;
    [this.#value, this.#requests] = [Math.max(this.#kind.lowest, limit * decrease), 0];
  }

  get #isNoisy(): boolean {
    return this.noise >= noise.least;
  }

  get #isBelow(): boolean {
    return this.#value <= this.#kind.lowest || (this.#limit !== undefined && this.#value < below * this.#limit);
  }
}

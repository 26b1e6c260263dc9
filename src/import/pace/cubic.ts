import { parameters } from './parameters.ts';

const { decrease, below, beyond } = parameters.cubic;

interface Growth {
  /** What each answer adds in slow start. */
  readonly slowStart: number;
  /** Answers from a decrease until the value is back at the limit. */
  readonly recovery: number;
}

/**
 * CUBIC congestion control (RFC 9438), here for a rate or for a number of requests: slow start until requests fail;
 * then the value returns to just below where they failed, stays near it, and probes beyond, faster and faster. RFC 9438
 * grows with time, this with answers: probing then costs the same share of requests at any speed.
 */
export class Cubic {
  readonly #growth: Growth;
  #value: number;
  /** W_max of RFC 9438; undefined in slow start. */
  #limit: number | undefined;
  #answers = 0;
  /** What the last decrease left. */
  #left: number = decrease;

  constructor(value: number, growth: Growth) {
    [this.#value, this.#growth] = [value, growth];
  }

  get value(): number {
    return this.#value;
  }

  get isSlowStart(): boolean {
    return this.#limit === undefined;
  }

  /** Whether the value is clearly below where requests failed last. */
  get isBelowLimit(): boolean {
    return this.#limit !== undefined && this.#value < below * this.#limit;
  }

  grow(): void {
    const { slowStart, recovery } = this.#growth;
    this.#answers++;
    this.#value =
      this.#limit === undefined
        ? this.#value + slowStart
        : this.#limit * (1 + (1 - this.#left) * (this.#answers / recovery - 1) ** 3);
    if (this.#limit !== undefined && this.#value > beyond * this.#limit) this.#limit = undefined;
  }

  /**
   * @param limit where requests failed
   * @param left what is left of it
   */
  decrease(limit: number, left: number = decrease): void {
    [this.#limit, this.#value, this.#answers, this.#left] = [limit, limit * left, 0, left];
  }

  /** Decreases as well, but goes on in slow start: for a limit that is only a guess. */
  startSlowly(guess: number): void {
    [this.#limit, this.#value] = [undefined, guess * decrease];
  }
}

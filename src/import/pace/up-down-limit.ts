/** What each answer adds to a limit that has not failed yet: a quarter more in a round trip, or in a second. */
const slowStart = 0.25;
/** After this many answers in a row the growth doubles: a limit that was raised is found soon. */
const steady = 50;

interface UpDownOptions {
  readonly lowest: number;
  /** What a failure takes, as a share of the limit. */
  readonly down: number;
  /** The share of requests that fail in balance. */
  readonly share: number;
}

/**
 * A limit that is tried out by the weighted up-down method (Kaernbach, 1991): each failure lowers it by a step, each answer
 * raises it by a smaller one, so that in balance a chosen share of requests fails, whatever the limit is and however it
 * changes. Before the first failure it rises faster (slow start, as in TCP).
 */
export class UpDownLimit {
  readonly #options: UpDownOptions;
  readonly #up: number;
  #value: number;
  #isSlowStart = true;
  /** Answers since the last failure. */
  #streak = 0;

  constructor(value: number, options: UpDownOptions) {
    this.#value = value;
    this.#options = options;
    this.#up = (options.down * options.share) / (1 - options.share);
  }

  get value(): number {
    return this.#value;
  }

  answered(): void {
    this.#streak++;
    if (this.#isSlowStart) this.#value += slowStart;
    else this.#value *= 1 + this.#up * (1 + (this.#streak / steady) ** 2);
  }

  failed(): void {
    this.#streak = 0;
    this.#isSlowStart = false;
    this.#value = Math.max(this.#options.lowest, this.#value * (1 - this.#options.down));
  }
}

/** Upper bound of a measured settle time, in milliseconds. */
const longest = 10 * 60_000;
const shortestAfterThrottling = 5000;

/**
 * How long to wait before "absent" is believed: `--settle`, or ten times the measured index lag if that is longer. In
 * milliseconds.
 */
export class SettleTime {
  /** What the user set. */
  readonly minimum: number;
  /** Whether the store has created a row that it answered with nothing but 429: such an answer is as unclear as a timeout. */
  createsThrottled: boolean;
  #lag = 0;
  #isMeasured = false;

  constructor(minimum: number, createsThrottled: boolean) {
    this.minimum = minimum;
    this.createsThrottled = createsThrottled;
  }

  /** Notes how long after its creation a product was found, or was still not found. */
  note(lag: number, wasFound: boolean): void {
    this.#lag = Math.max(this.#lag, lag);
    this.#isMeasured ||= wasFound;
  }

  /** The longest index lag so far. */
  get lag(): number {
    return this.#lag;
  }

  /** The wait after an attempt without a clear answer ended. */
  get current(): number {
    return Math.max(this.minimum, Math.min(longest, 10 * this.#lag));
  }

  /**
   * The wait after a throttled attempt: shorter once the index lag is known, as hardly any store creates what it
   * throttles.
   */
  get afterThrottling(): number {
    if (!this.#isMeasured || this.createsThrottled) return this.current;
    return Math.min(this.current, Math.max(shortestAfterThrottling, 10 * this.#lag));
  }
}

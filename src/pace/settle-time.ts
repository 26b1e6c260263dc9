/** Upper bound of a measured settle time, in milliseconds. */
const longest = 10 * 60_000;
const shortestAfterThrottling = 5000;
/** Before the products are counted, where no lag was measured. */
const unmeasuredBeforeCount = 1000;

/** How long to wait before "absent" is believed, in milliseconds. */
export class SettleTime {
  /** What the user set. */
  readonly minimum: number;
  /** For each row that is looked up because its outcome is not known: when its last look-up is due. */
  readonly checking = new Set<() => number>();
  /** The longest time after its creation at which a product was found, or was still not found. */
  lag = 0;
  /** Created rows that were chosen to measure it. */
  samples = 0;
  /**
   * Whether the store has created a row that it answered with 429: from then on that answer is as unclear as a timeout. No
   * later import knows it.
   */
  createsThrottled = false;
  readonly #measured = new AbortController();

  constructor(minimum: number) {
    this.minimum = minimum;
  }

  note(lag: number, wasFound: boolean): void {
    this.lag = Math.max(this.lag, lag);
    if (wasFound) this.#measured.abort();
  }

  /** Aborted once a created row was found: the lag is known. */
  get measured(): AbortSignal {
    return this.#measured.signal;
  }

  /** After the last creation, before the products are counted: twice the lag. */
  get beforeCount(): number {
    const least = this.measured.aborted ? 0 : unmeasuredBeforeCount;
    return Math.min(this.current, Math.max(least, 2 * this.lag));
  }

  /** After an attempt without a clear answer: `--settle`, or ten times the index lag if that is longer. */
  get current(): number {
    return Math.max(this.minimum, Math.min(longest, 10 * this.lag));
  }

  /** After a throttled attempt: shorter once the lag is known, as hardly any store creates what it throttles. */
  get afterThrottling(): number {
    if (!this.measured.aborted) return this.current;
    return Math.min(this.current, Math.max(shortestAfterThrottling, 10 * this.lag));
  }
}

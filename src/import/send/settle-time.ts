/** The longest time to wait until a store must show what it was sent. */
const longest = 10 * 60_000;
const shortestAfterThrottling = 5000;

/** How long the store may take until it shows what it was sent: what the user says, or ten times what the first created rows showed. */
export class SettleTime {
  /** What the user says. */
  readonly stated: number;
  #lag = 0;
  #isMeasured = false;

  constructor(stated: number) {
    this.stated = stated;
  }

  /** A created product was seen so many milliseconds after it was sent, or was not seen for so long. */
  note(lag: number, wasSeen: boolean): void {
    this.#lag = Math.max(this.#lag, lag);
    this.#isMeasured ||= wasSeen;
  }

  /** The longest lag that was seen. */
  get lag(): number {
    return this.#lag;
  }

  /** Milliseconds after the end of an attempt without a clear answer. */
  get current(): number {
    return Math.max(this.stated, Math.min(longest, 10 * this.#lag));
  }

  /** The same after the store asked to slow down: hardly any store creates what it refuses so. Not sooner before it is known how late a store shows things. */
  get afterThrottling(): number {
    if (!this.#isMeasured) return this.current;
    return Math.min(this.current, Math.max(shortestAfterThrottling, 10 * this.#lag));
  }
}

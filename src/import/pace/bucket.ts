/** Lets requests start so many per second, evenly: after a rest at most a quarter of a second's worth at once. */
export class Bucket {
  #tokens = 1;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Milliseconds until a request may start. */
  delay(perSecond: number, now: number): number {
    return this.tokens(perSecond, now) >= 1 ? 0 : ((1 - this.#tokens) / perSecond) * 1000;
  }

  /** How many requests may start now. */
  tokens(perSecond: number, now: number): number {
    const filled = this.#tokens + (Math.max(0, now - this.#at) * perSecond) / 1000;
    this.#tokens = Math.min(Math.max(1, perSecond / 4), filled);
    this.#at = Math.max(this.#at, now);
    // A wait that was computed must be enough, whatever the last digit says.
    if (this.#tokens > 1 - rounding && this.#tokens < 1) this.#tokens = 1;
    return this.#tokens;
  }

  take(perSecond: number, now: number): void {
    this.#tokens = Math.max(0, this.tokens(perSecond, now) - 1);
  }

  /** The store's own bucket is empty: so is this one, and a part of a token more, so that many processes do not come back at once. */
  empty(part: number, now: number): void {
    [this.#tokens, this.#at] = [-part, now];
  }
}

const rounding = 1e-6;

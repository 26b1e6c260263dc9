/** Which part of the latest requests was throttled. Older ones fade. */
export class Share {
  readonly #fading: number;
  readonly #fewest: number;
  #all = 0;
  #throttled = 0;

  /** @param horizon how many requests count, about; @param fewest below which one is not taken for a large share */
  constructor(horizon: number, fewest: number) {
    this.#fading = 1 - 1 / horizon;
    this.#fewest = fewest;
  }

  add(isThrottled: boolean): void {
    this.#all = this.#all * this.#fading + 1;
    this.#throttled = this.#throttled * this.#fading + (isThrottled ? 1 : 0);
  }

  /** From 0 to 1. */
  get value(): number {
    return this.#throttled / Math.max(this.#fewest, this.#all);
  }
}

const span = 1000;

/** A rate per second over about so many of the latest seconds: newer ones count more. */
export class Meter {
  readonly #seconds: number;
  readonly #start: number;
  #spanStart: number;
  #inSpan = 0;
  #total = 0;
  #average = 0;

  constructor(seconds: number, now: number) {
    this.#seconds = seconds;
    this.#start = now;
    this.#spanStart = now;
  }

  /** @param count -1 takes one back */
  add(count: 1 | -1, now: number): void {
    this.#advance(now);
    this.#inSpan += count;
    this.#total += count;
  }

  /** At first exactly; in the first second as if nothing more came in it, since a burst that the store lets in is no rate. */
  perSecond(now: number): number {
    this.#advance(now);
    const elapsed = now - this.#start;
    return Math.max(0, elapsed < this.#seconds * span ? (this.#total * 1000) / Math.max(span, elapsed) : this.#average);
  }

  #advance(now: number): void {
    const spans = Math.floor((now - this.#spanStart) / span);
    if (spans < 1) return;
    const before = (this.#spanStart - this.#start) / span;
    this.#average += (this.#inSpan - this.#average) / Math.min(this.#seconds, before + 1);
    this.#average *= (1 - 1 / this.#seconds) ** (spans - 1);
    this.#inSpan = 0;
    this.#spanStart += spans * span;
  }
}

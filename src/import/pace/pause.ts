import { parameters } from './parameters.ts';

const { backoff, retryAfterJitter } = parameters;

/** When the next request may start: after a Retry-After in full, or exponential backoff with full jitter (AWS, 2015). */
export class Pause {
  readonly #random: () => number;
  #until: number;
  #failuresInARow = 0;
  /** Requests up to this one were under way at the last failure: together they count once. */
  #lastBeforeFailure = 0;

  constructor(now: number, random: () => number) {
    [this.#until, this.#random] = [now, random];
  }

  get until(): number {
    return this.#until;
  }

  answered(): void {
    this.#failuresInARow = 0;
  }

  retryAfter(milliseconds: number, now: number): void {
    if (milliseconds > 0) this.#extend(milliseconds * (1 + retryAfterJitter * this.#random()), now);
  }

  /** No pause after the first failure in a row; longer ones after each later one. @param latest request so far */
  failed(serial: number, latest: number, now: number): void {
    if (serial <= this.#lastBeforeFailure) return;
    this.#lastBeforeFailure = latest;
    const doublings = this.#failuresInARow++ - 1;
    if (doublings >= 0) this.#extend(this.#random() * Math.min(backoff.longest, backoff.first * 2 ** doublings), now);
  }

  #extend(milliseconds: number, now: number): void {
    this.#until = Math.max(this.#until, now + milliseconds);
  }
}

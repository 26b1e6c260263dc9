import { parameters } from './parameters.ts';

const { backoff, circuitBreaker } = parameters;

/**
 * What failures without an answer mean: exponential backoff with full jitter (AWS, 2015); after ten in a row the store
 * is gone, and the circuit is open (Nygard, "Release It!"): then probes ask whether it is back.
 */
export class CircuitBreaker {
  readonly #random: () => number;
  #failures = 0;
  /** Since the last answer, or since the circuit opened. */
  #backoffs = 0;
  #until = 0;
  /** Requests up to this one were under way at the last failure: together they count once. */
  #lastBeforeFailure = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  get isOpen(): boolean {
    return this.#failures >= circuitBreaker.failuresToOpen;
  }

  /** When the next request may start. */
  get until(): number {
    return this.#until;
  }

  /** Returns whether the circuit closes. */
  answered(): boolean {
    const wasOpen = this.isOpen;
    [this.#failures, this.#backoffs] = [0, 0];
    if (wasOpen) this.#until = 0;
    return wasOpen;
  }

  /** @param latest request so far */
  failed(serial: number, latest: number, now: number): void {
    const opens = ++this.#failures === circuitBreaker.failuresToOpen;
    if (opens) this.#backoffs = 0;
    else if (serial <= this.#lastBeforeFailure) return;
    this.#lastBeforeFailure = latest;
    this.#until = now + this.#pause(this.#backoffs++);
  }

  /** No pause after a first failure, and no jitter from probe to probe. */
  #pause(doublings: number): number {
    const { first, longest } = this.isOpen ? circuitBreaker.probe : backoff;
    if (this.isOpen) return Math.min(longest, first * 2 ** doublings);
    return doublings === 0 ? 0 : this.#random() * Math.min(longest, first * 2 ** (doublings - 1));
  }
}

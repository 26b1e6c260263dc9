import { parameters } from './parameters.ts';

const { backoff, circuitBreaker } = parameters;

/**
 * What failures without an answer mean: exponential backoff with full jitter (AWS, 2015); after ten in a row the store
 * is gone, and the circuit is open (Nygard, "Release It!"): then probes ask whether it is back.
 */
export class CircuitBreaker {
  readonly #random: () => number;
  #failures = 0;
  #failingSince = 0;
  /** While it is open. */
  #answers = 0;
  /** Since the last answer. */
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

  /** When the failures began. */
  get openSince(): number | undefined {
    return this.isOpen ? this.#failingSince : undefined;
  }

  /** Nothing may be sent now: an outage goes on, but its time does not count. */
  suspend(now: number): void {
    this.#failingSince = now;
  }

  /** When the next request may start. */
  get until(): number {
    return this.#until;
  }

  /** Returns whether the circuit closes. */
  answered(now: number): boolean {
    this.#backoffs = 0;
    const wasOpen = this.isOpen;
    if (wasOpen && ++this.#answers < circuitBreaker.answersToClose) {
      this.#until = now + circuitBreaker.firstProbe;
      return false;
    }
    [this.#failures, this.#answers] = [0, 0];
    return wasOpen;
  }

  /** @param latest request so far */
  failed(serial: number, latest: number, now: number): void {
    const wasOpen = this.isOpen;
    if (this.#failures++ === 0) this.#failingSince = now;
    this.#answers = 0;
    if (this.isOpen && !wasOpen) [this.#backoffs, this.#until] = [0, now + circuitBreaker.firstProbe];
    else if (serial > this.#lastBeforeFailure) {
      this.#lastBeforeFailure = latest;
      this.#backOff(now);
    }
  }

  /** No pause after a first failure, and no jitter from probe to probe. */
  #backOff(now: number): void {
    const { firstProbe, longestProbe } = circuitBreaker;
    const doublings = this.#backoffs++;
    if (this.isOpen) this.#until = now + Math.min(longestProbe, firstProbe * 2 ** doublings);
    else if (doublings > 0)
      this.#until = now + this.#random() * Math.min(backoff.longest, backoff.first * 2 ** (doublings - 1));
  }
}

import { parameters } from './parameters.ts';

const { failuresToOpen, answersToClose, firstProbe, longestProbe } = parameters.circuitBreaker;

/** A circuit breaker (Nygard, "Release It!"): open when the store is gone; then probes ask whether it is back. */
export class CircuitBreaker {
  #isOpen = false;
  #failures = 0;
  #failingSince = 0;
  #answers = 0;
  #probeGap = 0;
  #nextProbe = 0;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** When the failures began. */
  get openSince(): number | undefined {
    return this.#isOpen ? this.#failingSince : undefined;
  }

  failed(now: number): void {
    if (this.#failures++ === 0) this.#failingSince = now;
    this.#answers = 0;
    if (this.#isOpen || this.#failures < failuresToOpen) return;
    this.#isOpen = true;
    this.#probeSoon(now);
  }

  /** Returns whether the circuit closes. */
  answered(now: number): boolean {
    this.#failures = 0;
    if (!this.#isOpen) return false;
    this.#probeSoon(now);
    this.#isOpen = ++this.#answers < answersToClose;
    return !this.#isOpen;
  }

  probeStarts(now: number): void {
    this.#nextProbe = now + this.#probeGap;
    this.#probeGap = Math.min(longestProbe, this.#probeGap * 2);
  }

  /** Milliseconds until the next probe. */
  delay(now: number): number {
    return this.#isOpen ? Math.max(0, this.#nextProbe - now) : 0;
  }

  #probeSoon(now: number): void {
    [this.#probeGap, this.#nextProbe] = [firstProbe, now + firstProbe];
  }
}

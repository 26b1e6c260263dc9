import { parameters } from './parameters.ts';

/** A token bucket: lets requests start at an even rate, with a small burst after a rest. */
export class TokenBucket {
  #tokens = 1;
  #filledAt: number;

  constructor(now: number) {
    this.#filledAt = now;
  }

  /** Milliseconds until a request may start. */
  delay(perSecond: number, now: number): number {
    return this.tokens(perSecond, now) >= 1 ? 0 : ((1 - this.#tokens) / perSecond) * 1000;
  }

  /** How many requests may start now. */
  tokens(perSecond: number, now: number): number {
    const filled = this.#tokens + (Math.max(0, now - this.#filledAt) * perSecond) / 1000;
    this.#tokens = Math.min(Math.max(1, perSecond * parameters.rate.burst), filled);
    this.#filledAt = Math.max(this.#filledAt, now);
    // The delay must be long enough in spite of rounding.
    if (this.#tokens > 1 - 1e-6 && this.#tokens < 1) this.#tokens = 1;
    return this.#tokens;
  }

  take(perSecond: number, now: number): void {
    this.#tokens = Math.max(0, this.tokens(perSecond, now) - 1);
  }

  /** @param debt part of a token that is missing besides, so that processes do not return together */
  empty(debt: number, now: number): void {
    [this.#tokens, this.#filledAt] = [-debt, now];
  }
}

import { parameters } from './parameters.ts';

const { longestOutage } = parameters;

/** Why no more requests should be made. Times are milliseconds. */
export type Stop =
  | { readonly kind: 'max-wait'; readonly wait: number }
  | { readonly kind: 'outage' | 'refusals'; readonly since: number };

/** When an import stops by itself: after a Retry-After beyond `maxWait`, or 15 minutes of nothing but 429. */
export class StopRule {
  readonly #maxWait: number;
  /** Since when every answer was a refusal. */
  #refusedSince: number | undefined;
  #longestRefusals: number = longestOutage;
  #stop: Stop | undefined;

  constructor(maxWait: number) {
    this.#maxWait = maxWait;
  }

  get stop(): Stop | undefined {
    return this.#stop;
  }

  answered(): void {
    [this.#refusedSince, this.#longestRefusals] = [undefined, longestOutage];
  }

  /**
   * Where the store asks to wait, refusals may last as long as one such wait: the request after it must have its
   * chance.
   */
  refused(retryAfter: number | undefined, now: number): void {
    this.#refusedSince ??= now;
    if (retryAfter !== undefined) this.#longestRefusals = Math.max(longestOutage, this.#maxWait);
    if (retryAfter !== undefined && retryAfter > this.#maxWait) this.#stop = { kind: 'max-wait', wait: retryAfter };
    else if (now - this.#refusedSince >= this.#longestRefusals)
      this.#stop ??= { kind: 'refusals', since: this.#refusedSince };
  }
}

import { AdaptiveLimit } from './adaptive-limit.ts';
import { parameters } from './parameters.ts';

const { concurrency } = parameters;

/** How many requests may be under way: an adaptive limit like those of Netflix's concurrency-limits. */
export class ConcurrencyLimit {
  readonly #ceiling: number;
  #limit = new AdaptiveLimit(concurrency.first, concurrency);

  constructor(ceiling: number) {
    this.#ceiling = ceiling;
  }

  /** A whole number, at least 1. */
  get slots(): number {
    return Math.max(1, Math.floor(Math.min(this.#ceiling, this.#limit.value)));
  }

  answered(underWay: number): void {
    this.#limit.answered(this.#limit.value <= this.#ceiling && underWay * 2 >= this.slots);
  }

  /** A failure. Returns whether the limit decreases. */
  failed(): boolean {
    if (!this.#limit.failed()) return false;
    const { value, isSlowStart } = this.#limit;
    const limit = Math.min(this.#ceiling, isSlowStart ? value * concurrency.overshoot : value);
    if (this.slots > 1) this.#limit.decrease(Math.max(1, limit));
    return true;
  }

  /** As at the start, after an outage. */
  restart(): void {
    this.#limit = new AdaptiveLimit(concurrency.first, concurrency);
  }
}

import { Cubic } from './cubic.ts';
import { LossDetector, type Position } from './loss-detector.ts';
import { parameters } from './parameters.ts';

const { concurrency } = parameters;

/**
 * How many requests may be under way: an adaptive limit like those of Netflix's concurrency-limits, with CUBIC instead
 * of AIMD.
 */
export class ConcurrencyLimit {
  readonly #ceiling: number;
  readonly #detector = new LossDetector(concurrency);
  #cubic: Cubic;

  constructor(ceiling: number) {
    this.#ceiling = ceiling;
    this.#cubic = new Cubic(concurrency.start, concurrency);
  }

  /** A whole number, at least 1. */
  get slots(): number {
    return Math.max(1, Math.floor(Math.min(this.#ceiling, this.#cubic.value)));
  }

  /** A limit that is not used proves nothing, and does not grow. */
  answered(underWay: number): void {
    this.#detector.answered(this.#position);
    if (this.#cubic.value <= this.#ceiling && underWay * 2 >= this.slots) this.#cubic.grow();
  }

  /** A failure. Returns whether the limit is decreased. */
  failed(): boolean {
    if (!this.#detector.failed(this.#position)) return false;
    const { value, isSlowStart } = this.#cubic;
    // Slow start goes too far before the first failure is known.
    const limit = Math.min(this.#ceiling, isSlowStart ? value * concurrency.overshoot : value);
    if (this.slots > 1) this.#cubic.decrease(Math.max(1, limit));
    return true;
  }

  /** One at a time, after an outage. */
  restart(): void {
    this.#cubic = new Cubic(1, concurrency);
  }

  /** One at a time cannot be too many. */
  get #position(): Position {
    return this.slots === 1 || this.#cubic.isBelowLimit ? 'below' : 'at';
  }
}

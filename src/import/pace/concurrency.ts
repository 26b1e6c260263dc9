import { Tolerance } from './tolerance.ts';

const start = 4;
/** How long the number at which the store had too much is remembered. */
const memory = 30_000;
/** After a drop the number stays for so many answers: failures in that time are not about the number. */
const trial = 60;
/** So many of those are enough to believe it. */
const surprises = 2;
/** One failure of so few requests is no large part. */
const fewest = 10;

/**
 * How many requests may be under way: grows slowly while all is well, drops at once when the store has too much, and remembers where that was. Failures
 * that go on after a drop are not about the number: it grows again, and they are put up with until they become more.
 */
export class Concurrency {
  readonly #ceiling: number;
  readonly #tolerance = new Tolerance(fewest);
  #limit: number;
  #tooMuch = Number.POSITIVE_INFINITY;
  #rememberedAt = Number.NEGATIVE_INFINITY;
  #onTrial = 0;

  constructor(ceiling: number) {
    this.#ceiling = ceiling;
    this.#limit = Math.min(start, ceiling);
  }

  /** A whole number, at least 1. */
  get slots(): number {
    return Math.floor(this.#limit);
  }

  /** One more in as many answers as there are slots. What is not used is no proof that there could be more. */
  grow(underWay: number, now: number): void {
    this.#tolerance.answered();
    if (this.#onTrial > 0 && --this.#onTrial === 0) this.#tolerance.noSurprise();
    if (this.#onTrial > 0) return;
    if (underWay * 2 < this.#limit) return;
    if (now - this.#rememberedAt < memory && this.#limit >= this.#tooMuch - 1) return;
    this.#limit = Math.min(this.#ceiling, this.#limit + 1 / this.#limit);
  }

  /** A failure. Returns whether the number drops: not where failures come at any number. */
  failed(now: number): boolean {
    const verdict = this.#tolerance.failed(this.slots === 1 || this.#onTrial > 0, surprises);
    // What was taken for too much was chance.
    if (verdict === 'chance') [this.#rememberedAt, this.#onTrial] = [Number.NEGATIVE_INFINITY, 0];
    if (verdict === 'chance' || verdict === 'usual') return false;
    if (verdict === 'too much') this.#lower(now);
    this.#onTrial = trial;
    return true;
  }

  /** After an outage: one at a time. */
  restart(): void {
    this.#limit = 1;
  }

  #lower(now: number): void {
    if (now - this.#rememberedAt >= memory || this.#onTrial > 0)
      [this.#tooMuch, this.#rememberedAt] = [this.#limit, now];
    this.#tolerance.restart();
    this.#limit = Math.max(1, this.#limit * 0.7);
  }
}

import type { Signal } from './rate-limiter.ts';

/** Times are milliseconds. */
const parameters = {
  /** Failures in a row, once a row was answered: where 15 % fail at random, ten in a row come once in 200 million rows. */
  failures: 10,
  /** Before that: a store that fails at once may fail for minutes, and each row can be tried few times. */
  failuresAtStart: 1,
  firstPause: 1000,
  longestPause: 30_000,
  /** Failures in a row that are worth a message. */
  told: 5,
} as const;

/** No row gets a clear answer. */
interface RowSilence {
  readonly since: number;
  /** The reason of the last failure, in a few words. */
  readonly why: string;
}

/**
 * Circuit breaker for rows (Nygard, "Release It!"), where a store fails to create and answers every read: an attempt without a
 * clear answer can be repeated few times, so few rows are tried meanwhile, one at a time. State only, as in `RateLimiter`.
 */
export class SendBreaker {
  #hasAnswered = false;
  #failures = 0;
  #underWay = 0;
  #pauses = 0;
  #pausedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #silence: RowSilence | undefined;

  /** Milliseconds until a row may be sent: 0 now; undefined when one under way must end first. */
  delay(now: number): number | undefined {
    if (!this.isOpen) return 0;
    return this.#underWay > 0 ? undefined : Math.max(0, this.#pausedUntil - now);
  }

  start(): void {
    this.#underWay++;
  }

  /** Whether a row has ended without a clear answer as often in a row as is worth a message. @param startedAt when it was sent */
  end({ kind, why = '' }: Signal, startedAt: number, now: number): boolean {
    this.#underWay--;
    if (kind !== 'overloaded') {
      if (kind === 'answered') this.answered();
      return false;
    }
    this.#failures++;
    this.#silence = { since: this.#silence?.since ?? now, why };
    // Of those that were under way when the pause began nothing new is learned.
    if (this.isOpen && startedAt >= this.#pausedAt) this.#pause(now);
    return this.#failures === parameters.told;
  }

  /** The store has given a clear answer to a row, or shows that it created one. */
  answered(): void {
    this.#hasAnswered = true;
    this.#failures = 0;
    this.#pauses = 0;
    this.#silence = undefined;
  }

  /** The store is there again after it had answered nothing: a row is tried at once. */
  reached(now: number): void {
    this.#pausedUntil = Math.min(this.#pausedUntil, now);
  }

  /** While it is open, one row at a time is tried. */
  get isOpen(): boolean {
    return this.#failures >= (this.#hasAnswered ? parameters.failures : parameters.failuresAtStart);
  }

  /** Undefined while rows get clear answers. */
  get silence(): RowSilence | undefined {
    return this.isOpen ? this.#silence : undefined;
  }

  #pause(now: number): void {
    const { firstPause, longestPause } = parameters;
    this.#pausedAt = now;
    this.#pausedUntil = now + Math.min(longestPause, firstPause * 2 ** this.#pauses++);
  }
}

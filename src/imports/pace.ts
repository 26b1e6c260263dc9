import type { Clock } from '../context.ts';
import type { Outcome } from './send.ts';

const [shortestPause, longestPause] = [1000, 30_000];

/** Holds sending back while the store asks for it: for as long as it says or, when it does not, twice as long each time in a row. */
export class Pace {
  readonly #clock: Clock;
  readonly #interrupted: AbortSignal;
  #resumeAt = 0;
  #pause = shortestPause;

  constructor(clock: Clock, interrupted: AbortSignal) {
    this.#clock = clock;
    this.#interrupted = interrupted;
  }

  note(outcome: Outcome): void {
    if (outcome.kind === 'created') this.#pause = shortestPause;
    if (outcome.kind !== 'uncertain' || !outcome.throttled) return;
    const now = this.#clock.elapsed();
    // Requests that were under way when the pause began say the same once more.
    if (outcome.throttled.retryAfter === undefined && now < this.#resumeAt) return;
    this.#resumeAt = Math.max(this.#resumeAt, now + (outcome.throttled.retryAfter ?? this.#pause));
    this.#pause = Math.min(longestPause, this.#pause * 2);
  }

  /** Resolves when the next row may be sent. */
  async ready(): Promise<void> {
    for (let wait = this.#wait(); wait > 0 && !this.#interrupted.aborted; wait = this.#wait())
      await this.#clock.sleep(wait, this.#interrupted);
  }

  #wait(): number {
    return this.#resumeAt - this.#clock.elapsed();
  }
}

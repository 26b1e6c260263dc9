import type { Clock } from '../../context.ts';

/** A `Date` header has whole seconds, and its answer takes its time. In milliseconds. */
const tolerance = 5000;

/** Compares the clock of this machine with the `Date` header of the store (RFC 9110, section 6.6.1). */
export class StoreClock {
  readonly #clock: Pick<Clock, 'now'>;
  #agrees = false;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Takes the `Date` header of an answer that has just arrived. */
  note(date: string): void {
    this.#agrees = Math.abs(this.#clock.now().getTime() - Date.parse(date)) <= tolerance;
  }

  /** Whether the latest `Date` says another time, or there was none. */
  get differs(): boolean {
    return !this.#agrees;
  }
}

import type { IdRange } from './id-gaps.ts';
import type { IndexDatabase } from './index-database.ts';

/** How far searches have read a store, and when. */
export class IndexMarks {
  readonly #kept: IndexDatabase;
  readonly #flush: () => void;

  /** @param flush keeps what was noted before */
  constructor(database: IndexDatabase, flush: () => void) {
    this.#kept = database;
    this.#flush = flush;
  }

  /** Ranges of customer IDs in which each one was read, or is that of a customer. */
  get walked(): readonly IdRange[] {
    return JSON.parse(this.#kept.fact('walked') ?? '[]');
  }

  set walked(ranges: readonly IdRange[]) {
    this.#setFact('walked', JSON.stringify(ranges));
  }

  /** When it was made, in milliseconds since 1970. */
  get madeAt(): number {
    return Number(this.#kept.fact('made'));
  }

  /**
   * When all baskets were read last that may have changed since the time before, in milliseconds since 1970; undefined
   * before the first time.
   */
  get completeAt(): number | undefined {
    return this.#kept.time('complete');
  }

  set completeAt(time: number) {
    this.#setFact('complete', String(time));
  }

  /** As `completeAt`, with the baskets that may have changed long after they were created. */
  get thoroughAt(): number | undefined {
    return this.#kept.time('thorough');
  }

  set thoroughAt(time: number) {
    this.#setFact('thorough', String(time));
  }

  /** The highest number of an order when all baskets of `thoroughAt` had been read; undefined before. */
  get orderMark(): number | undefined {
    return this.#kept.time('order mark');
  }

  set orderMark(number: number) {
    this.#setFact('order mark', String(number));
  }

  /** Whether the index knows the IDs of all customers whom imports have found or created until now. */
  get hasImports(): boolean {
    return this.#kept.fact('imports') === 'read';
  }

  set hasImports(areRead: boolean) {
    this.#setFact('imports', areRead ? 'read' : 'unread');
  }

  #setFact(name: string, value: string): void {
    this.#flush();
    this.#kept.setFact(name, value);
  }
}

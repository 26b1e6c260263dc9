interface PendingPage<P> {
  readonly offset: number;
  readonly reply: Promise<P>;
  /** Whether it was requested before the page in front of it arrived. */
  readonly isGuess: boolean;
}

/**
 * Prefetches the next pages of a list while one is used: several once two pages are of one length. A request at an offset
 * where no page begins is dropped, and one that failed is sent again in its turn: a list fails only where reading it page
 * by page would fail.
 */
export class PagePrefetch<P> {
  readonly #fetch: (offset: number) => Promise<P>;
  #pending: PendingPage<P>[] = [];
  #maxDepth: number;
  /** Pages that are still requested one at a time. */
  #singles: number;
  #length = 0;

  /** @param maxDepth how many pages are requested at a time @param singles after so many pages */
  constructor(fetch: (offset: number) => Promise<P>, maxDepth: number, singles = 0) {
    this.#fetch = fetch;
    this.#maxDepth = maxDepth;
    this.#singles = singles;
  }

  /** The page at an offset. */
  async at(offset: number): Promise<P> {
    this.#startAt(offset);
    const { reply, isGuess } = this.#pending.shift() as PendingPage<P>;
    return await (isGuess ? reply.catch(() => this.#refetch(offset)) : reply);
  }

  /**
   * Prefetches what follows a page.
   * @param length of the page
   * @param end number of records, as far as it is known
   */
  prefetch(offset: number, length: number, end = 0): void {
    const depth = length === this.#length && this.#singles <= 0 ? this.#maxDepth : 1;
    this.#singles--;
    this.#length = length;
    this.#startAt(offset);
    const next = (): number => offset + this.#pending.length * length;
    while (this.#pending.length < depth && next() < end) this.#request(next());
  }

  /** Halves the depth after a refused request. */
  slowDown(): void {
    this.#maxDepth = Math.max(1, Math.floor(this.#maxDepth / 2));
  }

  #refetch(offset: number): Promise<P> {
    this.slowDown();
    return this.#fetch(offset);
  }

  #startAt(offset: number): void {
    if (this.#pending[0]?.offset === offset) return;
    this.#pending = [];
    this.#request(offset);
  }

  #request(offset: number): void {
    const reply = this.#fetch(offset);
    // A dropped page may fail unnoticed.
    reply.catch(() => undefined);
    this.#pending.push({ offset, reply, isGuess: this.#pending.length > 0 });
  }
}

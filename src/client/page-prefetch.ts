interface PendingPage<P> {
  readonly offset: number;
  readonly reply: Promise<P>;
  /** Whether it was requested before the page in front of it arrived. */
  readonly isGuess: boolean;
}

/** Concurrent requests: a shop serves as many to a browser. */
const maxDepth = 4;

/** Milliseconds. Where pages arrive sooner, the consumer is the slower side, and more prefetching only takes memory. */
const longWait = 10;

/**
 * Prefetches the next pages of a list while one is used. The depth grows by one for each wait, as long as pages are of one
 * length. A request at an offset where no page begins is dropped, and one that failed is sent again in its turn: a list fails
 * only where reading it page by page would fail.
 */
export class PagePrefetch<P> {
  readonly #fetch: (offset: number) => Promise<P>;
  readonly #now: () => Date;
  #pending: PendingPage<P>[] = [];
  #maxDepth = maxDepth;
  #depth = 1;
  #length = 0;
  #waited = 0;

  constructor(fetch: (offset: number) => Promise<P>, now: () => Date) {
    this.#fetch = fetch;
    this.#now = now;
  }

  /** The page at an offset. */
  async at(offset: number): Promise<P> {
    const before = this.#now().getTime();
    this.#startAt(offset);
    const { reply, isGuess } = this.#pending.shift() as PendingPage<P>;
    const page = await (isGuess ? reply.catch(() => this.#refetch(offset)) : reply);
    this.#waited = this.#now().getTime() - before;
    return page;
  }

  /**
   * Prefetches what follows a page.
   * @param length of the page
   * @param end number of records, as far as it is known
   */
  prefetch(offset: number, length: number, end = 0): void {
    if (length !== this.#length) this.#depth = 1;
    else if (this.#waited >= longWait) this.#depth = Math.min(this.#maxDepth, this.#depth + 1);
    this.#length = length;
    this.#startAt(offset);
    const next = (): number => offset + this.#pending.length * length;
    while (this.#pending.length < this.#depth && next() < end) this.#request(next());
  }

  /** Halves the depth after a refused request. */
  slowDown(): void {
    this.#maxDepth = Math.max(1, Math.floor(this.#depth / 2));
    this.#depth = 1;
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

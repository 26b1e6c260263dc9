interface Asked<P> {
  readonly offset: number;
  readonly reply: Promise<P>;
  /** Whether it was asked for before the page in front of it had come. */
  readonly isGuess: boolean;
}

/** Pages that are on their way at once. As many requests as a browser makes are no burden for a shop. */
const most = 4;

/** Milliseconds. A store that answers sooner keeps up with what is done with its pages: more of them would only take memory. */
const longWait = 10;

/**
 * Asks for the next pages of a list while one is used: for one more each time that one had to be waited for, where pages
 * have turned out to be of one length. What was asked for where no page begins is not used; a page that failed so is asked for
 * again when it is its turn, so that a list fails only as one would that is read page by page.
 */
export class PagesAhead<P> {
  readonly #fetch: (offset: number) => Promise<P>;
  readonly #now: () => Date;
  #asked: Asked<P>[] = [];
  #most = most;
  #wanted = 1;
  #length = 0;
  #waited = 0;

  constructor(fetch: (offset: number) => Promise<P>, now: () => Date) {
    this.#fetch = fetch;
    this.#now = now;
  }

  /** The page at an offset. */
  async at(offset: number): Promise<P> {
    const before = this.#now().getTime();
    this.#beginAt(offset);
    const { reply, isGuess } = this.#asked.shift() as Asked<P>;
    const page = await (isGuess ? reply.catch(() => this.#again(offset)) : reply);
    this.#waited = this.#now().getTime() - before;
    return page;
  }

  /**
   * Asks for what follows a page.
   * @param length of the page
   * @param end how many records there are, as far as that is known
   */
  askFor(offset: number, length: number, end = 0): void {
    if (length !== this.#length) this.#wanted = 1;
    else if (this.#waited >= longWait) this.#wanted = Math.min(this.#most, this.#wanted + 1);
    this.#length = length;
    this.#beginAt(offset);
    const next = (): number => offset + this.#asked.length * length;
    while (this.#asked.length < this.#wanted && next() < end) this.#ask(next());
  }

  /** The store had to be asked twice: fewer at once from now on, down to one. */
  slowDown(): void {
    this.#most = Math.max(1, Math.floor(this.#wanted / 2));
    this.#wanted = 1;
  }

  #again(offset: number): Promise<P> {
    this.slowDown();
    return this.#fetch(offset);
  }

  #beginAt(offset: number): void {
    if (this.#asked[0]?.offset === offset) return;
    this.#asked = [];
    this.#ask(offset);
  }

  #ask(offset: number): void {
    const reply = this.#fetch(offset);
    // Whoever wants no more pages does not care that one failed.
    reply.catch(() => undefined);
    this.#asked.push({ offset, reply, isGuess: this.#asked.length > 0 });
  }
}

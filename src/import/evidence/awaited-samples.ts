/**
 * Rows that wait until the search has shown another one like them. Where every row that is left waits, they wait in vain, as
 * when the import stops.
 */
export class AwaitedSamples {
  readonly #waiting = new Set<(isOver: boolean) => void>();
  /** Rows that are sent, or looked up to be sent. */
  #rows = 0;
  /** Whether no further row will come. */
  #isLast = false;
  #isStopped = false;

  constructor(stopped: AbortSignal) {
    const stop = (): void => {
      this.#isStopped = true;
      this.#tell(true);
    };
    if (stopped.aborted) stop();
    else stopped.addEventListener('abort', stop, { once: true });
  }

  /** Follows a row until its outcome is known. */
  async follow(work: Promise<void>): Promise<void> {
    this.#rows++;
    await work.finally(() => {
      this.#rows--;
      this.#endIfStuck();
    });
  }

  /** All rows are on their way. */
  end(): void {
    this.#isLast = true;
    this.#endIfStuck();
  }

  /** The search has shown a row. */
  shown(): void {
    this.#tell(false);
  }

  /** Waits until the search has shown a row. Returns whether it is over: none will be shown. */
  next(): Promise<boolean> {
    if (this.#isStopped) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
      this.#endIfStuck();
    });
  }

  #endIfStuck(): void {
    if (this.#isLast && this.#waiting.size > 0 && this.#waiting.size === this.#rows) this.#tell(true);
  }

  #tell(isOver: boolean): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve(isOver);
  }
}

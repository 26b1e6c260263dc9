/** Highest number of rows that are announced and not finished. */
const maxOpen = 256;

/**
 * Rows in flight. Unlike `Promise.race`, which would for minutes, it holds no memory of finished rows.
 */
export class RowsInFlight {
  readonly #deliveries = new Set<Promise<void>>();
  readonly #open = new Set<object>();
  #freed = (): void => undefined;

  /** @param deliver gets what it calls when the row only waits for others: it then takes no place of theirs */
  add(deliver: (onDue: () => void) => Promise<void>): void {
    const place = {};
    this.#open.add(place);
    const free = (): void => {
      if (this.#open.delete(place)) this.#freed();
    };
    const ended: Promise<void> = deliver(free).finally(() => {
      this.#deliveries.delete(ended);
      free();
    });
    this.#deliveries.add(ended);
  }

  /** Waits until one more may start. A row that fails rejects `end`. */
  async whenFree(): Promise<void> {
    while (this.#open.size >= maxOpen) {
      await new Promise<void>((resolve) => {
        this.#freed = resolve;
      });
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#deliveries);
  }
}

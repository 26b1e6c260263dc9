import type { NamedRecords } from './named-records.ts';

/** What baskets name, until a reader takes it. */
export class WaitingRecords {
  /** Reads that they take, or took. */
  reads = 0;
  /** Those of a page each, as JSON: objects would take five times as much memory. */
  #pages: string[] = [];
  #next = 0;
  /** Those of the page that is being taken, the last one first. */
  #taking: NamedRecords[] = [];
  #isEnded = false;
  #wake: () => void = () => undefined;
  #woken: Promise<void> | undefined;

  /** Adds those of a page. */
  add(records: readonly NamedRecords[]): void {
    if (records.length === 0) return;
    this.#pages.push(JSON.stringify(records));
    for (const { customerId, order } of records)
      this.reads += Number(customerId !== undefined) + Number(order !== undefined);
    this.#wakeReaders();
  }

  /** Nothing more is added. */
  end(): void {
    this.#isEnded = true;
    this.#wakeReaders();
  }

  /** What waits now. */
  async *now(): AsyncGenerator<NamedRecords> {
    for (let records = this.#take(); records; records = this.#take()) yield records;
  }

  /** What waits now, and what is added until the end. */
  async *untilEnd(): AsyncGenerator<NamedRecords> {
    for (;;) {
      yield* this.now();
      if (this.#isEnded) return;
      this.#woken ??= new Promise((resolve) => {
        this.#wake = resolve;
      });
      await this.#woken;
    }
  }

  #take(): NamedRecords | undefined {
    const page = this.#taking.length === 0 ? this.#pages[this.#next] : undefined;
    if (page !== undefined) {
      this.#taking = (JSON.parse(page) as NamedRecords[]).reverse();
      this.#pages[this.#next++] = '';
    }
    return this.#taking.pop();
  }

  #wakeReaders(): void {
    this.#woken = undefined;
    this.#wake();
  }
}

import type { NamedRecords } from './named-records.ts';

/** What baskets name, until a reader takes it. */
export class WaitingRecords {
  /** Reads that they take, or took. */
  reads = 0;
  #waiting: NamedRecords[] = [];
  #next = 0;
  #isEnded = false;
  #wake: () => void = () => undefined;
  #woken: Promise<void> | undefined;

  add(records: NamedRecords | undefined): void {
    if (records === undefined) return;
    this.#waiting.push(records);
    this.reads += Number(records.customerId !== undefined) + Number(records.order !== undefined);
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
    const records = this.#waiting[this.#next];
    if (records !== undefined) this.#next++;
    if (this.#next >= freedAt) {
      this.#waiting = this.#waiting.slice(this.#next);
      this.#next = 0;
    }
    return records;
  }

  #wakeReaders(): void {
    this.#woken = undefined;
    this.#wake();
  }
}

/** After so many the memory of those that were taken is freed. */
const freedAt = 10_000;

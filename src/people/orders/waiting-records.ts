import type { NamedRecords } from './named-records.ts';

/** What baskets name, until a reader takes it. */
export class WaitingRecords {
  /** Reads that they take, or took. */
  reads = 0;
  /** Records that a reader has taken. */
  taken = 0;
  /** The records of a page each, as JSON: objects would take five times as much memory. */
  #pages: string[] = [];
  #next = 0;
  /** The records of the page that is being taken, the last record first. */
  #taking: NamedRecords[] = [];
  #isEnded = false;
  /** A number from 0 to 1 that chooses the page to take next; undefined for the page that was added first. */
  readonly #choice: () => number | undefined;
  #wake: () => void = () => undefined;
  #woken: Promise<void> | undefined;

  constructor(choice: () => number | undefined) {
    this.#choice = choice;
  }

  /** Adds those of a page. */
  add(records: readonly NamedRecords[]): void {
    if (records.length === 0) return;
    this.#pages.push(JSON.stringify(records));
    for (const each of records) this.reads += readsOf(each);
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
    const page = this.#taking.length === 0 ? this.#nextPage() : undefined;
    if (page !== undefined) this.#taking = (JSON.parse(page) as NamedRecords[]).reverse();
    const taken = this.#taking.pop();
    if (taken) this.taken += readsOf(taken);
    return taken;
  }

  /** Undefined where none waits. */
  #nextPage(): string | undefined {
    const first = this.#pages[this.#next];
    if (first === undefined) return undefined;
    const chosen = this.#next + Math.floor((this.#choice() ?? 0) * (this.#pages.length - this.#next));
    const page = this.#pages[chosen] ?? first;
    this.#pages[chosen] = first;
    this.#pages[this.#next++] = '';
    return page;
  }

  #wakeReaders(): void {
    this.#woken = undefined;
    this.#wake();
  }
}

const readsOf = ({ customerId, order }: NamedRecords): number =>
  Number(customerId !== undefined) + Number(order !== undefined);

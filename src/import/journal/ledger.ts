import type { Key, SendableRow } from '../read/row.ts';
import type { Tally } from '../report/tally.ts';
import type { Entry, Journal } from './journal.ts';
import type { RowRecord } from './runs.ts';
import type { RowState } from './schema.ts';

/** A row on its way. */
export interface RowUnderWay {
  readonly row: SendableRow;
  readonly key: Key;
  /** How often it was announced, the time that is going on included. */
  attempts: number;
}

/** What is told of a row beside its state. */
export interface OutcomeDetails {
  readonly product?: string | undefined;
  /** The member of the body that the store named. */
  readonly member?: string | undefined;
  readonly message?: string;
}

/** Outcomes that may wait for the next commit. A lost one costs a look-up. */
const mostUnwritten = 512;

/** Writes down what happens to the rows of one run: announcements at once, outcomes with the next announcement. */
export class Ledger {
  readonly #journal: Journal;
  readonly #run: number;
  readonly #tally: Tally;
  readonly #done: () => void;
  /** By record: the latest of each row. */
  readonly #unwritten = new Map<number, Entry>();

  constructor(journal: Journal, run: number, tally: Tally, done: () => void) {
    this.#journal = journal;
    this.#run = run;
    this.#tally = tally;
    this.#done = done;
  }

  /** On disk when it returns: these rows are about to be sent. @throws CliError `import-stopped` */
  announce(rows: readonly RowUnderWay[]): void {
    this.#write(rows.map((row) => this.#entry(row, 'open')));
  }

  /** What became of a row, for good as far as this run goes. */
  finish(row: RowUnderWay, state: Exclude<RowState, 'open' | 'absent'>, details: OutcomeDetails = {}): void {
    this.#tally.set(row.row.record, state);
    this.#keep(this.#entry(row, state, details));
    if (this.#unwritten.size >= mostUnwritten) this.flush();
    this.#done();
  }

  /** The outcome stays unknown: the row remains announced, and a later run finds out. */
  leaveOpen(row: RowUnderWay, message?: string): void {
    // Its outcome is known, and could not be written.
    if (this.#unwritten.has(row.row.record)) return;
    this.#tally.set(row.row.record, 'open');
    if (message !== undefined) this.#keep(this.#entry(row, 'open', { message }));
  }

  /** What a look at a finished row at the end showed. */
  correct({ record, line, field, code, attempts }: RowRecord, state: RowState, details: OutcomeDetails): void {
    this.#tally.set(record, state);
    this.#keep({ run: this.#run, record, line, key: { field, code }, attempts, state, ...details });
  }

  /** What is known and not written: nothing after `flush`, unless the journal cannot be written any more. */
  get unwritten(): Iterable<Entry> {
    return this.#unwritten.values();
  }

  /** These rows were announced, and provably never left. */
  withdraw(rows: readonly RowUnderWay[]): void {
    for (const row of rows) this.#keep(this.#entry({ ...row, attempts: row.attempts - 1 }, 'absent'));
  }

  /** @throws CliError `import-stopped` */
  flush(): void {
    this.#write([]);
  }

  #write(entries: readonly Entry[]): void {
    this.#journal.note([...this.#unwritten.values(), ...entries]);
    this.#unwritten.clear();
  }

  #keep(entry: Entry): void {
    this.#unwritten.set(entry.record, entry);
  }

  #entry({ row, key, attempts }: RowUnderWay, state: RowState, details: OutcomeDetails = {}): Entry {
    return { run: this.#run, record: row.record, line: row.line, key, state, attempts, ...details };
  }
}

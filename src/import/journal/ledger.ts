import type { SendableRow } from '../map/rows/key.ts';
import type { EvidenceCount, RowState } from '../rows/states.ts';
import type { StartedRun } from './begin-run.ts';
import { hasOnlySaid, openRows } from './earlier-rows.ts';
import type { Journal } from './journal.ts';
import {
  announceRows,
  countEvidence,
  countNotKept,
  countStates,
  isNotKept,
  noteRows,
  type RowDetails,
  type RowRecord,
} from './rows.ts';
import type { Tally } from './tally.ts';

/** A row that is being sent. */
export interface RowInFlight extends SendableRow {
  /** How often it was announced, the current attempt included, but for attempts that never left. */
  attempts: number;
  /** How many attempts, without the current one, may have created it: what a store throttles it says it did not create. */
  unclear: number;
  /** Whether an attempt never left. */
  wasUnsent?: boolean;
  /** The highest ID that was known before it was sent first. */
  low?: number | undefined;
  /** When its last attempt ended without a clear answer, in milliseconds since 1970. */
  endedAt?: number;
}

/** A row that the store says it created under this ID. */
export interface CreatedSample extends Pick<SendableRow, 'values' | 'key'> {
  readonly recordId: string;
}

/** A row that is sent again, and may therefore be in the store twice. */
interface SentAgain {
  /**
   * When an attempt before ended, at the latest, that was answered with 429 or belongs to an earlier part of the run: the
   * store may still create it until the settle time is over.
   */
  readonly endedAt?: number;
  /** What a look-up found while others were sent, and when that began. */
  readonly seen?: { readonly recordId: string; readonly at: number };
}

/** What the journal has of a row. */
type EntryRow = Pick<RowRecord, 'record' | 'line' | 'key' | 'attempts' | 'endedAt'>;

/** What is known of a row that has an outcome, and how. */
type KnownOutcome = RowDetails & Required<Pick<RowDetails, 'evidence'>>;

interface LedgerParts {
  readonly journal: Journal;
  readonly run: StartedRun;
  readonly tally: Tally;
}

/** Outcomes that may wait for the next commit. A lost one costs a look-up. */
const maxUnwritten = 4096;

/** The rows of one run. Counts what happens to them, and writes it to the journal: announcements at once, outcomes with the next announcement. */
export class Ledger {
  readonly journal: Journal;
  readonly run: StartedRun;
  readonly tally: Tally;
  readonly #done: () => void;
  /** Rows that got their outcome, for measurements. */
  finished = 0;
  /** Rows that earlier parts of the run created, as far as these knew. */
  createdBefore = 0;
  /** Open rows that this part of the run did not send again, since nothing has shown that they are absent. */
  inDoubt = 0;
  /** In how many rows of this part of the run the store answered with another value of a field than was sent. */
  readonly notKept = new Map<string, number>();
  /** The first row of this part of the run that the store says it created as sent. */
  sample: CreatedSample | undefined;
  /** The rows that are or were sent again, by record, until the audit has looked them up. */
  readonly sentAgain = new Map<number, SentAgain>();
  /**
   * The latest entry of each row, by record. A new map each time: V8 keeps the content of a cleared one until the next
   * full collection.
   */
  #unwritten = new Map<number, RowRecord>();
  /** How often each row was sent that an earlier part of the run left open and that nobody has taken up, by record. */
  #left = new Map<number, number>();

  /** @param done called after each row that has its outcome */
  constructor({ journal, run, tally }: LedgerParts, done: () => void) {
    this.journal = journal;
    this.run = run;
    this.tally = tally;
    this.#done = done;
  }

  /** On disk once it resolves: these rows are about to be sent. @throws CliError `import-stopped` */
  async announce(rows: readonly RowInFlight[]): Promise<void> {
    const written = announceRows(this.journal, this.run.id, rows, [...this.#unwritten.values()]);
    this.#unwritten = new Map();
    await written;
  }

  /** Announces the first attempts of this part of the run: rows that cannot be announced never leave. */
  async announceFirst(rows: readonly RowInFlight[]): Promise<void> {
    try {
      await this.announce(rows);
    } catch (error) {
      this.withdraw(rows);
      throw error;
    }
  }

  /** Notes the outcome of a row, final for this run. */
  finish(row: EntryRow, state: Exclude<RowState, 'open' | 'absent'>, details: KnownOutcome): void {
    const attempts = Math.max(row.attempts, this.takeUp(row));
    this.tally.add(state);
    if (isNotKept({ state, ...details })) this.tally.notKept++;
    this.finished++;
    this.#add(this.#entry({ ...row, attempts }, state, details));
    if (this.#unwritten.size >= maxUnwritten) this.flush();
    this.#done();
  }

  /** So many rows are as they were in an earlier run: the journal has them as existing. */
  finishUnchanged(rows: number): void {
    this.tally.add('existing', rows);
    this.finished += rows;
    this.#done();
  }

  /** Takes over what the journal has: the outcomes of an earlier part of this run, and what was found out of its open rows. */
  recount(): void {
    this.tally.take(countStates(this.journal, this.run.id), countNotKept(this.journal, this.run.id));
    const own = openRows(this.journal, this.run.source.noun).filter(({ run }) => run === this.run.id);
    this.#left = new Map(own.map(({ record, attempts }) => [record, attempts]));
  }

  /** Its attempt has ended, and what became of it is not known yet: whoever finds out later need not ask when that was. */
  noteEnded(row: RowInFlight): void {
    row.endedAt = this.journal.now();
    this.#add(this.#entry(row, 'open', { evidence: 'none' }));
  }

  /** The outcome stays unknown: the row remains announced, and a later run finds out. */
  leaveOpen(row: RowInFlight, message?: string): void {
    // Its outcome is known, but could not be written yet.
    if ((this.#unwritten.get(row.record)?.state ?? 'open') !== 'open') return;
    this.takeUp(row);
    this.tally.add('open');
    if (message !== undefined) this.#add(this.#entry(row, 'open', { message, evidence: 'none' }));
  }

  /**
   * What became of a row is found out now: if an earlier part of the run left it open, it no longer counts as that, once.
   * Returns how often it was sent then, else 0.
   */
  takeUp({ record }: Pick<EntryRow, 'record'>): number {
    const attempts = this.#left.get(record) ?? 0;
    if (this.#left.delete(record)) this.tally.add('open', -1);
    return attempts;
  }

  /** A look-up that began then found a row that was sent again. */
  seeAgain(record: number, recordId: string, at: number): void {
    this.sentAgain.set(record, { ...this.sentAgain.get(record), seen: { recordId, at } });
  }

  /** Corrects a finished row by what the last look-up showed. */
  correct(row: RowRecord, state: RowState, details: KnownOutcome): void {
    this.tally.change(row.state, state);
    this.tally.notKept += Number(isNotKept({ state, ...details })) - Number(isNotKept(row));
    this.#add(this.#entry(row, state, details));
  }

  /** Whether every row exists by words of the store alone, in the first import of its noun that found anybody. */
  isAllSaid(): boolean {
    const existing = this.tally.count('existing');
    return existing > 0 && existing === this.tally.sendable && hasOnlySaid(this.journal, this.run.source.noun);
  }

  /** How it is known of the rows in the store that they are, where there are any. */
  evidence(): readonly EvidenceCount[] {
    const unwritten = [...this.#unwritten.values()];
    const written = countEvidence(this.journal, this.run.id, [...this.#unwritten.keys()]);
    const isSame = ({ outcome, evidence }: EvidenceCount, row: RowRecord): boolean =>
      row.state === outcome && (row.evidence ?? 'none') === evidence;
    return written
      .map((count) => ({ ...count, rows: count.rows + unwritten.filter((row) => isSame(count, row)).length }))
      .filter(({ rows }) => rows > 0);
  }

  /** The latest outcome of each row, by record, that the journal has not: none after `flush`, unless it cannot be written. */
  get unwritten(): ReadonlyMap<number, RowRecord> {
    return this.#unwritten;
  }

  /** The last attempt of these rows was announced and provably never left: another run may send them. */
  withdraw(rows: readonly RowInFlight[]): void {
    for (const row of rows) {
      this.takeUp(row);
      this.#add(this.#entry({ ...row, attempts: row.attempts - 1 }, 'absent'));
    }
  }

  /** @throws CliError `import-stopped` */
  flush(): void {
    noteRows(this.journal, [...this.#unwritten.values()]);
    this.#unwritten = new Map();
  }

  #add(entry: RowRecord): void {
    this.#unwritten.set(entry.record, entry);
  }

  #entry({ record, line, key, attempts, endedAt }: EntryRow, state: RowState, details: RowDetails = {}): RowRecord {
    const ended = state === 'open' || state === 'uncertain' ? { endedAt } : {};
    return { run: this.run.id, record, line, key, state, attempts, ...ended, ...details };
  }
}

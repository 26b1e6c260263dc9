import { countToSend, type UnsendableRows } from '../rows/check.ts';
import { type RowState, rowStates } from '../rows/states.ts';
import type { StateCounts } from './seals.ts';

/** Products of the previous import of a feed that are not in the file any more. */
export interface GoneProducts {
  readonly count: number;
  /** The first thousand. */
  readonly first: readonly { readonly key: string; readonly productId: string | null }[];
}

/** How many rows of a run have which outcome: what the table of rows would count, at once. */
export class Tally {
  readonly rows: number;
  readonly unsendable: UnsendableRows;
  /** Undefined where it is not known. */
  gone: GoneProducts | undefined;
  /** Created rows whose record is not what the row asked for. */
  notKept = 0;
  #counts: Record<RowState, number> = noRows();

  constructor(rows: number, unsendable: UnsendableRows) {
    this.rows = rows;
    this.unsendable = unsendable;
  }

  /** Takes the counts of the journal, but for the rows that are still to be sent. */
  take(counts: StateCounts, notKept: number): void {
    this.notKept = notKept;
    this.#counts = { ...counts, todo: 0, absent: 0, invalid: 0, elsewhere: 0 };
  }

  /** So many rows that were still to be sent have this outcome. */
  add(state: RowState, count = 1): void {
    this.#counts[state] += count;
  }

  /** A row has another outcome than it had. */
  change(from: RowState, to: RowState): void {
    this.#counts[from]--;
    this.#counts[to]++;
  }

  /** How many rows have each outcome. */
  get counts(): StateCounts {
    return this.#counts;
  }

  count(state: RowState): number {
    return this.#counts[state];
  }

  /** Rows that this run has to send. */
  get sendable(): number {
    return countToSend(this.rows, this.unsendable);
  }

  /** Sendable rows with an outcome. */
  get done(): number {
    return rowStates.reduce((sum, state) => sum + (state === 'open' ? 0 : this.#counts[state]), 0);
  }

  get uncertain(): number {
    return this.#counts.uncertain + this.#counts.blocked;
  }

  get toSend(): number {
    return this.sendable - this.done - this.#counts.open;
  }

  /** Whether every product of the file that this run had to send is in the store once, as the file has it. */
  get isComplete(): boolean {
    if (this.notKept > 0) return false;
    return this.#counts.created + this.#counts.existing === this.sendable + this.unsendable.invalid;
  }
}

const noRows = (): Record<RowState, number> =>
  Object.fromEntries(rowStates.map((state) => [state, 0])) as Record<RowState, number>;

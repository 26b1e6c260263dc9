import { countToSend, type UnsendableRows } from '../rows/check.ts';
import { type RowState, rowStates, stateNames } from './schema.ts';
import type { StateCounts } from './seals.ts';

/** Products of the previous import of a feed that are not in the file any more. */
export interface GoneProducts {
  readonly count: number;
  /** The first thousand. */
  readonly first: readonly { readonly key: string; readonly productId: string | null }[];
}

/** The state of every row of the file, a byte each, and the count of each state. */
export class Tally {
  readonly rows: number;
  readonly unsendable: UnsendableRows;
  /** Undefined where it is not known. */
  gone: GoneProducts | undefined;
  readonly #states: Uint8Array;
  readonly #counts: Record<RowState, number>;

  constructor(rows: number, unsendable: UnsendableRows) {
    this.rows = rows;
    this.unsendable = unsendable;
    this.#states = new Uint8Array(rows + 1).fill(notForThisRun);
    this.#counts = Object.fromEntries(stateNames.map((state) => [state, 0])) as Record<RowState, number>;
  }

  /** These rows are for this run, and were not tried. */
  expect(records: readonly number[]): void {
    for (const record of records) this.#states[record] = notTried;
  }

  set(record: number, state: RowState): void {
    this.forget(record);
    this.#counts[state]++;
    this.#states[record] = rowStates[state];
  }

  /** As if the row had not been tried. */
  forget(record: number): void {
    const was = this.stateOf(record);
    if (was) this.#counts[was]--;
    this.#states[record] = notTried;
  }

  /** Undefined for a row that was not tried, or is not for this run. */
  stateOf(record: number): RowState | undefined {
    return stateNames[this.#states[record] ?? notForThisRun];
  }

  isForThisRun(record: number): boolean {
    return this.#states[record] !== notForThisRun;
  }

  /** Whether this run has to send the row, or to find out what became of it. */
  readonly isLeft = (record: number): boolean => {
    const state = this.#states[record];
    return state === notTried || state === rowStates.open || state === rowStates.absent;
  };

  /** How many rows are in each state. */
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
    return stateNames.reduce(
      (sum, state) => sum + (state === 'absent' || state === 'open' ? 0 : this.#counts[state]),
      0,
    );
  }

  get uncertain(): number {
    return this.#counts.uncertain + this.#counts.blocked;
  }

  get notSent(): number {
    return this.sendable - this.done - this.#counts.open;
  }

  /** Whether every product of the file that this run had to send is in the store once. */
  get isComplete(): boolean {
    return this.#counts.created + this.#counts.existing === this.sendable + this.unsendable.invalid;
  }
}

/** Bytes that are no state. */
const notTried = 254;
const notForThisRun = 255;

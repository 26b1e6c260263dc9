import type { UnsendableRows } from '../rows/check.ts';
import { type RowState, rowStates, stateNames } from './schema.ts';

/** The outcome of a row: its state in the journal, or why it is not for this run. */
export type RowOutcome = RowState | keyof UnsendableRows;

const outcomes: readonly RowOutcome[] = [...stateNames, 'invalid', 'excluded', 'otherShards'];

/** The outcome of every row of the file, a byte each, and the count of each state. */
export class Tally {
  readonly rows: number;
  readonly unsendable: UnsendableRows;
  /** Rows whose product in the store has another name or price. */
  differing = 0;
  /** Existing rows that have not changed since an earlier import, and were not looked up. */
  unchanged = 0;
  /** Existing rows that have changed since an earlier import. */
  changed = 0;
  readonly #outcomes: Uint8Array;
  readonly #counts: Record<RowState, number>;

  constructor(rows: number, unsendable: UnsendableRows) {
    this.rows = rows;
    this.unsendable = unsendable;
    this.#outcomes = new Uint8Array(rows + 1);
    this.#counts = Object.fromEntries(stateNames.map((state) => [state, 0])) as Record<RowState, number>;
  }

  set(record: number, outcome: RowOutcome): void {
    const was = this.outcomeOf(record);
    if (isState(was)) this.#counts[was]--;
    if (isState(outcome)) this.#counts[outcome]++;
    this.#outcomes[record] = outcomes.indexOf(outcome) + 1;
  }

  /** Outcomes of an earlier part of the run, which may be set already. */
  setAll(
    records: readonly number[],
    { state, hasMessage }: { readonly state: RowState; readonly hasMessage: boolean },
  ) {
    for (const record of records) {
      if (state === 'existing' && hasMessage && this.outcomeOf(record) !== state) this.differing++;
      this.set(record, state);
    }
  }

  /** As if the row had not been tried. */
  forget(record: number): void {
    const was = this.outcomeOf(record);
    if (isState(was)) this.#counts[was]--;
    this.#outcomes[record] = 0;
  }

  /** Rows up to this one that have no outcome are not for this run: an earlier part of it has read them. */
  passOver(record: number): void {
    for (let at = 1; at <= record; at++) this.#outcomes[at] ||= passed;
  }

  /** Undefined for a row that was not tried. */
  outcomeOf(record: number): RowOutcome | undefined {
    return outcomes[(this.#outcomes[record] ?? 0) - 1];
  }

  /** Whether this run has finished the row. */
  isDone(record: number): boolean {
    const outcome = this.#outcomes[record] ?? 0;
    return outcome !== 0 && outcome !== isOpen && outcome !== isAbsent;
  }

  count(state: RowState): number {
    return this.#counts[state];
  }

  /** Rows that this run has to send. */
  get sendable(): number {
    const { invalid, excluded, otherShards } = this.unsendable;
    return this.rows - invalid - excluded - otherShards;
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

/** No outcome: nothing more is known of it. */
const passed = outcomes.length + 1;

const [isOpen, isAbsent] = [rowStates.open + 1, rowStates.absent + 1];

const isState = (outcome: RowOutcome | undefined): outcome is RowState =>
  outcome !== undefined && Object.hasOwn(rowStates, outcome);

import { type RowState, rowStates, stateNames } from '../journal/schema.ts';

/** Why rows of the file are not for this run to send. */
const asideNames = ['faulty', 'leftOut', 'elsewhere'] as const;

/** How many rows are not for this run to send: faulty ones, those that a preset leaves out, those of other shards. */
export type Aside = Readonly<Record<(typeof asideNames)[number], number>>;

/** What may be said of a row of the file: what the journal knows, or why it is not for this run. */
export type RowFate = RowState | keyof Aside;

const fates: readonly RowFate[] = [...stateNames, ...asideNames];

/** What became of every row of the file, a byte each, and how many there are of each sort. */
export class Tally {
  readonly rows: number;
  readonly aside: Aside;
  /** Rows whose product in the store has another name or price. */
  differing = 0;
  readonly #fates: Uint8Array;
  readonly #counts: Record<RowState, number>;

  constructor(rows: number, aside: Aside) {
    this.rows = rows;
    this.aside = aside;
    this.#fates = new Uint8Array(rows + 1);
    this.#counts = Object.fromEntries(stateNames.map((state) => [state, 0])) as Record<RowState, number>;
  }

  /** From now on this is what became of a row. */
  set(record: number, fate: RowFate): void {
    const was = this.fateOf(record);
    if (isState(was)) this.#counts[was]--;
    if (isState(fate)) this.#counts[fate]++;
    this.#fates[record] = fates.indexOf(fate) + 1;
  }

  /** Undefined for a row that was not tried. */
  fateOf(record: number): RowFate | undefined {
    return fates[(this.#fates[record] ?? 0) - 1];
  }

  /** Whether a row needs nothing more in this run. */
  isDone(record: number): boolean {
    const fate = this.#fates[record] ?? 0;
    return fate !== 0 && fate !== isOpen && fate !== isAbsent;
  }

  count(state: RowState): number {
    return this.#counts[state];
  }

  /** Rows that are for this run to bring to the store. */
  get sendable(): number {
    return this.rows - this.aside.faulty - this.aside.leftOut - this.aside.elsewhere;
  }

  /** Sendable rows with an outcome. */
  get done(): number {
    return stateNames.reduce(
      (sum, state) => sum + (state === 'absent' || state === 'open' ? 0 : this.#counts[state]),
      0,
    );
  }

  get uncertain(): number {
    return this.#counts.uncertain + this.#counts.stuck;
  }

  get notSent(): number {
    return this.sendable - this.done - this.#counts.open;
  }

  /** Whether every product of the file that is for this run is in the store once. */
  get isComplete(): boolean {
    return this.#counts.created + this.#counts.existing === this.sendable + this.aside.faulty;
  }
}

const [isOpen, isAbsent] = [rowStates.open + 1, rowStates.absent + 1];

const isState = (fate: RowFate | undefined): fate is RowState => fate !== undefined && Object.hasOwn(rowStates, fate);

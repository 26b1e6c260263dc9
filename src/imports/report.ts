import type { RowFault } from '../input/csv/catalogue.ts';
import { count, type Fields, list, text } from '../resources/record.ts';
import { keyOf } from './keys.ts';
import type { RowOutcome } from './send.ts';

/** Counts that add up to the rows of the file. */
export const reportFields: Fields = {
  rows: count('Rows in the file'),
  faulty: count('Faulty'),
  created: count('Created'),
  existing: count('There already'),
  rejected: count('Rejected'),
  uncertain: count('Uncertain'),
  notSent: count('Not sent'),
  problems: list('Problems'),
  stopped: text('Stopped early'),
};

/** One row that is not simply created, for programs. */
interface Problem {
  readonly line: number;
  readonly key: string | null;
  readonly outcome: 'faulty' | 'rejected' | 'uncertain' | 'not sent';
  readonly field: string | null;
  readonly message: string;
}

/** Rejected rows of which the whole story is kept; beyond that they are counted. Uncertain ones are all kept: each must be looked up. */
const keptRejections = 1000;

/** What became of every row, counted while it happens. */
export class Tally {
  created = 0;
  existing = 0;
  rejected = 0;
  uncertain = 0;
  readonly rows: number;
  readonly #problems: Problem[] = [];
  #lastSent = 0;

  constructor(rows: number) {
    this.rows = rows;
  }

  get done(): number {
    return this.created + this.existing + this.rejected + this.uncertain;
  }

  get notSent(): number {
    return this.rows - this.done;
  }

  note({ row, outcome }: RowOutcome): void {
    this.#lastSent = Math.max(this.#lastSent, row.record);
    if (outcome.kind !== 'unsent') this[outcome.kind]++;
    if (outcome.kind === 'created' || outcome.kind === 'existing' || (outcome.kind === 'rejected' && this.rejected > keptRejections))
      return;
    const field = outcome.kind === 'rejected' ? (outcome.field ?? null) : null;
    this.#problems.push({
      line: row.line,
      key: keyOf(row.values)?.code ?? null,
      outcome: outcome.kind === 'unsent' ? 'not sent' : outcome.kind,
      field,
      message: outcome.kind === 'unsent' ? outcome.ends.message : outcome.message,
    });
  }

  /** Rows are sent in the order of the file: nothing after this record was tried. */
  get lastSent(): number {
    return this.#lastSent;
  }

  /** Rejected rows that are counted and not among the problems. */
  get unlisted(): number {
    return Math.max(0, this.rejected - keptRejections);
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** The report as a record of `reportFields`. `stopped` is why the last row was not reached. */
  report(stopped: string | null): Readonly<Record<string, unknown>> {
    const { created, existing, rejected, uncertain, notSent } = this;
    return { rows: this.rows, faulty: 0, created, existing, rejected, uncertain, notSent, problems: this.#problems, stopped };
  }
}

/** The report on a file of which nothing was sent, because rows are faulty. */
export function faultyReport(rows: number, faultyRows: number, faults: readonly RowFault[]): Readonly<Record<string, unknown>> {
  const problems = faults.map(({ line, column, value, message }) => ({
    line,
    outcome: 'faulty',
    field: column ?? null,
    value: value ?? null,
    message,
  }));
  return { rows, faulty: faultyRows, created: 0, existing: 0, rejected: 0, uncertain: 0, notSent: rows - faultyRows, problems };
}

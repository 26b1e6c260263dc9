import type { Journal } from '../journal/journal.ts';
import { type Entry, isProblem, type RowRecord } from '../journal/rows.ts';

/**
 * The rows of a run: what its journal says, updated by outcomes that could not be written. A full disk must not make an
 * answered row look uncertain.
 */
export class KnownRows {
  readonly #journal: Journal;
  readonly #run: number;
  /** In file order. */
  readonly #unwritten: readonly RowRecord[];

  constructor(journal: Journal, run: number, unwritten: Iterable<Entry>) {
    this.#journal = journal;
    this.#run = run;
    this.#unwritten = [...unwritten].map(recordOf).sort((left, right) => left.record - right.record);
  }

  /** Every known row, in file order, in constant memory. */
  *all(): Generator<RowRecord> {
    let at = 0;
    for (const row of this.#journal.rows(this.#run)) {
      for (let next = this.#unwritten[at]; next && next.record < row.record; next = this.#unwritten[++at]) yield next;
      const newer = this.#unwritten[at];
      if (newer?.record === row.record) at++;
      yield newer?.record === row.record ? newer : row;
    }
    yield* this.#unwritten.slice(at);
  }

  /** Every row that needs attention, in file order, in constant memory. */
  *allProblems(): Generator<RowRecord> {
    if (this.#unwritten.length > 0) {
      for (const row of this.all()) if (isProblem(row)) yield row;
      return;
    }
    for (let after = 0; ; ) {
      const page = this.#journal.problems(this.#run, pageSize, after);
      yield* page;
      const last = page.at(-1);
      if (!last) return;
      after = last.record;
    }
  }

  /** The first rows that need attention, in file order. */
  problems(limit: number): readonly RowRecord[] {
    const found: RowRecord[] = [];
    for (const row of this.allProblems()) if (found.push(row) >= limit) break;
    return found;
  }
}

const pageSize = 5000;

const recordOf = ({ record, line, key, state, attempts, product, field, message }: Entry): RowRecord => ({
  ...{ record, line, key, state, attempts },
  ...{ product: product ?? null, field: field ?? null, message: message ?? null },
});

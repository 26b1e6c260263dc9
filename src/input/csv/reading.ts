import { withoutGuard } from './header.ts';
import type { ParsedRecord } from './records.ts';
import { type CatalogueRow, type RowRules, rowChecker } from './rows.ts';

/** Rows in batches, with the marks of their columns found as far as the rows need them. */
export class Reading {
  readonly #records: () => AsyncIterable<readonly ParsedRecord[]>;
  readonly #rules: RowRules;

  constructor(records: () => AsyncIterable<readonly ParsedRecord[]>, rules: RowRules) {
    this.#records = records;
    this.#rules = rules;
  }

  async *rows(): AsyncGenerator<readonly CatalogueRow[]> {
    const check = rowChecker(this.#rules);
    for await (const rows of this.#body()) {
      await this.#findMarks(rows);
      yield rows.map(check);
    }
  }

  /** Looks at the first rows, so that the description can name their decimal marks. */
  async begin(): Promise<void> {
    for await (const rows of this.#body()) return this.#findMarks(rows);
  }

  /** Observes rows before they are checked; reads ahead, from the start, only while a value could be read two ways. */
  async #findMarks(rows: readonly ParsedRecord[]): Promise<void> {
    const { marks } = this.#rules;
    marks.observe(rows);
    if (!marks.doubtful) return;
    for await (const all of this.#body()) {
      marks.observe(all);
      if (!marks.doubtful) return;
    }
    marks.settle();
  }

  /** The rows without the header, and without the guards of an export of ours. */
  async *#body(): AsyncGenerator<readonly ParsedRecord[]> {
    for await (const batch of this.#records()) {
      const rows = batch[0]?.record === 0 ? batch.slice(1) : batch;
      yield this.#rules.guarded ? rows.map((row) => ({ ...row, cells: row.cells.map(withoutGuard) })) : rows;
    }
  }
}

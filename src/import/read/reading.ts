import { unguardFormula } from '../../text/escape.ts';
import type { ParsedRecord, RecordFilter } from './bytes/records.ts';
import { Excluded } from './presets/preset.ts';
import type { Shape } from './presets/shaping.ts';
import { type BodyRow, type CatalogueRow, isWhole, type RowRules, rowChecker } from './rows.ts';
import { sheetRowChecker } from './sheet.ts';

export interface ReadingRules extends RowRules {
  /** Whether cells have the formula guard of our own export. */
  readonly guarded: boolean;
  /** Whether the rows were a sheet of a workbook. */
  readonly isSheet: boolean;
  /** Starts the preset for one pass over the file. */
  readonly shaping: (() => Shape) | undefined;
}

/** The checked rows in batches. Detects decimal marks when a row needs them. */
export class Reading {
  readonly #records: (isWanted?: RecordFilter) => AsyncIterable<readonly ParsedRecord[]>;
  readonly #rules: ReadingRules;

  constructor(records: (isWanted?: RecordFilter) => AsyncIterable<readonly ParsedRecord[]>, rules: ReadingRules) {
    this.#records = records;
    this.#rules = rules;
  }

  async *rows(isWanted?: RecordFilter): AsyncGenerator<readonly CatalogueRow[]> {
    const { isSheet, shaping, generateSku } = this.#rules;
    const check = isSheet ? sheetRowChecker(this.#rules) : rowChecker(this.#rules);
    // A row may depend on those above it.
    const readsAll = shaping !== undefined || generateSku;
    for await (const rows of this.#body(readsAll ? undefined : isWanted)) {
      await this.#findMarks(rows);
      const checked = rows.map(check);
      yield readsAll && isWanted ? checked.filter(({ record }) => isWanted(record)) : checked;
    }
  }

  /** Reads the first rows, so that the description has their decimal marks. */
  async begin(): Promise<void> {
    for await (const rows of this.#body()) return this.#findMarks(rows);
  }

  /** Observes rows before they are checked. Reads the file ahead only while a value is ambiguous. */
  async #findMarks(rows: readonly BodyRow[]): Promise<void> {
    const { marks } = this.#rules;
    marks.observe(rows);
    if (!marks.doubtful) return;
    for await (const all of this.#body()) {
      marks.observe(all);
      if (!marks.doubtful) return;
    }
    marks.settle();
  }

  /** The rows after the header, without formula guards and as the preset shapes them. */
  async *#body(isWanted?: RecordFilter): AsyncGenerator<readonly BodyRow[]> {
    const { guarded, shaping, width } = this.#rules;
    const shape = shaping?.();
    for await (const batch of this.#records(isWanted)) {
      const rows = batch[0]?.record === 0 ? batch.slice(1) : batch;
      if (shape) yield rows.map((row) => (isWhole(row.cells, width) ? shaped(row, shape) : row));
      else yield guarded ? rows.map((row) => ({ ...row, cells: row.cells.map(unguardFormula) })) : rows;
    }
  }
}

function shaped(row: ParsedRecord, shape: Shape): BodyRow {
  const cells = shape(row.cells);
  return cells instanceof Excluded ? { ...row, excluded: cells.why } : { ...row, cells };
}

import { type Mark, markOf } from './numbers.ts';

/**
 * The decimal mark of each number column, found from its values: the first that can be read only one way decides. Values without a mark need
 * none, so a column is looked into only as far as the first value that does (`1,800`) and is then `doubtful`.
 */
export class DecimalMarks {
  readonly stated: Mark | undefined;
  readonly #found = new Map<number, Mark>();
  readonly #open: Set<number>;
  readonly #doubtful = new Set<number>();

  /** @param columns indexes of the columns with numbers */
  constructor(columns: readonly number[], stated: Mark | undefined) {
    this.stated = stated;
    this.#open = new Set(stated ? [] : columns);
  }

  of(column: number): Mark | undefined {
    return this.stated ?? this.#found.get(column);
  }

  /** Whether a column has a value that could be read two ways, and nothing so far that decides. */
  get doubtful(): boolean {
    return this.#doubtful.size > 0;
  }

  observe(rows: readonly { readonly cells: readonly string[] }[]): void {
    for (const column of this.#open) this.#observeColumn(rows, column);
  }

  /** To be called when all rows were observed: what is doubtful stays so, and its values are faults. */
  settle(): void {
    for (const column of this.#doubtful) this.#open.delete(column);
    this.#doubtful.clear();
  }

  #observeColumn(rows: readonly { readonly cells: readonly string[] }[], column: number): void {
    for (const { cells } of rows) {
      const mark = markOf(cells[column] ?? '');
      if (mark === 'either') this.#doubtful.add(column);
      else if (mark) {
        this.#decide(column, mark);
        return;
      }
    }
  }

  #decide(column: number, mark: Mark): void {
    this.#found.set(column, mark);
    this.#open.delete(column);
    this.#doubtful.delete(column);
  }
}

import type { FileTable, Values } from '../../resources/file-table.ts';

/** How many rows have a value of a field, how many have none, and the lines of the first of these. */
export interface FilledField {
  readonly filled: number;
  readonly blank: number;
  readonly lines: readonly number[];
}

/** What the previous import of a feed stated of a field. */
export interface FieldBefore {
  readonly run: number;
  /** Rows of which it is known what they stated. */
  readonly rows: number;
  /** Those that stated the field. */
  readonly filled: number;
}

/** Counts the rows that have values of the fields that should not be left out by oversight. */
export class FilledFields {
  readonly #counts: ReadonlyMap<string, { filled: number; blank: number; lines: number[] }>;

  constructor({ price, whenBlank = {} }: Pick<FileTable, 'price' | 'whenBlank'>) {
    const fields = [...(price ? [price.field] : []), ...Object.keys(whenBlank)];
    this.#counts = new Map(fields.map((field) => [field, { filled: 0, blank: 0, lines: [] }]));
  }

  /** @param values of a valid row */
  add(line: number, values: Values): void {
    for (const [field, count] of this.#counts) {
      if (values[field] !== undefined) count.filled++;
      else if (count.blank++ < maxLines) count.lines.push(line);
    }
  }

  get counts(): ReadonlyMap<string, FilledField> {
    return this.#counts;
  }
}

/** The lines that a warning names. */
const maxLines = 3;

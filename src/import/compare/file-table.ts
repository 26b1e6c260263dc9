import { NumberColumn } from '../check/number-column.ts';
import type { RowTable } from '../check/row-table.ts';
import type { Key, SendableRow } from '../read/row.ts';
import type { Fingerprint } from './fingerprint.ts';

/** What a row of a file says. */
export interface TableRow extends Fingerprint {
  readonly record: number;
  readonly line: number;
}

/** What the rows of a file say, to find those that an earlier import has: 20 bytes a row besides its key. */
export class FileTable {
  readonly #keys: RowTable;
  /** 0 for a record that was not added. */
  readonly #lines = new NumberColumn(Uint32Array);
  readonly #facts = new NumberColumn(Float64Array);
  readonly #stated = new NumberColumn(Uint32Array);
  /** The import that last looked up a row that has changed since; 0 for none. */
  readonly #since = new NumberColumn(Uint32Array);

  /** @param keys has each row before it is added here */
  constructor(keys: RowTable) {
    this.#keys = keys;
  }

  add({ record, line }: SendableRow, says: Fingerprint): void {
    this.#lines.set(record, line);
    this.#facts.set(record, says.facts);
    this.#stated.set(record, says.stated);
  }

  /** The row with this key. Of two, which are invalid, the first counts. */
  find(key: Key): TableRow | undefined {
    const record = this.#keys.recordOf(key) ?? 0;
    const line = this.#lines.get(record);
    return line === 0 ? undefined : { record, line, facts: this.#facts.get(record), stated: this.#stated.get(record) };
  }

  /** Notes that a row has changed since an import looked it up. */
  setChanged({ record }: TableRow, since: number): void {
    this.#since.set(record, since);
  }

  /** The import that last looked up a row that has changed since. */
  changedSince({ record }: Pick<SendableRow, 'record'>): number | undefined {
    return this.#since.get(record) || undefined;
  }
}

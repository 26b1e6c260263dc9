import type { Fingerprint } from '../compare/fingerprint.ts';
import { KeyIndex } from '../compare/key-index.ts';
import { type Key, keyText } from '../read/row.ts';

/** What a row of a file says. */
export interface TableRow extends Fingerprint {
  readonly record: number;
  readonly line: number;
}

/** The rows of a file by key, to find those that an earlier import has: about 50 bytes a row. */
export class FileTable {
  readonly #keys = new KeyIndex();
  #facts = new Float64Array(least);
  /** Of each row: record, line, stated, since. */
  #others = new Uint32Array(least * others);

  /** Of two rows with one key, which are invalid, the first counts. */
  add({ record, line, key }: Pick<TableRow, 'record' | 'line'> & { readonly key: Key }, says: Fingerprint): void {
    const place = this.#keys.add(keyText(key));
    if (place === undefined) return;
    if (place >= this.#facts.length) this.#lengthen();
    this.#facts[place] = says.facts;
    this.#others.set([record, line, says.stated], place * others);
  }

  /** The place of the row with this key. */
  find(key: Key): number | undefined {
    return this.#keys.find(keyText(key));
  }

  at(place: number): TableRow {
    const at = place * others;
    const other = (which: number): number => this.#others[at + which] as number;
    return { record: other(0), line: other(1), facts: this.#facts[place] as number, stated: other(2) };
  }

  /** Notes that a row has changed since an import looked it up. */
  setChanged(place: number, since: number): void {
    this.#others[place * others + others - 1] = since;
  }

  /** The import that last looked up a row that has changed since. */
  changedSince(key: Key): number | undefined {
    const place = this.find(key);
    return (place !== undefined && this.#others[place * others + others - 1]) || undefined;
  }

  #lengthen(): void {
    const [facts, rest] = [new Float64Array(this.#facts.length * 2), new Uint32Array(this.#others.length * 2)];
    facts.set(this.#facts);
    rest.set(this.#others);
    [this.#facts, this.#others] = [facts, rest];
  }
}

const [least, others] = [512, 4];

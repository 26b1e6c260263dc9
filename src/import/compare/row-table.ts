import type { Key } from '../read/row.ts';
import { keyText } from '../read/row.ts';
import type { ComparedField } from './facts.ts';
import { fieldsOf } from './fingerprint.ts';
import { KeyIndex } from './key-index.ts';
import { type RowToCompare, statementOf } from './row-to-compare.ts';

/** What a row of the table states. */
interface StatedFacts {
  readonly fields: readonly ComparedField[];
  /** Of its facts, as `hashOfFacts` makes it. */
  readonly hash: number;
}

/** The rows of a file by key, each with a hash of its facts: about 30 bytes a row. Rows have their place in the file. */
export class RowTable {
  readonly #keys: KeyIndex;
  readonly #compared: readonly ComparedField[];
  /** Which of `comparedFields` a row states, a bit each. */
  readonly #masks: Uint16Array;
  readonly #hashes: Float64Array;
  readonly #keyFields = new Set<Key['field']>();

  /** @param rows how many rows there are, or more */
  constructor(rows: number, compared: readonly ComparedField[]) {
    this.#keys = new KeyIndex(rows);
    this.#compared = compared;
    this.#masks = new Uint16Array(rows);
    this.#hashes = new Float64Array(rows);
  }

  /** Adds the next row of the file. */
  add(row: RowToCompare): void {
    const { key } = row;
    const place = this.#keys.add(keyText(key));
    if (place === undefined) throw new Error(`The key ${key.code} is on two rows of a checked file.`);
    if (place >= this.#masks.length) throw new Error('There are more rows to compare than were counted.');
    const { mask, hash } = statementOf(row, this.#compared);
    this.#masks[place] = mask;
    this.#hashes[place] = hash;
    this.#keyFields.add(key.field);
  }

  /** The place of the row with this key; undefined if none has it. */
  placeOf(key: Key): number | undefined {
    return this.hasKeysOf(key) ? this.#keys.find(keyText(key)) : undefined;
  }

  /** Whether some row has a key of this kind, SKU or EAN. */
  hasKeysOf({ field }: Key): boolean {
    return this.#keyFields.has(field);
  }

  statedAt(place: number): StatedFacts {
    return { fields: fieldsOf(this.#masks[place] as number), hash: this.#hashes[place] as number };
  }
}

import type { Key, SendableRow } from '../read/row.ts';
import { keyText } from '../read/row.ts';
import { type ComparedField, comparedFields, factsOfRow, hashOfFacts } from './facts.ts';
import { KeyIndex } from './key-index.ts';

/** What a row of the table states. */
interface StatedFacts {
  readonly fields: readonly ComparedField[];
  /** Of its facts, as `hashOfFacts` makes it. */
  readonly hash: number;
}

/** The rows of a file by key, each with a hash of its facts: about 30 bytes a row. Rows have their place in the file. */
export class RowTable {
  readonly #keys = new KeyIndex();
  readonly #compared: readonly ComparedField[];
  /** Which of `comparedFields` a row states, a bit each. */
  readonly #masks: Uint16Array;
  readonly #hashes: Float64Array;
  readonly #fields = new Map<number, readonly ComparedField[]>();
  readonly #keyFields = new Set<Key['field']>();

  /** @param rows how many rows there are, or more */
  constructor(rows: number, compared: readonly ComparedField[]) {
    this.#compared = compared;
    this.#masks = new Uint16Array(rows);
    this.#hashes = new Float64Array(rows);
  }

  /** Adds the next row of the file. */
  add({ key, values }: SendableRow): void {
    const place = this.#keys.add(keyText(key));
    if (place === undefined) throw new Error(`The key ${key.code} is on two rows of a checked file.`);
    const facts = factsOfRow(values, this.#compared);
    let mask = 0;
    for (const [at, field] of comparedFields.entries()) if (facts[field] !== undefined) mask |= 1 << at;
    this.#masks[place] = mask;
    this.#hashes[place] = hashOfFacts(facts, this.#fieldsOf(mask)) as number;
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
    return { fields: this.#fieldsOf(this.#masks[place] as number), hash: this.#hashes[place] as number };
  }

  #fieldsOf(mask: number): readonly ComparedField[] {
    let fields = this.#fields.get(mask);
    if (fields === undefined) {
      fields = comparedFields.filter((_, at) => mask & (1 << at));
      this.#fields.set(mask, fields);
    }
    return fields;
  }
}

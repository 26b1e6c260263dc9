import type { Fingerprint } from '../compare/fingerprint.ts';
import { KeyIndex } from '../compare/key-index.ts';
import { type Key, keyText } from '../read/row.ts';
import type { RememberedRow } from './feeds.ts';

/** What is remembered of a row. */
export interface Remembered extends Pick<RememberedRow, 'fingerprint' | 'product' | 'differs' | 'since'> {}

/** The rows of an earlier import by key: about 45 bytes a row. */
export class FeedMemory {
  readonly #keys = new KeyIndex();
  readonly #facts: Float64Array;
  readonly #stated: Uint32Array;
  readonly #since: Uint32Array;
  /** IDs of products; -1 where it is not a whole number. */
  readonly #products: Float64Array;
  readonly #flags: Uint8Array;

  /** @param rows how many rows there are, or more */
  constructor(rows: number) {
    this.#facts = new Float64Array(rows);
    this.#stated = new Uint32Array(rows);
    this.#since = new Uint32Array(rows);
    this.#products = new Float64Array(rows);
    this.#flags = new Uint8Array(rows);
  }

  add({ key, fingerprint, product, differs, since }: RememberedRow): void {
    const place = this.#keys.add(keyText(key));
    // A run has each key once.
    if (place === undefined) return;
    const id = Number(product ?? Number.NaN);
    this.#facts[place] = fingerprint.facts;
    this.#stated[place] = fingerprint.stated;
    this.#since[place] = since;
    this.#products[place] = Number.isSafeInteger(id) && String(id) === product ? id : -1;
    this.#flags[place] = isKnown | (differs ? isOther : 0);
  }

  /** From now on nothing is remembered of this key. */
  forget(key: Key): void {
    const place = this.#keys.find(keyText(key));
    if (place !== undefined) this.#flags[place] = 0;
  }

  find(key: Key): Remembered | undefined {
    const place = this.#keys.find(keyText(key));
    const flags = place === undefined ? 0 : (this.#flags[place] as number);
    if (place === undefined || flags === 0) return undefined;
    const id = this.#products[place] as number;
    return {
      fingerprint: { facts: this.#facts[place] as number, stated: this.#stated[place] as number },
      product: id < 0 ? null : String(id),
      differs: (flags & isOther) !== 0,
      since: this.#since[place] as number,
    };
  }
}

const [isKnown, isOther] = [1, 2];

/** Whether a row says what it said then. */
export const isSameFingerprint = (one: Fingerprint, other: Fingerprint): boolean =>
  one.facts === other.facts && one.stated === other.stated;

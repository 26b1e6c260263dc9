import type { Product } from '../../resources/products.ts';
import { HashSet } from '../../text/hash-set.ts';
import type { Key } from '../read/row.ts';
import { foldedHash } from '../read/row.ts';
import type { Facts } from './facts.ts';
import { keysOfProduct } from './list-store.ts';
import { idOf } from './lookup.ts';
import type { Scratch } from './spool.ts';

/** A product, as far as a comparison needs it. */
export interface StoreProduct {
  readonly id: string;
  readonly name: string | undefined;
  readonly urlAbs: string | undefined;
  readonly keys: readonly Key[];
  /** Of the fields that the row of its key states. */
  readonly facts: Facts;
}

const storeProduct = (record: Product, facts: Facts = {}): StoreProduct => ({
  id: idOf(record),
  name: record.name === undefined || record.name === null ? undefined : String(record.name),
  urlAbs: typeof record.urlAbs === 'string' && record.urlAbs !== '' ? record.urlAbs : undefined,
  keys: keysOfProduct(record),
  facts,
});

/** What is known of a row without reading it again. `open`: the row must be read. */
type Knowledge = 'new' | 'same' | 'differs' | 'duplicate' | 'open';

const knowledge: readonly Knowledge[] = ['new', 'same', 'differs', 'duplicate', 'open'];

/**
 * The products that were found for the rows of a file, by record: 5 bytes a row. Products that are not simply the same as their row
 * are in the scratch file.
 */
export class FoundProducts {
  readonly #known: Uint8Array;
  /** The ID of the first product of a row; 0 where it is no whole number, or a large one. */
  readonly #ids: Uint32Array;
  readonly #found;
  readonly #near;
  readonly #gone;
  readonly #nearKeys = new HashSet();
  #hasNear = false;
  #goneCount = 0;

  constructor(lastRecord: number, scratch: Scratch) {
    this.#known = new Uint8Array(lastRecord + 1);
    this.#ids = new Uint32Array(lastRecord + 1);
    this.#found = scratch.spool<StoreProduct>('found');
    this.#near = scratch.spool<StoreProduct>('near');
    this.#gone = scratch.spool<StoreProduct>('gone');
  }

  /** Notes a product with exactly the key of this row, which has these facts. */
  add(row: number, record: Product, facts: Facts, comparison: 'same' | 'differs' | 'open'): void {
    const id = wholeNumber(idOf(record));
    const before = this.knows(row);
    // Another option of the product that was found.
    if (before !== 'new' && id !== 0 && id === this.#ids[row]) return;
    if (before === 'new') this.#ids[row] = id;
    else if (before === 'same') this.#found.add(row, onlyId(this.idAt(row)));
    const isClear = id !== 0 && this.#ids[row] !== 0;
    const now = isClear ? (before === 'new' ? comparison : 'duplicate') : 'open';
    if (now !== 'same') this.#found.add(row, storeProduct(record, facts));
    this.#known[row] = knowledge.indexOf(now);
  }

  /** Notes a product whose key is almost that of a row. */
  addNear(key: Key, record: Product): void {
    const hash = foldedHash(key);
    if (this.#nearKeys.add(hash)) this.#near.add(hash, storeProduct(record));
    this.#hasNear = true;
  }

  /** Counts a product that no row has. @param isKept whether it will be shown */
  addGone(record: Product, isKept: boolean): void {
    if (isKept) this.#gone.add(this.#goneCount, storeProduct(record));
    this.#goneCount++;
  }

  get gone(): number {
    return this.#goneCount;
  }

  /** Up to `most` products that no row has, from the one at `first` on. */
  goneFrom(first: number, most: number): readonly StoreProduct[] {
    return this.#gone.between(first, first + most - 1).map(({ value }) => value);
  }

  knows(row: number): Knowledge {
    return knowledge[this.#known[row] as number] as Knowledge;
  }

  idAt(row: number): string {
    return String(this.#ids[row]);
  }

  /** The products of the rows from `first` to `last` that are in the scratch file, by row. */
  foundBetween(first: number, last: number): ReadonlyMap<number, readonly StoreProduct[]> {
    const products = new Map<number, StoreProduct[]>();
    let isPlain = true;
    for (let row = first; row <= last; row++) isPlain &&= (this.#known[row] as number) < 2;
    if (isPlain) return products;
    for (const { number, value } of this.#found.between(first, last)) {
      const all = products.get(number);
      if (all) all.push(value);
      else products.set(number, [value]);
    }
    return products;
  }

  /** A product with almost this key. */
  nearTo(key: Key): StoreProduct | undefined {
    const hash = foldedHash(key);
    return this.#nearKeys.has(hash) ? this.#near.between(hash, hash)[0]?.value : undefined;
  }

  get hasNear(): boolean {
    return this.#hasNear;
  }
}

/** Nothing else is known of a product that was the same as its row. */
const onlyId = (id: string): StoreProduct => ({ id, name: undefined, urlAbs: undefined, keys: [], facts: {} });

function wholeNumber(text: string): number {
  const number = Number(text);
  return number >>> 0 === number && String(number) === text ? number : 0;
}

import { hashOf } from '../../text/hash-set.ts';
import { Column } from '../check/column.ts';

/** The data of a product in the table. */
interface ProductEntry {
  /** The product's id; -1 where it is not a whole number. */
  readonly id: number;
  /** Hashes of its name and price; 0 where it has none. */
  readonly name: number;
  readonly price: number;
}

/**
 * Products by key in typed arrays: about 40 bytes each, where a Map takes several hundred. A key is compared by 85 bits
 * of hashes: a collision would lose a row.
 */
export class ProductTable {
  readonly #ids = new Column(Float64Array);
  readonly #names = new Column(Uint32Array);
  readonly #prices = new Column(Uint32Array);
  readonly #hashes = new Column(Float64Array);
  readonly #checks = new Column(Uint32Array);
  /** The number of a product, from 1 on, at the place of its key's hash; 0 where none is. The length is a power of two. */
  #places = new Uint32Array(1024);
  #size = 0;

  /** False if the table already has the key. */
  add(key: string, { id, name, price }: ProductEntry): boolean {
    const [hash, check] = hashesOf(key);
    const place = this.#placeOf(hash, check);
    if (this.#places[place] !== 0) return false;
    const number = ++this.#size;
    this.#ids.set(number, id);
    this.#names.set(number, name);
    this.#prices.set(number, price);
    this.#hashes.set(number, hash);
    this.#checks.set(number, check);
    this.#places[place] = number;
    if (this.#size * 2 > this.#places.length) this.#spread();
    return true;
  }

  get(key: string): ProductEntry | undefined {
    const number = this.#places[this.#placeOf(...hashesOf(key))] as number;
    if (number === 0) return undefined;
    return { id: this.#ids.get(number), name: this.#names.get(number), price: this.#prices.get(number) };
  }

  /** Where a key is, or the free place where it belongs. */
  #placeOf(hash: number, check: number): number {
    const mask = this.#places.length - 1;
    let place = hash % this.#places.length;
    for (let number = this.#places[place]; number; number = this.#places[place]) {
      if (this.#hashes.get(number) === hash && this.#checks.get(number) === check) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  #spread(): void {
    this.#places = new Uint32Array(this.#places.length * 2);
    for (let number = 1; number <= this.#size; number++)
      this.#places[this.#placeOf(this.#hashes.get(number), this.#checks.get(number))] = number;
  }
}

/** A 32-bit hash of a text, never 0. */
export const hash32 = (text: string): number => (hashOf(text) % 0xffffffff) + 1;

const hashesOf = (key: string): readonly [hash: number, check: number] => [hashOf(key), hash32(`again:${key}`)];

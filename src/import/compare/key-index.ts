import { hashOf, powerOfTwo } from '../../text/hash-set.ts';

/** A 32-bit hash of a text, never 0. */
export const hash32 = (text: string): number => (hashOf(text) % 0xffffffff) + 1;

/**
 * Numbers keys from 0 on, in the order in which they are added, in typed arrays: about 20 bytes a key, where a Map takes
 * over a hundred. A key is compared by 85 bits of hashes: a collision would lose a row.
 */
export class KeyIndex {
  #hashes: Float64Array;
  #checks: Uint32Array;
  /** The number of a key plus 1, at the place of its hash; 0 where no key is. The length is a power of two. */
  #places: Uint32Array;
  #size = 0;

  /** @param expected how many keys there will be: arrays that grow leave holes in memory */
  constructor(expected = 0) {
    const length = Math.max(512, expected);
    this.#hashes = new Float64Array(length);
    this.#checks = new Uint32Array(length);
    this.#places = new Uint32Array(powerOfTwo(length * 2));
  }

  get size(): number {
    return this.#size;
  }

  /** The number of a new key; undefined if the index has the key already. */
  add(key: string): number | undefined {
    const [hash, check] = [hashOf(key), hash32(`again:${key}`)];
    const place = this.#placeOf(hash, check);
    if (this.#places[place] !== 0) return undefined;
    const number = this.#size++;
    if (number >= this.#hashes.length) this.#lengthen();
    this.#hashes[number] = hash;
    this.#checks[number] = check;
    this.#places[place] = number + 1;
    if (this.#size * 2 > this.#places.length) this.#spread();
    return number;
  }

  /** The number of a key; undefined if it was not added. */
  find(key: string): number | undefined {
    const number = this.#places[this.#placeOf(hashOf(key), hash32(`again:${key}`))] as number;
    return number === 0 ? undefined : number - 1;
  }

  /** Where a key is, or the free place where it belongs. */
  #placeOf(hash: number, check: number): number {
    const mask = this.#places.length - 1;
    let place = hash % this.#places.length;
    for (let number = this.#places[place]; number; number = this.#places[place]) {
      if (this.#hashes[number - 1] === hash && this.#checks[number - 1] === check) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  #lengthen(): void {
    const length = this.#hashes.length * 2;
    const [hashes, checks] = [new Float64Array(length), new Uint32Array(length)];
    hashes.set(this.#hashes);
    checks.set(this.#checks);
    this.#hashes = hashes;
    this.#checks = checks;
  }

  #spread(): void {
    this.#places = new Uint32Array(this.#places.length * 2);
    for (let number = 0; number < this.#size; number++) {
      const place = this.#placeOf(this.#hashes[number] as number, this.#checks[number] as number);
      this.#places[place] = number + 1;
    }
  }
}

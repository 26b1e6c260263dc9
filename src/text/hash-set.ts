/**
 * A 53-bit hash of a text (two rounds of 32-bit multiply and mix, after MurmurHash). Among a million texts, two have
 * the same hash with a probability of one in ten thousand: compare the texts if hashes are equal.
 */
export function hashOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return 0x100000000 * (high & 0x1fffff) + (low >>> 0);
}

/** A set of hashes in flat memory: at most 16 bytes each, where a Set of texts takes a hundred. */
export class HashSet {
  #slots = new Float64Array(1024).fill(-1);
  #size = 0;

  /** Adds a hash; false if it was already in the set. */
  add(hash: number): boolean {
    const at = this.#slotOf(hash);
    if (this.#slots[at] === hash) return false;
    this.#slots[at] = hash;
    this.#size++;
    if (this.#size * 2 > this.#slots.length) this.#grow();
    return true;
  }

  has(hash: number): boolean {
    return this.#slots[this.#slotOf(hash)] === hash;
  }

  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1;
    let at = (hash >>> 0) & mask;
    while (this.#slots[at] !== -1 && this.#slots[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2).fill(-1);
    for (const hash of before) if (hash !== -1) this.#slots[this.#slotOf(hash)] = hash;
  }
}

/** Numbers hashes in the order in which they come, from 0 on, in flat memory: at most 24 bytes each. */
export class HashIndex {
  #hashes = new Float64Array(1024).fill(-1);
  #numbers = new Int32Array(1024);
  #size = 0;

  /** The number of a hash; that of a new one is the count of those before. */
  numberOf(hash: number): number {
    const at = this.#slotOf(hash);
    if (this.#hashes[at] === hash) return this.#numbers[at] ?? 0;
    this.#hashes[at] = hash;
    this.#numbers[at] = this.#size++;
    if (this.#size * 2 > this.#hashes.length) this.#grow();
    return this.#size - 1;
  }

  #slotOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    let at = (hash >>> 0) & mask;
    while (this.#hashes[at] !== -1 && this.#hashes[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [hashes, numbers] = [this.#hashes, this.#numbers];
    this.#hashes = new Float64Array(hashes.length * 2).fill(-1);
    this.#numbers = new Int32Array(hashes.length * 2);
    for (let at = 0; at < hashes.length; at++) {
      const hash = hashes[at] ?? -1;
      if (hash === -1) continue;
      const slot = this.#slotOf(hash);
      this.#hashes[slot] = hash;
      this.#numbers[slot] = numbers[at] ?? 0;
    }
  }
}

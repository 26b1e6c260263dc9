/** Whole numbers from 0 on, a bit each: 125 kB for the first million. */
export class NumberSet {
  #bits = new Uint8Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(number: number): boolean {
    return ((this.#bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  /** False if it was already in the set. */
  add(number: number): boolean {
    if (this.has(number)) return false;
    this.#reserve(number);
    this.#bits[number >>> 3] = (this.#bits[number >>> 3] ?? 0) | (1 << (number & 7));
    this.#size++;
    return true;
  }

  addRange(first: number, last: number): void {
    for (let number = first; number <= last; number++) this.add(number);
  }

  /** Consecutive numbers as `[first, last]`, in ascending order. */
  *ranges(): Generator<readonly [first: number, last: number]> {
    const end = this.#bits.length * 8;
    for (let number = 0; number < end; number++) {
      if (!this.has(number)) continue;
      const first = number;
      while (this.has(number + 1)) number++;
      yield [first, number];
    }
  }

  #reserve(number: number): void {
    if (number >>> 3 < this.#bits.length) return;
    const before = this.#bits;
    this.#bits = new Uint8Array(Math.max(before.length * 2, (number >>> 3) + 1));
    this.#bits.set(before);
  }
}

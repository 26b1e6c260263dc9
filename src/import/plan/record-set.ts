/** Numbers of records, a bit each: 125 kB for a million rows. */
export class RecordSet {
  #bits = new Uint8Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(record: number): boolean {
    return ((this.#bits[record >>> 3] ?? 0) & (1 << (record & 7))) !== 0;
  }

  add(record: number): void {
    if (this.has(record)) return;
    this.#reserve(record);
    this.#bits[record >>> 3] = (this.#bits[record >>> 3] ?? 0) | (1 << (record & 7));
    this.#size++;
  }

  addRange(first: number, last: number): void {
    for (let record = first; record <= last; record++) this.add(record);
  }

  /** Consecutive records as `[first, last]`, in ascending order. */
  *ranges(): Generator<readonly [first: number, last: number]> {
    const end = this.#bits.length * 8;
    for (let record = 0; record < end; record++) {
      if (!this.has(record)) continue;
      const first = record;
      while (this.has(record + 1)) record++;
      yield [first, record];
    }
  }

  #reserve(record: number): void {
    if (record >>> 3 < this.#bits.length) return;
    const before = this.#bits;
    this.#bits = new Uint8Array(Math.max(before.length * 2, (record >>> 3) + 1));
    this.#bits.set(before);
  }
}

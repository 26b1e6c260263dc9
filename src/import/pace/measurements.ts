/** What an import waits for: its rate, the store, or the settle time. */
export type Wait = 'rate' | 'store' | 'settle';

/** Rows that got their outcome. Times are milliseconds from the start. */
interface Interval {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

/** An even number, since two are merged into one. */
const maxIntervals = 240;
const firstLength = 100;

/** Rows over time, and how long they waited, in flat memory: intervals of equal length, which doubles when there are too many. */
export class Timeline {
  /** Milliseconds. */
  readonly waited: Record<Wait, number> = { rate: 0, store: 0, settle: 0 };
  #length = firstLength;
  #end = 0;
  readonly #rows = new Float64Array(maxIntervals);

  /** Adds what happened between two times, the rows spread evenly over them. */
  add(from: number, to: number, rows: number, wait?: Wait): void {
    if (wait) this.waited[wait] += to - from;
    this.#end = Math.max(this.#end, to);
    while (to > this.#length * maxIntervals) this.#merge();
    const last = Math.max(0, Math.ceil(to / this.#length) - 1);
    for (let at = Math.min(last, Math.floor(from / this.#length)); at <= last; at++) {
      const inside = Math.min(to, (at + 1) * this.#length) - Math.max(from, at * this.#length);
      const share = to > from ? inside / (to - from) : 1;
      this.#rows[at] = (this.#rows[at] ?? 0) + rows * share;
    }
  }

  /** When the last rows were added. */
  get end(): number {
    return this.#end;
  }

  /** The intervals up to the end, without gaps; the last one ends there. */
  intervals(): readonly Interval[] {
    return Array.from({ length: Math.ceil(this.#end / this.#length) }, (_, at) => ({
      from: at * this.#length,
      to: Math.min(this.#end, (at + 1) * this.#length),
      rows: this.#rows[at] ?? 0,
    }));
  }

  #merge(): void {
    for (let at = 0; at < maxIntervals / 2; at++)
      this.#rows[at] = (this.#rows[2 * at] ?? 0) + (this.#rows[2 * at + 1] ?? 0);
    this.#rows.fill(0, maxIntervals / 2);
    this.#length *= 2;
  }
}

/** Classes per doubling of the time: a percentile is right to 5 %. */
const perOctave = 16;
const shortest = 0.1;
const octaves = 21;

/** How long requests took, in milliseconds: a histogram with logarithmic classes, in flat memory. */
export class Latencies {
  readonly #counts = new Uint32Array(perOctave * octaves);
  #count = 0;
  #longest = 0;

  add(milliseconds: number): void {
    const at = milliseconds <= shortest ? 0 : Math.floor(Math.log2(milliseconds / shortest) * perOctave);
    const known = Math.min(at, this.#counts.length - 1);
    this.#counts[known] = (this.#counts[known] ?? 0) + 1;
    this.#count++;
    this.#longest = Math.max(this.#longest, milliseconds);
  }

  get count(): number {
    return this.#count;
  }

  get longest(): number {
    return this.#longest;
  }

  /** The time within which this share of the requests was answered; 0 where there were none. */
  percentile(share: number): number {
    let left = Math.ceil(share * this.#count);
    for (const [at, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0 && this.#count > 0) return Math.min(this.#longest, shortest * 2 ** ((at + 0.5) / perOctave));
    }
    return this.#longest;
  }
}

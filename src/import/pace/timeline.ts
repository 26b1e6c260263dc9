/** What is added up over time: rows that got their outcome, and milliseconds of waiting by what they were waited for. */
const waits = ['rate', 'store', 'settle'] as const;
const series = ['rows', ...waits] as const;

export type Amounts = Readonly<Record<(typeof series)[number], number>>;

/** What an import waits for: its rate, the store, or the settle time. */
export type Wait = (typeof waits)[number];

/** An interval with its amounts. Times are milliseconds from the start. */
export interface Interval {
  readonly from: number;
  readonly to: number;
  readonly amounts: Amounts;
}

/** An even number, since two are merged into one. */
const mostIntervals = 240;
const firstLength = 100;

/** Amounts over time, in flat memory: intervals of equal length, which doubles whenever there are too many of them. */
export class Timeline {
  #length = firstLength;
  #end = 0;
  readonly #sums = series.map(() => new Float64Array(mostIntervals));

  /** Adds what happened between two times, spread evenly over them. */
  add(from: number, to: number, amounts: Partial<Amounts>): void {
    this.#end = Math.max(this.#end, to);
    while (to > this.#length * mostIntervals) this.#merge();
    const last = Math.max(0, Math.ceil(to / this.#length) - 1);
    for (let at = Math.min(last, Math.floor(from / this.#length)); at <= last; at++) {
      const inside = Math.min(to, (at + 1) * this.#length) - Math.max(from, at * this.#length);
      const share = to > from ? inside / (to - from) : 1;
      for (const [which, name] of series.entries()) {
        const sums = this.#sums[which] as Float64Array;
        sums[at] = (sums[at] ?? 0) + (amounts[name] ?? 0) * share;
      }
    }
  }

  /** When the last amount was added. */
  get end(): number {
    return this.#end;
  }

  /** The intervals up to the end, without gaps; the last one ends there. */
  intervals(): readonly Interval[] {
    return Array.from({ length: Math.ceil(this.#end / this.#length) }, (_, at) => ({
      from: at * this.#length,
      to: Math.min(this.#end, (at + 1) * this.#length),
      amounts: Object.fromEntries(series.map((name, which) => [name, this.#sums[which]?.[at] ?? 0])) as Record<
        keyof Amounts,
        number
      >,
    }));
  }

  #merge(): void {
    for (const sums of this.#sums) {
      for (let at = 0; at < mostIntervals; at++) {
        sums[at] = at < mostIntervals / 2 ? (sums[2 * at] ?? 0) + (sums[2 * at + 1] ?? 0) : 0;
      }
    }
    this.#length *= 2;
  }
}

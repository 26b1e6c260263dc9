/** What an import waits for: its rate, the store, or the settle time. */
export type Wait = 'rate' | 'store' | 'settle';

/** Milliseconds waited for each. */
type Waited = Record<Wait, number>;

/** What was done until a time. */
interface Sample {
  readonly time: number;
  readonly rows: number;
  readonly waited: Readonly<Waited>;
}

/** A part of the time of an import. */
export interface Interval {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly waited: Readonly<Waited>;
}

/** An even number, since every second one is dropped when there are more. */
const maxSamples = 240;

/** Rows over time, and how long they waited, in flat memory. Times are milliseconds from the start. */
export class Timeline {
  readonly waited: Waited = { rate: 0, store: 0, settle: 0 };
  /** The most rows whose settle time was waited for at once. */
  maxSettling = 0;
  /** When the last rows were added. */
  end = 0;
  #samples: Sample[] = [{ time: 0, rows: 0, waited: { ...this.waited } }];
  #rows = 0;
  #interval = 100;

  /** Adds the rows that were finished until now, and what was waited for. */
  add(time: number, rows: number, wait?: Wait): void {
    if (wait) this.waited[wait] += time - this.end;
    this.end = time;
    this.#rows += rows;
    if (time - (this.#samples.at(-1)?.time ?? 0) < this.#interval) return;
    this.#samples.push(this.#sample());
    if (this.#samples.length <= maxSamples) return;
    this.#samples = this.#samples.filter((_, at) => at % 2 === 0);
    this.#interval *= 2;
  }

  /** From the start to the end, without gaps: the rows of each, and what was waited for in it. */
  intervals(): readonly Interval[] {
    const samples = [...this.#samples, this.#sample()];
    return samples.flatMap(({ time, rows, waited }, at) => {
      const before = samples[at - 1];
      if (!before || time <= before.time) return [];
      const wait = (name: Wait): number => waited[name] - before.waited[name];
      const waits = { rate: wait('rate'), store: wait('store'), settle: wait('settle') };
      return [{ from: before.time, to: time, rows: rows - before.rows, waited: waits }];
    });
  }

  #sample(): Sample {
    return { time: this.end, rows: this.#rows, waited: { ...this.waited } };
  }
}

/** Classes per doubling of the time: a percentile is right to 5 %. */
const perOctave = 16;
const shortest = 0.1;

/** How long requests took, in milliseconds: a histogram with logarithmic classes, in flat memory. */
export class Latencies {
  count = 0;
  longest = 0;
  readonly #counts = new Uint32Array(21 * perOctave);

  add(milliseconds: number): void {
    const at = Math.floor(Math.log2(Math.max(shortest, milliseconds) / shortest) * perOctave);
    const known = Math.min(at, this.#counts.length - 1);
    this.#counts[known] = (this.#counts[known] ?? 0) + 1;
    this.count++;
    this.longest = Math.max(this.longest, milliseconds);
  }

  /** The time within which this share of the requests was answered; 0 where there were none. */
  percentile(share: number): number {
    let left = Math.ceil(share * this.count);
    const found = this.#counts.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return Math.min(this.longest, shortest * 2 ** ((found + 0.5) / perOctave));
  }
}

/** Classes per doubling of the time: a percentile is right to 5 %. */
const perOctave = 16;
const shortest = 0.1;
const octaves = 21;

/** A class of latencies, in milliseconds. */
interface LatencyClass {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

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
    if (milliseconds > this.#longest) this.#longest = milliseconds;
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
      if (left <= 0 && this.#count > 0) return Math.min(this.#longest, lowerEnd(at + 0.5));
    }
    return this.#longest;
  }

  /** The classes between the first and the last with a request, some to a doubling of the time. */
  classes(perDoubling: 1 | 2 | 4): readonly LatencyClass[] {
    const width = perOctave / perDoubling;
    const all = Array.from({ length: this.#counts.length / width }, (_, at) => ({
      from: lowerEnd(at * width),
      to: lowerEnd((at + 1) * width),
      count: this.#counts.subarray(at * width, (at + 1) * width).reduce((sum, count) => sum + count, 0),
    }));
    const isUsed = ({ count }: LatencyClass): boolean => count > 0;
    return all.slice(all.findIndex(isUsed), all.findLastIndex(isUsed) + 1);
  }
}

const lowerEnd = (at: number): number => shortest * 2 ** (at / perOctave);

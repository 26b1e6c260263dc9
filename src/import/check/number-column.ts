type Numbers = Float64Array | Uint32Array | Uint16Array;

/** Numbers by place in typed arrays, 0 at first. It grows by pieces: arrays that are replaced leave holes in memory. */
export class NumberColumn {
  readonly #type: new (
    length: number,
  ) => Numbers;
  readonly #pieces: Numbers[] = [];

  constructor(type: new (length: number) => Numbers) {
    this.#type = type;
  }

  get(place: number): number {
    return this.#pieces[place >>> bits]?.[place & mask] ?? 0;
  }

  set(place: number, number: number): void {
    const at = place >>> bits;
    while (this.#pieces.length <= at) this.#pieces.push(new this.#type(1 << bits));
    (this.#pieces[at] as Numbers)[place & mask] = number;
  }
}

const bits = 12;
const mask = (1 << bits) - 1;

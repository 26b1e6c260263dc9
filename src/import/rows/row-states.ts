import type { Scratch } from './scratch.ts';

/** Texts by field. */
export type States = Readonly<Record<string, string | undefined>>;

/** What rows state, a thousand in one text: nobody asks for one of them, and a row of its own for each takes as long as the rows. */
export class RowStates {
  readonly #scratch: Scratch;
  #waiting: (readonly [record: number, states: States])[] = [];
  /** The last record of each text. */
  readonly #lasts: number[] = [];

  constructor(scratch: Scratch) {
    scratch.exec('DROP TABLE IF EXISTS temp.file_states; CREATE TEMP TABLE file_states (list TEXT NOT NULL)');
    this.#scratch = scratch;
  }

  /** @param record larger than all before */
  add(record: number, states: States): void {
    this.#waiting.push([record, states]);
    if (this.#waiting.length >= atOnce) this.flush();
  }

  flush(): void {
    const last = this.#waiting.at(-1);
    if (!last) return;
    this.#scratch.change('INSERT INTO file_states (list) VALUES (?)', JSON.stringify(this.#waiting));
    this.#lasts.push(last[0]);
    this.#waiting = [];
  }

  /** Tells what a row states. It must be asked in the order of the file. */
  inOrder(): (record: number) => States | undefined {
    let at = -1;
    let known: ReadonlyMap<number, States> = new Map();
    return (record) => {
      const before = at;
      at = Math.max(at, 0);
      while (record > (this.#lasts[at] ?? record)) at++;
      if (at !== before) known = this.#list(at);
      return known.get(record);
    };
  }

  #list(at: number): ReadonlyMap<number, States> {
    const list = this.#scratch.get('SELECT list FROM file_states WHERE rowid = ?', BigInt(at + 1))?.list;
    return new Map(JSON.parse(String(list ?? '[]')));
  }
}

const atOnce = 1000;

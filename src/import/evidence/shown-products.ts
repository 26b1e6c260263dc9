import type { Journal } from '../journal/journal.ts';
import { factsOf, noteFact } from '../journal/journal-facts.ts';
import type { Key } from '../map/rows/key.ts';
import type { CreatedRow } from './sending-order.ts';

/** The rows of a run that a search can be tested with, by the field by which a store may leave out some of them. */
export class ShownProducts {
  readonly #field: string;
  readonly #run: number;
  readonly #journal: Journal;
  /** The first that were created, by value of the field. */
  readonly #created = new Map<string, Key[]>();
  /** The values of which the search has shown a row. */
  readonly #shown: Set<string>;

  constructor(field: string, run: number, journal: Journal) {
    this.#field = field;
    this.#run = run;
    this.#journal = journal;
    this.#shown = new Set(factsOf(journal, this.#fact('')).map((fact) => fact.slice(this.#fact('').length)));
  }

  /** A row was created. */
  add({ key, values }: CreatedRow): void {
    const value = this.valueOf({ values });
    const created = this.#created.get(value);
    if (!created) this.#created.set(value, [key]);
    else if (created.length < mostSamples) created.push(key);
  }

  /** The search shows a row that was created. Later parts of the run know it. */
  note(row: Pick<CreatedRow, 'values'>): void {
    const value = this.valueOf(row);
    if (this.#shown.has(value)) return;
    this.#shown.add(value);
    noteFact(this.#journal, this.#fact(value));
  }

  /** Whether the search has shown a row like this one. */
  has(row: Pick<CreatedRow, 'values'>): boolean {
    return this.#shown.has(this.valueOf(row));
  }

  /** Rows like this one that were created. */
  like(row: Pick<CreatedRow, 'values'>): readonly Key[] {
    return this.#created.get(this.valueOf(row)) ?? [];
  }

  /** Blank where the file does not say. */
  valueOf({ values }: Pick<CreatedRow, 'values'>): string {
    return String(values[this.#field] ?? '');
  }

  #fact(value: string): string {
    return `search of import ${this.#run} shows ${this.#field} ${value}`;
  }
}

const mostSamples = 3;

import type { IndexDatabase } from './index-database.ts';

/** Whether the customers of a store have fields by which a person is found. */
export class CustomerShapes {
  readonly #database: IndexDatabase;
  /** Which were noted. */
  readonly #noted = new Set<string>();

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /** Notes that a customer has such a field, or that this one has none. */
  note(customerId: string, isKnown: boolean): void {
    const name = isKnown ? 'known shape' : 'other shape';
    if (this.#noted.has(name)) return;
    this.#noted.add(name);
    if (this.#database.fact(name) === undefined) this.#database.setFact(name, customerId);
  }

  /** A customer without such a field, where none has one. */
  get other(): string | undefined {
    return this.#database.fact('known shape') === undefined ? this.#database.fact('other shape') : undefined;
  }
}

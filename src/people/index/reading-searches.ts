import type { IndexDatabase } from './index-database.ts';

interface ReadingSearch {
  readonly mark: string;
  /** When it kept something last, in milliseconds since 1970. */
  readonly at: number;
}

/** The searches that read into an index at the same time, in processes of their own. */
export class ReadingSearches {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /** The search that reads the newest records. */
  get first(): ReadingSearch | undefined {
    return JSON.parse(this.#database.fact('reading') ?? 'null') ?? undefined;
  }

  set first(search: ReadingSearch | undefined) {
    this.#database.setFact('reading', JSON.stringify(search ?? null));
  }

  /** Another number after each change by another process (https://www.sqlite.org/pragma.html#pragma_data_version). */
  changesByOthers(): number {
    return Number(this.#database.sql.get('PRAGMA data_version')?.data_version);
  }
}

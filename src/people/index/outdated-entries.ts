import type { IndexDatabase } from './index-database.ts';

/** People who were read at a time: each page is a query. */
const atOnce = 500;

interface OutdatedEntry {
  readonly number: number;
  readonly person: { readonly customerId: string } | { readonly orderId: string };
}

/** Entries that an earlier version made, which lack what this one finds people by: parts of e-mail addresses. */
export class OutdatedEntries {
  readonly #database: IndexDatabase;
  /** Whether there are any: most indexes have none. */
  #hasSome: boolean;

  constructor(database: IndexDatabase) {
    this.#database = database;
    this.#hasSome = database.sql.get('SELECT 1 FROM outdated LIMIT 1') !== undefined;
  }

  count(): number {
    return this.#hasSome ? Number(this.#database.sql.get('SELECT count(*) AS count FROM outdated')?.count) : 0;
  }

  /** People who were read last come first. @param before the number of the last one of the page before */
  page(before: number): readonly OutdatedEntry[] {
    return this.#database.sql
      .all(
        `SELECT number, kind, id FROM outdated JOIN entry ON entry = number WHERE number < ? ORDER BY number DESC LIMIT ${atOnce}`,
        BigInt(before),
      )
      .map(({ number, kind, id }) => ({
        number: Number(number),
        person: Number(kind) === 0 ? { customerId: String(id) } : { orderId: String(id) },
      }));
  }

  /** An entry was read again, or is gone. To be called while the database is written. */
  done(entry: bigint): void {
    if (this.#hasSome) this.#database.sql.run('DELETE FROM outdated WHERE entry = ?', entry);
  }

  /** Those whose entry is gone. To be called while the database is written. */
  dropGone(): void {
    if (this.#hasSome) this.#database.sql.run('DELETE FROM outdated WHERE entry NOT IN (SELECT number FROM entry)');
  }
}

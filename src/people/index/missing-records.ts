import type { IndexDatabase } from './index-database.ts';

const kinds = { customer: 0n, order: 1n } as const;

/** One 404 is no evidence: a replica may show late what was just created. In milliseconds. */
const firstWait = 60_000;

/** As long as a record is missing at most before it is read again, in milliseconds. */
const maxWait = 7 * 24 * 3_600_000;

/**
 * Customers and orders that baskets refer to, and that the store does not have. Each is read again when it has been missing for
 * twice as long as at the last time: a hundred deleted customers do not cost a hundred requests each search.
 */
export class MissingRecords {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /** Whether it need not be read yet. @param now in milliseconds since 1970 */
  has(kind: keyof typeof kinds, id: string, now: number): boolean {
    const row = this.#database.sql.get('SELECT since, at FROM missing WHERE kind = ? AND id = ?', kinds[kind], id);
    if (!row) return false;
    const [since, at] = [Number(row.since), Number(row.at)];
    return Math.abs(now - at) < Math.min(Math.max(at - since, firstWait), maxWait);
  }

  /** Whether the store did not have it twice, with a while between. */
  isGone(kind: keyof typeof kinds, id: string): boolean {
    const row = this.#database.sql.get('SELECT since, at FROM missing WHERE kind = ? AND id = ?', kinds[kind], id);
    return row !== undefined && Number(row.at) - Number(row.since) >= firstWait;
  }

  /** The store did not have it. @param now in milliseconds since 1970 */
  add(kind: keyof typeof kinds, id: string, now: number): void {
    this.#database.write(() =>
      this.#database.sql.run(
        'INSERT INTO missing VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at',
        kinds[kind],
        id,
        BigInt(now),
        BigInt(now),
      ),
    );
  }

  /** The store has it after all. */
  remove(kind: keyof typeof kinds, id: string): void {
    if (this.#database.sql.get('SELECT 1 FROM missing WHERE kind = ? AND id = ?', kinds[kind], id) === undefined)
      return;
    this.#database.write(() =>
      this.#database.sql.run('DELETE FROM missing WHERE kind = ? AND id = ?', kinds[kind], id),
    );
  }
}

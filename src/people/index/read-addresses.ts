import type { IndexDatabase } from './index-database.ts';

/** Which customers to read addresses of, by when theirs were read last, in milliseconds since 1970. */
interface AddressesOf {
  /** 1 leaves out customers whose addresses were never read. */
  readonly earliest: 0 | 1;
  readonly since: number;
  /** The number of the last customer of the page before. */
  readonly after: number;
}

/** Customers whose addresses are read at a time. */
const atOnce = 500;

/** When the addresses of each customer were read last, in milliseconds since 1970; 0 is never. */
export class ReadAddresses {
  readonly #database: IndexDatabase;
  readonly #flush: () => void;

  /** @param flush keeps what was noted before */
  constructor(database: IndexDatabase, flush: () => void) {
    this.#database = database;
    this.#flush = flush;
  }

  /** Customers whose addresses were read last in a span of time, a page of them. */
  page({ earliest, since, after }: AddressesOf): readonly { readonly number: number; readonly customerId: string }[] {
    this.#flush();
    return this.#database.sql
      .all(
        `SELECT number, id FROM entry WHERE kind = 0 AND addresses_at BETWEEN ? AND ? AND number > ? ORDER BY number LIMIT ${atOnce}`,
        BigInt(earliest),
        BigInt(since),
        BigInt(after),
      )
      .map(({ number, id }) => ({ number: Number(number), customerId: String(id) }));
  }

  /** Whether a customer is found by addresses too. */
  has(customerId: string): boolean {
    this.#flush();
    const row = this.#database.sql.get('SELECT addresses_at FROM entry WHERE kind = 0 AND id = ?', customerId);
    return Number(row?.addresses_at ?? 0) > 0;
  }

  /** How many customers there are whose addresses were not read since a time; without one, never. */
  countUnread(since = 0): number {
    this.#flush();
    const query = 'SELECT count(*) AS count FROM entry WHERE kind = 0 AND addresses_at <= ?';
    return Number(this.#database.sql.get(query, BigInt(since))?.count);
  }

  /** When those were read that were read first; undefined where none were. */
  oldest(): number | undefined {
    this.#flush();
    const query = 'SELECT min(addresses_at) AS at FROM entry WHERE kind = 0 AND addresses_at > 0';
    const at = this.#database.sql.get(query)?.at;
    return typeof at === 'number' ? at : undefined;
  }

  /** Has those of everybody read again. */
  forget(): void {
    this.#flush();
    this.#database.write(() => this.#database.sql.run('UPDATE entry SET addresses_at = 0 WHERE kind = 0'));
  }
}

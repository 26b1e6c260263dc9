import type { Json } from '../../resources/kind.ts';
import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import type { PageRange } from '../http/paging.ts';

/** A record with the ID that it got when it was stored. */
export type Stored<T> = T & { readonly id: number };

/**
 * What JSON keeps as it is: an amount with its `bigint` is none. An `interface` does not match it, whose fields may grow: a
 * record of a noun is a `type`.
 */
export type JsonRecord = { readonly [field: string]: Json | JsonRecord | readonly JsonRecord[] | undefined };

/** What records are found by, besides their ID. */
interface FoundBy<T> {
  /** The ID of the record that it belongs to. */
  readonly parent?: (record: T) => number;
  /** What no other record has; null where there is none. */
  readonly key?: (record: T) => string | null;
}

/**
 * The records of one noun, each as JSON in a row, so a new field needs no column. IDs are never reused, and those of
 * different nouns lie apart, so that one is not taken for another.
 */
export class Documents<T extends JsonRecord> {
  /** The statements that make its table. */
  readonly schema: string;
  readonly #table: string;
  readonly #parent: (record: T) => number;
  readonly #key: (record: T) => string | null;

  /** @param lastId the IDs begin after it */
  constructor(table: string, lastId: number, { parent = () => 0, key = () => null }: FoundBy<T> = {}) {
    this.#table = table;
    this.#parent = parent;
    this.#key = key;
    this.schema = `
      CREATE TABLE ${table} (
        id INTEGER PRIMARY KEY AUTOINCREMENT, parentId INTEGER NOT NULL, key TEXT UNIQUE, record TEXT NOT NULL
      );
      CREATE INDEX ${table}ByParent ON ${table} (parentId) WHERE parentId <> 0;
      INSERT INTO sqlite_sequence VALUES ('${table}', ${lastId});`;
  }

  /** By its ID; 0 is none. */
  find(database: Sqlite, id: number): Stored<T> | undefined {
    return id === 0 ? undefined : this.#all(database, 'WHERE id = ?', BigInt(id))[0];
  }

  withKey(database: Sqlite, key: string): Stored<T> | undefined {
    return this.#all(database, 'WHERE key = ?', key)[0];
  }

  /** Those that belong to a record, the oldest first. */
  under(database: Sqlite, parentId: number): readonly Stored<T>[] {
    return this.#all(database, 'WHERE parentId = ? AND parentId <> 0 ORDER BY id', BigInt(parentId));
  }

  /** One page of all, the oldest first. */
  page(database: Sqlite, { limit, offset }: PageRange): readonly Stored<T>[] {
    return this.#all(database, 'ORDER BY id LIMIT ? OFFSET ?', BigInt(limit), BigInt(offset));
  }

  count(database: Sqlite): number {
    return Number(database.get(`SELECT count(*) AS count FROM ${this.#table}`)?.count);
  }

  insert(database: Sqlite, record: T): Stored<T> {
    const { lastId } = database.run(
      `INSERT INTO ${this.#table} (parentId, key, record) VALUES (?, ?, ?)`,
      BigInt(this.#parent(record)),
      this.#key(record),
      JSON.stringify(record),
    );
    return { ...record, id: Number(lastId) };
  }

  update(database: Sqlite, record: Stored<T>): Stored<T> {
    database.run(
      `UPDATE ${this.#table} SET parentId = ?, key = ?, record = ? WHERE id = ?`,
      BigInt(this.#parent(record)),
      this.#key(record),
      JSON.stringify(record),
      BigInt(record.id),
    );
    return record;
  }

  remove(database: Sqlite, id: number): void {
    database.run(`DELETE FROM ${this.#table} WHERE id = ?`, BigInt(id));
  }

  #all(database: Sqlite, which: string, ...values: readonly (string | bigint)[]): readonly Stored<T>[] {
    return database.all(`SELECT id, record FROM ${this.#table} ${which}`, ...values).map(fromRow<T>);
  }
}

const fromRow = <T>({ id, record }: SqlRow): Stored<T> => ({ ...JSON.parse(String(record)), id: Number(id) });

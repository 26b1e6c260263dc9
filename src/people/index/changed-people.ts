import type { IndexDatabase } from './index-database.ts';

/** What a command did to a customer, or to an address of the customer. */
export type PersonChange = 'created' | 'changed' | 'deleted';

interface ChangedPerson {
  readonly customerId: string;
  /** Of the last change. */
  readonly mark: string;
  /** Whether there is an entry, which says what the person had before. */
  readonly isKnown: boolean;
}

/** Of a customer who is only known to exist: once there is an entry, nothing is to be read again. */
const existsMark = 'exists';

/** Customers that a command has changed since they were read, or created, or found in an import. */
export class ChangedPeople {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /**
   * Has customers read again by the next search. One who was deleted, and of whom there is no entry, is not noted: an
   * erasure has removed it. @param mark another one each time
   */
  add(changes: ReadonlyMap<string, PersonChange>, mark: string): void {
    const { sql } = this.#database;
    this.#database.write(() => {
      for (const [id, change] of changes) {
        sql.run('UPDATE entry SET addresses_at = 0 WHERE kind = 0 AND id = ?', id);
        const isUnknown = sql.get('SELECT 1 FROM entry WHERE kind = 0 AND id = ?', id) === undefined;
        const isCreated = change === 'created' && isUnknown;
        if (change === 'deleted' && isUnknown) sql.run('DELETE FROM changed WHERE id = ?', id);
        else sql.run('INSERT OR REPLACE INTO changed VALUES (?, ?)', id, isCreated ? existsMark : mark);
      }
    });
  }

  /** Has customers read by the next search who are known to exist, and of whom there is no entry. */
  addExisting(customerIds: readonly string[]): void {
    this.#database.write(() =>
      this.#database.sql.run(
        'INSERT OR IGNORE INTO changed SELECT value, ? FROM json_each(?) WHERE value NOT IN (SELECT id FROM entry WHERE kind = 0)',
        existsMark,
        JSON.stringify(customerIds),
      ),
    );
  }

  /** The highest IDs first. */
  all(): readonly ChangedPerson[] {
    return this.#database.sql
      .all(
        'SELECT changed.id, mark, entry.id IS NOT NULL AS known FROM changed LEFT JOIN entry ON kind = 0 AND entry.id = changed.id ' +
          'WHERE mark <> ? OR entry.id IS NULL ORDER BY length(changed.id) DESC, changed.id DESC',
        existsMark,
      )
      .map(({ id, mark, known }) => ({ customerId: String(id), mark: String(mark), isKnown: Number(known) === 1 }));
  }

  /** The IDs of those who were never read, the highest first. */
  unread(): readonly string[] {
    return this.all().flatMap(({ customerId, isKnown }) => (isKnown ? [] : [customerId]));
  }

  /** These people were read: anyone who was changed meanwhile stays. */
  done(people: readonly Pick<ChangedPerson, 'customerId' | 'mark'>[]): void {
    const { sql } = this.#database;
    this.#database.write(() => {
      for (const { customerId, mark } of people)
        sql.run('DELETE FROM changed WHERE id = ? AND mark = ?', customerId, mark);
      sql.run('DELETE FROM changed WHERE mark = ? AND id IN (SELECT id FROM entry WHERE kind = 0)', existsMark);
    });
  }
}

import type { IndexDatabase } from './index-database.ts';

/** What a command did to a customer, or to an address of the customer. */
export type PersonChange = 'changed' | 'deleted';

interface ChangedPerson {
  readonly customerId: string;
  /** Of the last change. */
  readonly mark: string;
}

/** Customers that a command has changed since they were read. */
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
        if (change === 'deleted' && isUnknown) sql.run('DELETE FROM changed WHERE id = ?', id);
        else sql.run('INSERT OR REPLACE INTO changed VALUES (?, ?)', id, mark);
      }
    });
  }

  all(): readonly ChangedPerson[] {
    return this.#database.sql
      .all('SELECT id, mark FROM changed')
      .map(({ id, mark }) => ({ customerId: String(id), mark: String(mark) }));
  }

  /** These people were read: anyone who was changed meanwhile stays. */
  done(people: readonly ChangedPerson[]): void {
    this.#database.write(() => {
      for (const { customerId, mark } of people)
        this.#database.sql.run('DELETE FROM changed WHERE id = ? AND mark = ?', customerId, mark);
    });
  }
}

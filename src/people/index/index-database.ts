import { codeOf } from '../../system/file-errors.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { reasonOf } from './index-faults.ts';

/** The database of an index. What cannot be written keeps nothing from being read. */
export class IndexDatabase {
  /** Why nothing more is kept; undefined while all is. */
  fault: string | undefined;
  readonly sql: Sqlite;

  constructor(sql: Sqlite) {
    this.sql = sql;
  }

  write(work: () => unknown): void {
    if (this.fault !== undefined) return;
    try {
      this.sql.transaction(work);
    } catch (error) {
      if (!codeOf(error).includes('SQLITE')) throw error;
      this.fault = reasonOf(error);
    }
  }

  fact(name: string): string | undefined {
    const row = this.sql.get('SELECT value FROM fact WHERE name = ?', name);
    return row && String(row.value);
  }

  /** A fact that is a time, in milliseconds since 1970. */
  time(name: string): number | undefined {
    const time = this.fact(name);
    return time === undefined ? undefined : Number(time);
  }

  setFact(name: string, value: string): void {
    this.write(() => this.sql.run('INSERT OR REPLACE INTO fact VALUES (?, ?)', name, value));
  }
}

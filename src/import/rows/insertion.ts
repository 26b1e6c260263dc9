import { isConstraint } from '../../system/sqlite.ts';
import type { Scratch } from './scratch.ts';

/** A run that is continued has another row than the file, or a row that the file does not have. */
export class OtherRows extends Error {}

/** Rows that are written at a time: one statement takes a third of what binding each value takes. */
const maxWaiting = 1000;

/** Writes rows of a table, many at a time. */
export class Insertion {
  /** How many of those that were added were there before, and stay as they were. */
  kept = 0;
  readonly #change: Scratch['change'];
  readonly #sql: string;
  #waiting: unknown[] = [];

  /** @param sql makes rows of `value`: what was added, as JSON */
  constructor(change: Scratch['change'], sql: string) {
    this.#change = change;
    this.#sql = sql;
  }

  add(value: unknown): void {
    this.#waiting.push(value);
    if (this.#waiting.length >= maxWaiting) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    this.kept += this.#waiting.length - this.#changeAll(JSON.stringify(this.#waiting));
    this.#waiting = [];
  }

  #changeAll(values: string): number {
    try {
      return this.#change(this.#sql, values);
    } catch (error) {
      if (isConstraint(error)) throw new OtherRows();
      throw error;
    }
  }
}

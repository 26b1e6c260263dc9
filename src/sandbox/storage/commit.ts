import type { Sqlite } from '../../system/sqlite.ts';
import { type Append, appendTo } from '../products/table.ts';

/**
 * Does work on the database, all of it or, when it throws, nothing. Resolves once it is committed; rejects with what
 * the work threw.
 */
export type Commit = <T>(work: (products: Append) => T) => Promise<T>;

interface Job {
  readonly work: (products: Append) => unknown;
  readonly resolve: (value: never) => void;
  readonly fail: (error: unknown) => void;
}

/** More at once cost no less each, and let the first of them wait. */
const maxTogether = 64;

/**
 * Commits the work of requests that arrive together in one transaction: beginning and committing cost as much as
 * creating a product. So requests are gathered until a turn of the event loop brings no more; a request that arrives
 * alone does not wait for others. Work may be done twice: it touches the database alone.
 */
export function commitsOf(database: Sqlite): Commit {
  let waiting: Job[] = [];
  const gather = (before: number): void => {
    if (waiting.length > before && waiting.length < maxTogether) return void setImmediate(gather, waiting.length);
    const batch = waiting;
    waiting = [];
    commitTogether(database, batch);
  };
  return (work) =>
    new Promise((resolve, fail) => {
      if (waiting.length === 0) setImmediate(gather, 1);
      waiting.push({ work, resolve, fail });
    });
}

/**
 * If the work of one fails, each gets a transaction of its own, and that one fails alone: a savepoint for each would
 * take a fifth of the time of all. An error of the commit itself fails the whole batch.
 */
function commitTogether(database: Sqlite, batch: readonly Job[]): void {
  let isDone = false;
  try {
    const values = database.transaction(() => {
      const products = appendTo(database);
      const results = batch.map(({ work }) => work(products));
      products.end();
      isDone = true;
      return results;
    });
    for (const [at, { resolve }] of batch.entries()) resolve(values[at] as never);
  } catch (error) {
    if (isDone || batch.length === 1) for (const { fail } of batch) fail(error);
    else for (const job of batch) commitTogether(database, [job]);
  }
}

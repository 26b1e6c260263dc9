import type { Sqlite } from '../../system/sqlite.ts';

/**
 * Does work on the database, all of it or, when it throws, nothing. Resolves once it is committed; rejects with what
 * the work threw.
 */
export type Commit = <T>(work: () => T) => Promise<T>;

/** One piece of work; returns what tells its caller how it went, once everything is committed. */
type Job = () => () => void;

/**
 * Commits the work of requests that arrive together in one transaction: beginning and committing cost as much as
 * creating a product. A request that arrives alone does not wait for others.
 */
export function commitsOf(database: Sqlite): Commit {
  let waiting: { readonly job: Job; readonly fail: (error: unknown) => void }[] = [];
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    try {
      const tellings = database.transaction(() => batch.map(({ job }) => job()));
      for (const tell of tellings) tell();
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  };
  return (work) =>
    new Promise((resolve, fail) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ job: () => attempt(database, work, resolve, fail), fail });
    });
}

/**
 * Undoes the work that failed and nothing else. When even that fails (a full disk ends the transaction), its error
 * fails the whole batch.
 */
function attempt<T>(
  database: Sqlite,
  work: () => T,
  resolve: (value: T) => void,
  fail: (error: unknown) => void,
): () => void {
  database.run('SAVEPOINT work');
  try {
    const value = work();
    database.run('RELEASE work');
    return () => resolve(value);
  } catch (error) {
    undo(database, error);
    return () => fail(error);
  }
}

function undo(database: Sqlite, first: unknown): void {
  try {
    database.run('ROLLBACK TO work');
    database.run('RELEASE work');
  } catch {
    throw first;
  }
}

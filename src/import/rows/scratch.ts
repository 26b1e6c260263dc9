import { CliError } from '../../errors.ts';
import { isConstraint, openSqlite, type Sqlite } from '../../system/sqlite.ts';

/** Tables on disk for what is too much for memory. */
export interface Scratch extends Pick<Sqlite, 'exec' | 'get' | 'all' | 'change' | 'close'> {}

/**
 * Opens a private place on disk: temporary tables of SQLite, whose file has no name, and so is gone with the process
 * however it ends. SQLite keeps the first megabytes in memory.
 * @throws CliError `usage` if libsql has no binary for this platform
 */
export async function openScratch(): Promise<Scratch> {
  const database = await openSqlite(':memory:');
  allowScratch(database);
  return { ...scratchBeside(database), close: () => database.close() };
}

/** Before the first transaction: the build of libsql would keep temporary tables in memory. */
export const allowScratch = (database: Sqlite): void =>
  database.exec('PRAGMA temp_store = FILE; PRAGMA temp.journal_mode = OFF; PRAGMA temp.cache_size = -4000');

/** The same beside the tables of a database that allows it, and gone with its connection. */
export function scratchBeside(database: Sqlite): Scratch {
  return {
    exec: (sql) => unlessFull(() => database.exec(sql)),
    get: (sql, ...values) => unlessFull(() => database.get(sql, ...values)),
    all: (sql, ...values) => unlessFull(() => database.all(sql, ...values)),
    change: (sql, ...values) => unlessFull(() => database.change(sql, ...values)),
    close: () => undefined,
  };
}

/** @throws CliError `usage` when the tables cannot be written */
function unlessFull<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const code = String((cause as { readonly code?: unknown }).code ?? '');
    if (!code.startsWith('SQLITE_') || isConstraint(cause)) throw cause;
    const why = code === 'SQLITE_FULL' ? 'the disk is full' : code;
    throw new CliError('usage', `The temporary file for the rows cannot be written (${why}).`, {
      hint: 'Free disk space, or set TMPDIR to a directory on another disk.',
      cause,
    });
  }
}

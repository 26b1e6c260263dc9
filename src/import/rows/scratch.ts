import { CliError } from '../../errors.ts';
import { openSqlite, type Sqlite } from '../../system/sqlite.ts';

/** Tables on disk for what is too much for memory. */
export interface Scratch extends Pick<Sqlite, 'exec' | 'get' | 'all' | 'close'> {
  /** Runs one statement that changes a table. */
  change(sql: string, ...values: Parameters<Sqlite['run']> extends [string, ...infer Values] ? Values : never): void;
}

/**
 * Opens a private place on disk: temporary tables of SQLite, whose file has no name, and so is gone with the process
 * however it ends. SQLite keeps the first megabytes in memory.
 * @throws CliError `usage` if libsql has no binary for this platform
 */
export async function openScratch(): Promise<Scratch> {
  const database = await openSqlite(':memory:');
  return { ...scratchBeside(database), close: () => database.close() };
}

/** The same beside the tables of a database, and gone with its connection. */
export function scratchBeside(database: Sqlite): Scratch {
  // The build of libsql would keep temporary tables in memory.
  database.exec('PRAGMA temp_store = FILE; PRAGMA temp.journal_mode = OFF; PRAGMA temp.cache_size = -4000');
  return {
    exec: (sql) => unlessFull(() => database.exec(sql)),
    get: (sql, ...values) => unlessFull(() => database.get(sql, ...values)),
    all: (sql, ...values) => unlessFull(() => database.all(sql, ...values)),
    change: (sql, ...values) => unlessFull(() => void database.transaction(() => database.run(sql, ...values))),
    close: () => undefined,
  };
}

/** @throws CliError `usage` when the tables cannot be written */
function unlessFull<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const code = String((cause as { readonly code?: unknown }).code ?? '');
    if (!code.startsWith('SQLITE_')) throw cause;
    const why = code === 'SQLITE_FULL' ? 'the disk is full' : code;
    throw new CliError('usage', `The temporary file for the rows cannot be written (${why}).`, {
      hint: 'Free disk space, or set TMPDIR to a directory on another disk.',
      cause,
    });
  }
}

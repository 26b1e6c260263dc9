import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { openSqlite, type Sqlite } from '../../system/sqlite.ts';
import { openLocked, sameFileCheck, waitFor } from './lock.ts';
import { refuseOtherDatabase } from './schema.ts';
import { unwritable } from './unwritable.ts';

/** The database of a journal. */
export interface OpenDatabase {
  readonly database: Sqlite;
  /** @throws CliError `import-stopped` once its files were moved or deleted */
  readonly check: () => void;
  /** On disk once it resolves: all that was committed before the call. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type World = Pick<Context, 'files' | 'clock' | 'interrupted'>;

/**
 * Opens a journal and locks it with SQLite's exclusive lock. The lock is on the file, whatever path or link leads to it.
 * @param patience milliseconds to wait for another import to end
 * @throws CliError `import-running`; `usage` when it is no journal
 */
export async function lockedDatabase(path: string, patience: number, world: World): Promise<OpenDatabase> {
  await world.files.ensurePrivate(path);
  refuseOtherNames(path, world.files);
  const database = await waitFor(() => openLocked(path, lockExclusively), patience, world);
  try {
    refuseOtherDatabase(database, path);
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; SELECT 1 FROM sqlite_master');
    const log = await world.files.written(path, '-wal');
    return {
      database,
      check: sameFileCheck([path], world.files),
      sync: () => log.sync(),
      async close() {
        await log.close();
        close(database);
      },
    };
  } catch (cause) {
    close(database);
    throw unwritable(path, cause);
  }
}

/** With this locking mode the lock is kept after the transaction, and the write-ahead log needs no shared memory. */
const lockExclusively = (database: Sqlite): void =>
  database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');

/**
 * Merges the write-ahead log into the file and releases the lock. Closing alone does not: libsql keeps a closed database
 * open until its statements are garbage collected.
 */
function close(database: Sqlite): void {
  try {
    database.exec('PRAGMA journal_mode=DELETE; PRAGMA locking_mode=NORMAL; SELECT 1 FROM sqlite_master');
  } catch {
    // On a full disk the log stays: the next import reads it.
  }
  database.close();
}

/** A write-ahead log has the name of its file: by another name SQLite would not find it. @throws CliError `usage` */
function refuseOtherNames(path: string, { fileId }: Context['files']): void {
  const { names = 1 } = fileId(path) ?? {};
  if (names === 1) return;
  throw new CliError('usage', `The journal ${path} has ${names} names (hard links).`, {
    field: '--journal',
    hint: 'Keep one name and delete the others, or use a symbolic link. Nothing was sent.',
  });
}

/** Opens a copy of a journal, which an import may have locked. @throws CliError `usage` when it is no journal */
export async function readOnlyDatabase(path: string, files: Context['files']): Promise<OpenDatabase> {
  const copy = await files.databaseCopy(path);
  const database = await openSqlite(copy.path);
  const close = async (): Promise<void> => {
    database.close();
    await copy.remove();
  };
  try {
    refuseOtherDatabase(database, path);
    return { database, check: () => undefined, sync: async () => undefined, close };
  } catch (cause) {
    await close();
    throw unwritable(path, cause);
  }
}

import type { Context } from '../../context.ts';
import { ownFileAt } from '../../settings/own-files.ts';
import { openCopiedDatabase } from '../../system/own-database.ts';
import { openSqlite, type Sqlite } from '../../system/sqlite.ts';
import { miscounted } from '../rows/miscounted.ts';
import { openLocked, presenceOf, type World } from './lock.ts';
import { damaged, type JournalPlace, journalPlace, lostHint, unwritable } from './refusals.ts';
import { journalSchemas } from './schema.ts';
import { examine, withoutRows } from './seals.ts';

/** The database of a journal. */
export interface OpenDatabase {
  readonly place: JournalPlace;
  readonly database: Sqlite;
  /** @throws CliError `import-stopped` once its files were moved or deleted */
  readonly check: () => void;
  readonly exists: () => boolean;
  /** On disk once it resolves: all that was committed before the call. */
  readonly sync: () => Promise<void>;
  /** As `Journal.finish`. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a journal and locks it with SQLite's exclusive lock. The lock is on the file, whatever path or link leads to it.
 * @param patience milliseconds to wait for another import to end
 * @throws CliError `import-running`; `usage` when it is no journal
 */
export async function lockedDatabase(path: string, patience: number, world: World): Promise<OpenDatabase> {
  await ownFileAt(path, world).ensure(path);
  const database = await openLocked(path, { lock: lockExclusively, schemas: journalSchemas }, patience, world);
  const place = journalPlace(path, world.files, database);
  try {
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; SELECT 1 FROM sqlite_master');
    const log = await world.files.written(path, '-wal');
    return {
      place,
      database,
      ...presenceOf(path, world.files, () => lostHint(place)),
      sync: () => log.sync(),
      finish: () => finish(database, place),
      async close() {
        await log.close();
        close(database);
      },
    };
  } catch (cause) {
    closeAnyhow(database);
    throw unwritable(place, cause);
  }
}

/** With this locking mode the lock is kept after the transaction, and the write-ahead log needs no shared memory. */
const lockExclusively = (database: Sqlite): void =>
  database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');

/**
 * The other connection takes no lock, so this one keeps its own, and does not read the log, which stays: whatever the
 * file has become, this connection still reads what was written.
 */
async function finish(database: Sqlite, place: JournalPlace): Promise<void> {
  database.rollback();
  try {
    const [done] = database.all('PRAGMA wal_checkpoint(PASSIVE)');
    if (done?.busy !== 0 || done.log !== done.checkpointed) throw new Error('its log was not merged');
    const file = await openSqlite(place.path, { isUnchanging: true });
    try {
      const isSame = withoutRows(file) === withoutRows(database);
      const { damage, miscounted: runs } = isSame ? examine(file) : unlikeWritten;
      if (damage !== undefined) throw damaged(place, damage);
      if (runs.length > 0)
        throw miscounted(
          `shop-cli has counted the rows of import ${runs.join(', ')} wrongly. The journal has all of them.`,
        );
    } finally {
      file.close();
    }
  } catch (cause) {
    throw unwritable(place, cause);
  }
}

const unlikeWritten = { damage: 'it does not have what was written', miscounted: [] };

/**
 * Deletes the merged log and releases the lock. Closing alone does not: libsql keeps a closed database open until its
 * statements are garbage collected. If it fails, the log stays, and the next import reads it.
 */
function close(database: Sqlite): void {
  database.rollback();
  try {
    database.exec('PRAGMA journal_mode=DELETE; PRAGMA locking_mode=NORMAL; SELECT 1 FROM sqlite_master');
  } finally {
    database.close();
  }
}

function closeAnyhow(database: Sqlite): void {
  try {
    close(database);
  } catch {
    // Why it is closed is the error that counts.
  }
}

/** Opens a copy of a journal, which an import may have locked. @throws CliError `usage` when it is no journal */
export async function readOnlyDatabase(path: string, files: Context['files']): Promise<OpenDatabase> {
  const copy = await files.databaseCopy(path);
  let database: Sqlite | undefined;
  const close = async (): Promise<void> => {
    database?.close();
    await copy.remove();
  };
  try {
    database = await openCopiedDatabase(copy.path, journalSchemas);
    // From now on no file is opened by its name: a killed process leaves no copy, where the system allows that.
    database.exec('PRAGMA journal_mode=MEMORY; SELECT 1 FROM sqlite_master');
    await copy.remove().catch(() => undefined);
    return {
      place: journalPlace(path, files, database),
      database,
      exists: () => true,
      check: () => undefined,
      sync: async () => undefined,
      finish: async () => undefined,
      close,
    };
  } catch (cause) {
    await close();
    throw unwritable(journalPlace(path, files), cause);
  }
}

import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { openSqlite, type Sqlite } from '../../system/sqlite.ts';
import { type Lock, openLocked, presenceOf } from './lock.ts';
import { lostHint, refuseNoJournal, refuseOtherNames, unwritable } from './refusals.ts';
import { prepareTables, refuseOtherDatabase } from './schema.ts';

/**
 * The lasting record of the imports into one store: the runs (`runs.ts`), and the outcome of every row (`rows.ts`). Rows
 * without a known outcome belong to the store, not to their run.
 */
export interface Journal {
  readonly path: string;
  readonly database: Sqlite;
  /** When it was opened, in milliseconds since 1970. */
  readonly openedAt: number;
  /** Milliseconds since 1970: the later of wall clock and monotonic clock. */
  readonly now: () => number;
  /** Notes when a part of a run began, and whether times of earlier runs can be compared with the time now. */
  readonly startPart: (run: number, clockDiffers: boolean) => void;
  /** How long the current part of a run has taken at least, in milliseconds; 0 for any other run. */
  readonly lasted: (run: number) => number;
  readonly clockDiffers: () => boolean;
  /** From now on times of the current part cannot be compared. On disk with the next commit, before any later time. */
  readonly noteClockDiffers: () => void;
  /**
   * Changes the database in one transaction, on disk when it returns. After one failure nothing more is written: a disk
   * may report lost data as written. @throws CliError `import-stopped`
   */
  readonly commit: <T>(work: () => T) => T;
  /** The same without blocking: on disk once the promise resolves. @throws at once if it cannot be committed */
  readonly commitAhead: (work: () => void) => Promise<void>;
  /** Whether its file is still where it was. */
  readonly exists: () => boolean;
  /** Releases the lock, if it has one. It also ends with the process. */
  readonly close: () => Promise<void>;
}

interface JournalOptions {
  /** Milliseconds to wait for another import to end (0); `unlocked` only reads. */
  readonly lock: number | 'unlocked';
  /** A second lock that must be held for every write. */
  readonly storeLock?: Lock;
}

type World = Pick<Context, 'files' | 'clock' | 'interrupted'>;

/**
 * Opens the journal of a store and locks it for this process; `unlocked` reads a copy, also while an import runs.
 * @throws CliError `import-running` while another import with this journal runs on this machine, `import-stopped` when
 * it cannot be written, `usage` when it is damaged, of a later version, or no journal at all
 */
export async function openJournal(path: string, options: JournalOptions, world: World): Promise<Journal> {
  const { lock, storeLock } = options;
  await refuseNoJournal(path, world.files);
  const opened =
    lock === 'unlocked' ? await readOnlyDatabase(path, world.files) : await lockedDatabase(path, lock, world);
  try {
    prepareTables(opened.database, path);
    return journalOf(path, { opened, storeLock, clock: world.clock });
  } catch (cause) {
    await opened.close();
    throw unwritable(path, cause);
  }
}

/** Reads a journal, also while an import runs. `use` gets none before the first import. */
export async function readJournal<T>(
  path: string | undefined,
  world: World,
  use: (journal: Journal | undefined) => Promise<T>,
): Promise<T> {
  const exists = path !== undefined && (await world.files.exists(path));
  const journal = exists ? await openJournal(path, { lock: 'unlocked' }, world) : undefined;
  try {
    return await use(journal);
  } finally {
    await journal?.close();
  }
}

/** The number of the run that an import in any process sends now, if there is one. */
export async function runningRun({ database, path }: Journal, world: World): Promise<number | undefined> {
  const last = database.get('SELECT run, state, ended FROM runs ORDER BY part DESC LIMIT 1');
  // A process that was killed could not note the end of its run either, but nothing locks its journal.
  if (last?.state !== 'unfinished' || last.ended !== null) return undefined;
  const isLocked = await openLocked(path, (opened) => opened.exec('SELECT 1 FROM sqlite_master'), 0, world).then(
    (opened) => void opened.close(),
    (error: unknown) => error instanceof CliError && error.kind === 'import-running',
  );
  return isLocked ? Number(last.run) : undefined;
}

interface JournalParts {
  readonly opened: OpenDatabase;
  readonly storeLock: Lock | undefined;
  readonly clock: Context['clock'];
}

function journalOf(path: string, { opened, storeLock, clock }: JournalParts): Journal {
  const { database } = opened;
  const openedAt = clock.now().getTime();
  const openedOn = clock.elapsed();
  // The monotonic clock stands still while a machine sleeps, and the wall clock may be set back. What was sent a moment
  // ago must never look old.
  const now = (): number => Math.round(Math.max(clock.now().getTime(), openedAt + clock.elapsed() - openedOn));
  let part: Part | undefined;
  const markClock = (): void => {
    if (part?.mustMarkClock) database.run('UPDATE runs SET clock_differs = 1 WHERE run = ?', BigInt(part.run));
  };
  return {
    path,
    database,
    openedAt,
    now,
    startPart(run, clockDiffers) {
      part = { run, begunOn: clock.elapsed(), clockDiffers, mustMarkClock: false };
    },
    // Not by the wall clock, which may be set while it lasts.
    lasted: (run) => (part?.run === run ? Math.round(clock.elapsed() - part.begunOn) : 0),
    clockDiffers: () => part?.clockDiffers === true,
    noteClockDiffers() {
      if (part && !part.clockDiffers) part = { ...part, clockDiffers: true, mustMarkClock: true };
    },
    ...commitsTo(path, opened, { storeLock, markClock }),
    exists: opened.exists,
    close: opened.close,
  };
}

/** The current part of a run. */
interface Part {
  readonly run: number;
  /** On the monotonic clock. */
  readonly begunOn: number;
  readonly clockDiffers: boolean;
  /** Whether that was not known when it began. */
  readonly mustMarkClock: boolean;
}

interface BeforeCommit {
  readonly storeLock: Lock | undefined;
  readonly markClock: () => void;
}

/** The commits of a journal. After one failure there are no more. */
function commitsTo(
  path: string,
  { database, check, sync }: OpenDatabase,
  { storeLock, markClock }: BeforeCommit,
): Pick<Journal, 'commit' | 'commitAhead'> {
  let failure: CliError | undefined;
  const commit: Journal['commit'] = (work) => {
    if (failure) throw failure;
    try {
      // The journal first: without it, a rerun is another import.
      check();
      storeLock?.check();
      return database.transaction(() => {
        markClock();
        return work();
      });
    } catch (cause) {
      failure = unwritable(path, cause);
      throw failure;
    }
  };
  const synced = async (): Promise<void> => {
    await sync().catch((cause: unknown) => {
      failure ??= unwritable(path, cause);
    });
    if (failure) throw failure;
  };
  /** The write-ahead log is synced in another thread: SQLite would hold up all requests for as long. */
  const commitAhead: Journal['commitAhead'] = (work) => {
    database.exec('PRAGMA synchronous=NORMAL');
    try {
      commit(work);
    } finally {
      database.exec('PRAGMA synchronous=FULL');
    }
    return synced();
  };
  return { commit, commitAhead };
}

/** The database of a journal. */
interface OpenDatabase {
  readonly database: Sqlite;
  /** @throws CliError `import-stopped` once its files were moved or deleted */
  readonly check: () => void;
  readonly exists: () => boolean;
  /** On disk once it resolves: all that was committed before the call. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a journal and locks it with SQLite's exclusive lock. The lock is on the file, whatever path or link leads to it.
 * @param patience milliseconds to wait for another import to end
 * @throws CliError `import-running`; `usage` when it is no journal
 */
async function lockedDatabase(path: string, patience: number, world: World): Promise<OpenDatabase> {
  await world.files.ensurePrivate(path);
  refuseOtherNames(path, world.files);
  const database = await openLocked(path, lockExclusively, patience, world);
  try {
    await refuseOtherDatabase(database, path);
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; SELECT 1 FROM sqlite_master');
    const log = await world.files.written(path, '-wal');
    return {
      database,
      ...presenceOf(path, world.files, lostHint),
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

/** Opens a copy of a journal, which an import may have locked. @throws CliError `usage` when it is no journal */
async function readOnlyDatabase(path: string, files: Context['files']): Promise<OpenDatabase> {
  const copy = await files.databaseCopy(path);
  const database = await openSqlite(copy.path);
  const close = async (): Promise<void> => {
    database.close();
    await copy.remove();
  };
  try {
    await refuseOtherDatabase(database, path);
    // From now on no file is opened by its name: a killed process leaves no copy, where the system allows that.
    database.exec('PRAGMA journal_mode=MEMORY; SELECT 1 FROM sqlite_master');
    await copy.remove().catch(() => undefined);
    return { database, exists: () => true, check: () => undefined, sync: async () => undefined, close };
  } catch (cause) {
    await close();
    throw unwritable(path, cause);
  }
}

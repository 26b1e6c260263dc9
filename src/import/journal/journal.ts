import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { allowScratch } from '../rows/scratch.ts';
import { lockedDatabase, type OpenDatabase, readOnlyDatabase } from './journal-file.ts';
import { type Lock, openLocked, type World } from './lock.ts';
import { damaged, type JournalPlace, refuseNoJournal, unwritable } from './refusals.ts';
import { prepareTables } from './schema.ts';
import { examine, recountSeals } from './seals.ts';

/**
 * The lasting record of the imports into one store: the runs (`runs.ts`), and the outcome of every row (`rows.ts`). Rows
 * without a known outcome belong to the store, not to their run.
 */
export interface Journal extends JournalPlace {
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
  /** Commits without blocking: on disk once the promise resolves. @throws at once if it cannot be committed */
  readonly commitAhead: (work: () => void) => Promise<void>;
  /** The runs whose rows were counted anew when it was opened: an import had counted them wrongly. */
  readonly recounted: readonly number[];
  /** Whether its file is still where it was. */
  readonly exists: () => boolean;
  /**
   * Moves the log into the file, and reads the file once more: nothing else shows what the disk has. Call it when all is
   * written. @throws CliError `usage` where the journal is damaged, `import-stopped` where it cannot be written, `fault` where
   * a run has counted its rows wrongly
   */
  readonly finish: () => Promise<void>;
  /** Finishes it, unless that was done, and releases the lock, which also ends with the process. @throws as `finish` */
  readonly close: () => Promise<void>;
}

interface JournalOptions {
  /** Milliseconds to wait for another import to end (0); `unlocked` only reads. */
  readonly lock: number | 'unlocked';
  /** A second lock that must be held for every write. */
  readonly storeLock?: Lock;
}

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
    prepareTables(opened.database, opened.place);
    allowScratch(opened.database);
    // A copy is only read: a command that lists imports need not read all rows.
    const { damage, miscounted: recounted } = lock === 'unlocked' ? unexamined : examine(opened.database);
    if (damage !== undefined) throw damaged(opened.place, damage);
    recountSeals(opened.database, recounted);
    return journalOf({ opened, storeLock, recounted, clock: world.clock });
  } catch (cause) {
    await opened.close().catch(() => undefined);
    throw unwritable(opened.place, cause);
  }
}

const unexamined = { damage: undefined, miscounted: [] };

/** Works with a journal and closes it. @throws as `use`, else as `Journal.close` */
export async function closedAfter<T>(journal: Journal, use: (journal: Journal) => Promise<T>): Promise<T> {
  const result = await use(journal).catch(async (error: unknown) => {
    // The first error says what happened.
    await journal.close().catch(() => undefined);
    throw error;
  });
  await journal.close();
  return result;
}

/** Reads a journal, also while an import runs. `use` gets none before the first import. */
export async function readJournal<T>(
  path: string | undefined,
  world: World,
  use: (journal: Journal | undefined) => Promise<T>,
): Promise<T> {
  const exists = path !== undefined && (await world.files.exists(path));
  return exists ? await closedAfter(await openJournal(path, { lock: 'unlocked' }, world), use) : await use(undefined);
}

/** The number of the run that an import in any process sends now, if there is one. */
export async function runningRun({ database, path }: Journal, world: World): Promise<number | undefined> {
  const last = database.get('SELECT run, state, ended FROM runs ORDER BY part DESC LIMIT 1');
  // A process that was killed could not note the end of its run either, but nothing locks its journal.
  if (last?.state !== 'unfinished' || last.ended !== null) return undefined;
  const isLocked = await openLocked(
    path,
    { lock: (opened) => opened.exec('SELECT 1 FROM sqlite_master') },
    0,
    world,
  ).then(
    (opened) => void opened.close(),
    (error: unknown) => error instanceof CliError && error.kind === 'import-running',
  );
  return isLocked ? Number(last.run) : undefined;
}

interface JournalParts {
  readonly opened: OpenDatabase;
  readonly storeLock: Lock | undefined;
  readonly recounted: readonly number[];
  readonly clock: Context['clock'];
}

function journalOf({ opened, storeLock, recounted, clock }: JournalParts): Journal {
  const { database } = opened;
  const openedAt = clock.now().getTime();
  const openedOn = clock.elapsed();
  // The monotonic clock stands still while a machine sleeps, and the wall clock may be set back. What was sent a moment
  // ago must never look old.
  const now = (): number => Math.round(Math.max(clock.now().getTime(), openedAt + clock.elapsed() - openedOn));
  let part: RunPart | undefined;
  const markClock = (): void => {
    if (part?.mustMarkClock) database.run('UPDATE runs SET clock_differs = 1 WHERE run = ?', BigInt(part.run));
  };
  return {
    ...opened.place,
    database,
    recounted,
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
    exists: opened.exists,
    ...writingTo(opened, { storeLock, markClock }),
  };
}

/** The current part of a run. */
interface RunPart {
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

/** The commits of a journal, and its end. After one failure nothing is written. */
function writingTo(
  opened: OpenDatabase,
  { storeLock, markClock }: BeforeCommit,
): Pick<Journal, 'commit' | 'commitAhead' | 'finish' | 'close'> {
  const { database, place, check } = opened;
  let failure: CliError | undefined;
  let isFinished = false;
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
      failure = unwritable(place, cause);
      throw failure;
    }
  };
  const synced = async (): Promise<void> => {
    await opened.sync().catch((cause: unknown) => {
      failure ??= unwritable(place, cause);
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
  const finish = async (): Promise<void> => {
    isFinished = true;
    try {
      check();
      await opened.finish();
    } catch (error) {
      failure = error as CliError;
      throw error;
    }
  };
  const close = async (): Promise<void> => {
    const known = failure;
    if (!isFinished && !failure) await finish().catch(() => undefined);
    await opened.close().catch((error: unknown) => {
      failure ??= unwritable(place, error);
    });
    // A failure that is known was thrown before.
    if (failure !== known) throw failure;
  };
  return { commit, commitAhead, finish, close };
}

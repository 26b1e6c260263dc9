import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { type HomeContext, storeDirectory } from '../../settings/directories.ts';
import { ForeignDatabase, openOwnDatabase } from '../../system/own-database.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import type { Shard } from '../rows/shard.ts';
import { type JournalPlace, journalPlace, unwritable } from './refusals.ts';

/** A file that only this process may use. The kernel releases it with the process, even after kill -9. */
export interface Lock {
  /** @throws CliError `import-stopped` once the file was deleted or replaced: another import could lock the new one */
  check(): void;
  release(): void;
}

/** What a lock and a journal need of the machine. */
export type World = HomeContext & Pick<Context, 'files' | 'clock' | 'interrupted'>;

/** Which store is imported into, and which part of a file. */
interface LockedStore {
  readonly store: string;
  readonly shard: Shard | undefined;
}

/**
 * Locks a store for the imports of this user, besides the lock of the journal: `--journal` may name another one. Shards
 * send different rows, so they exclude an import of the whole file, the same shard, and those of another number of parts,
 * not one another.
 * @param patience milliseconds to wait for another import to end
 * @throws CliError `import-running`
 */
export async function lockStore({ store, shard }: LockedStore, patience: number, world: World): Promise<Lock> {
  const directory = storeDirectory(store, world);
  if (!(await isUsable(directory, world))) return together([]);
  const lock = shard ? lockShared(shard.of) : lockAlone;
  const lockOne = (name: string, how: (database: Sqlite) => void): Promise<Lock> =>
    lockFile(join(directory, name), how, patience, world).catch(async (error: unknown) => {
      throw isRunning(error) && (await isAsking(directory, world)) ? asking() : error;
    });
  const whole = await lockOne('import.lock', lock);
  if (!shard) return whole;
  try {
    return together([await lockOne(`import-${shard.part}-of-${shard.of}.lock`, lockAlone), whole]);
  } catch (error) {
    whole.release();
    throw error;
  }
}

/** Locked while an import waits for its user: whoever finds the store locked is told so. */
const questionLock = 'question.lock';

/** Asks while the store is locked. @param store its identity */
export async function whileAsking(store: string, world: World, ask: () => Promise<void>): Promise<void> {
  const directory = storeDirectory(store, world);
  if (!(await isUsable(directory, world))) return await ask();
  // Another shard may be asking as well.
  const lock = await lockFile(join(directory, questionLock), lockAlone, 0, world).catch((error: unknown) => {
    if (!isRunning(error)) throw error;
  });
  try {
    await ask();
  } finally {
    lock?.release();
  }
}

async function isAsking(directory: string, world: World): Promise<boolean> {
  try {
    (await lockFile(join(directory, questionLock), lockAlone, 0, world)).release();
    return false;
  } catch (error) {
    return isRunning(error);
  }
}

const isRunning = (error: unknown): boolean => error instanceof CliError && error.kind === 'import-running';

/** A container may have no home to write to: then the journal that `--journal` names is the only lock. */
async function isUsable(directory: string, { files }: World): Promise<boolean> {
  try {
    await files.ensurePrivate(join(directory, 'import.lock'));
    return true;
  } catch (error) {
    if (error instanceof CliError) return false;
    throw error;
  }
}

const together = (locks: readonly Lock[]): Lock => ({
  check() {
    for (const lock of locks) lock.check();
  },
  release() {
    for (const lock of locks) lock.release();
  },
});

/** A lock of SQLite that is compatible with no other. */
const lockAlone = (database: Sqlite): void => database.exec('BEGIN EXCLUSIVE');

/** A lock that is compatible with others of the same number, which the file has: nobody can change it meanwhile. */
const lockShared =
  (number: number) =>
  (database: Sqlite): void => {
    // Another shard may just be writing the number.
    database.exec('PRAGMA busy_timeout = 1000');
    if (numberIn(database) === number) return;
    database.exec('ROLLBACK');
    try {
      database.exec(`BEGIN EXCLUSIVE; PRAGMA user_version = ${number}; COMMIT`);
    } catch (cause) {
      if (!isBusy(cause)) throw cause;
    }
    const found = numberIn(database);
    if (found === number) return;
    // A closed database of libsql keeps its locks until its statements are collected.
    database.exec('ROLLBACK');
    throw otherParts(found);
  };

/** Begins a transaction that keeps the number. */
function numberIn(database: Sqlite): number {
  database.exec('BEGIN');
  return Number(database.get('PRAGMA user_version')?.user_version);
}

const otherParts = (parts: number): CliError =>
  new CliError('import-running', `An import with --shard …/${parts} into this store is running on this machine.`, {
    hint: 'Shards with a different total overlap with it. Use the same total for all, or wait for it to end.',
    retryable: true,
  });

/**
 * Locks a file by a transaction on an empty database.
 * @throws CliError `import-running`; `usage` or `import-stopped` when the file cannot be used
 */
async function lockFile(path: string, lock: (database: Sqlite) => void, patience: number, world: World): Promise<Lock> {
  await world.files.ensurePrivate(path);
  const database = await openLocked(path, { lock, schemas: noTables }, patience, world);
  return {
    check: presenceOf(path, world.files, () => 'Rerun the command.').check,
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/** Of an empty database. */
const noTables = [''];

const pollInterval = 1000;
/** Milliseconds. Who lists the imports has the journal open for a moment (`runningRun`). */
const minPatience = 250;

interface Locking {
  readonly lock: (database: Sqlite) => void;
  /** As `openOwnDatabase` takes them. */
  readonly schemas?: readonly string[] | undefined;
}

/**
 * Opens a database and locks it, as soon as no other process has it locked.
 * @param patience milliseconds to wait for another import to end
 * @throws CliError `import-running`; `usage` or `import-stopped` when it cannot be used
 */
export async function openLocked(
  path: string,
  { lock, schemas }: Locking,
  patience: number,
  { files, clock, interrupted }: World,
): Promise<Sqlite> {
  const longest = Math.max(patience, minPatience);
  const until = clock.elapsed() + longest;
  for (;;) {
    try {
      return await openOwnDatabase(path, { begin: lock, schemas, userId: files.userId });
    } catch (cause) {
      const error = errorOf(cause, journalPlace(path, files), { schemas, patience });
      if (error.kind !== 'import-running' || clock.elapsed() >= until || interrupted.aborted) throw error;
    }
    await clock.sleep(Math.min(pollInterval, longest), interrupted);
  }
}

function errorOf(
  cause: unknown,
  place: JournalPlace,
  { schemas, patience }: Omit<Locking, 'lock'> & { patience: number },
): CliError {
  if (isBusy(cause)) return running(patience);
  return cause instanceof ForeignDatabase && schemas === noTables ? notALock(place.path) : unwritable(place, cause);
}

const notALock = (path: string): CliError =>
  new CliError('usage', `${path} is not a lock of shop-cli.`, {
    field: path,
    hint: 'Another program made it. Move it away, then rerun the command. Nothing was sent.',
  });

const isBusy = (cause: unknown): boolean => /BUSY|LOCKED/.test(String((cause as { readonly code?: unknown }).code));

/** Whether a path still leads to the file that it leads to now: a lock on a deleted file excludes nobody. */
export function presenceOf(path: string, { fileId }: Pick<Context['files'], 'fileId'>, hint: () => string): Presence {
  const before = fileId(path)?.id;
  const exists = (): boolean => fileId(path)?.id === before;
  return {
    exists,
    check() {
      if (exists()) return;
      throw new CliError(
        'import-stopped',
        `${path} was moved or deleted while the import ran. Nothing more was sent.`,
        {
          hint: hint(),
        },
      );
    },
  };
}

interface Presence {
  readonly exists: () => boolean;
  /** @throws CliError `import-stopped` */
  readonly check: () => void;
}

const asking = (): CliError =>
  new CliError('import-running', 'Another import into this store waits for an answer in another window.', {
    hint: 'Answer its question, or cancel it with Ctrl-C. Then rerun the command.',
    retryable: true,
  });

function running(patience: number): CliError {
  return new CliError('import-running', 'Another import into this store is already running on this machine.', {
    hint: `Two imports at once could create duplicates. Wait for it to end${patience > 0 ? '' : ' (--wait-lock 10m)'}, or follow it with 'shop-cli imports show'. Shards on one machine need a --journal each.`,
    retryable: true,
  });
}

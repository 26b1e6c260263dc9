import { dirname, join } from 'node:path';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { openSqlite, type Sqlite } from '../../system/sqlite.ts';
import type { Shard } from '../check/shard.ts';
import { storeDirectory } from './path.ts';
import { unwritable } from './refusals.ts';

/** A file that only this process may use. The kernel releases it with the process, even after kill -9. */
export interface Lock {
  /** @throws CliError `import-stopped` once the file was deleted or replaced: another import could lock the new one */
  check(): void;
  release(): void;
}

type World = Pick<Context, 'files' | 'clock' | 'interrupted'>;

type Machine = World & Pick<Context, 'env' | 'platform' | 'home'>;

/** Which store is imported into, and which part of a file. */
interface LockedStore {
  readonly store: string;
  readonly shard: Shard | undefined;
}

/**
 * Locks a store for the imports of this user, besides the lock of the journal: `--journal` may name another one. Shards
 * send different rows, so they exclude an import of the whole file and the same shard, not one another.
 * @param patience milliseconds to wait for another import to end
 * @throws CliError `import-running`
 */
export async function lockStore({ store, shard }: LockedStore, patience: number, world: Machine): Promise<Lock> {
  const directory = storeDirectory(store, world);
  if (!(await isUsable(directory, world))) return noLock;
  const whole = await lockFile(join(directory, 'import.lock'), shard ? 'shared' : 'exclusive', patience, world);
  if (!shard) return whole;
  try {
    const part = join(directory, `import-${shard.part}-of-${shard.of}.lock`);
    return both(await lockFile(part, 'exclusive', patience, world), whole);
  } catch (error) {
    whole.release();
    throw error;
  }
}

/** A container may have no home to write to: then the journal that `--journal` names is the only lock. */
async function isUsable(directory: string, { files }: World): Promise<boolean> {
  try {
    await files.makePrivateDirectory(dirname(directory));
    await files.makePrivateDirectory(directory);
    await files.ensurePrivate(join(directory, 'import.lock'));
    return true;
  } catch (error) {
    if (error instanceof CliError) return false;
    throw error;
  }
}

const noLock: Lock = { check: () => undefined, release: () => undefined };

const both = (one: Lock, other: Lock): Lock => ({
  check() {
    one.check();
    other.check();
  },
  release() {
    one.release();
    other.release();
  },
});

/** How a lock file is locked: SHARED is compatible with SHARED, EXCLUSIVE with nothing. */
const statements = {
  shared: 'BEGIN; SELECT 1 FROM sqlite_master',
  exclusive: 'BEGIN EXCLUSIVE',
};

/**
 * Locks a file by a transaction on an empty database.
 * @throws CliError `import-running`; `usage` or `import-stopped` when the file cannot be used
 */
async function lockFile(path: string, manner: keyof typeof statements, patience: number, world: World): Promise<Lock> {
  await world.files.ensurePrivate(path);
  const database = await openLocked(path, (opened) => opened.exec(statements[manner]), patience, world);
  return {
    check: sameFileCheck(path, world.files),
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

const pollInterval = 1000;

/**
 * Opens a database and locks it, as soon as no other process has it locked.
 * @param patience milliseconds to wait for another import to end
 * @throws CliError `import-running`; `usage` or `import-stopped` when it cannot be used
 */
export async function openLocked(
  path: string,
  lock: (database: Sqlite) => void,
  patience: number,
  { clock, interrupted }: World,
): Promise<Sqlite> {
  const until = clock.elapsed() + patience;
  for (;;) {
    const database = await ifNotLocked(path, lock);
    if (database !== undefined) return database;
    if (clock.elapsed() >= until || interrupted.aborted) throw running(patience);
    await clock.sleep(pollInterval, interrupted);
  }
}

async function ifNotLocked(path: string, lock: (database: Sqlite) => void): Promise<Sqlite | undefined> {
  const database = await openSqlite(path);
  try {
    lock(database);
    return database;
  } catch (cause) {
    database.close();
    if (isBusy(cause)) return undefined;
    throw unwritable(path, cause);
  }
}

const isBusy = (cause: unknown): boolean => /BUSY|LOCKED/.test(String((cause as { readonly code?: unknown }).code));

/** Checks that the path still leads to the same file: a lock on a deleted file excludes nobody. */
export function sameFileCheck(path: string, { fileId }: Pick<Context['files'], 'fileId'>): () => void {
  const before = fileId(path)?.id;
  return () => {
    if (fileId(path)?.id === before) return;
    throw new CliError('import-stopped', `${path} was moved or deleted while the import ran. No more was sent.`, {
      hint: 'Put the file back if you can, then rerun the command. Without it, wait two minutes first.',
    });
  };
}

function running(patience: number): CliError {
  return new CliError('import-running', 'Another import into this store is already running on this machine.', {
    hint: `Two imports at once could create duplicates. Wait for it to end${patience > 0 ? '' : ' (--wait-lock 10m)'}, or follow it with 'shop-cli imports show'.`,
    retryable: true,
  });
}

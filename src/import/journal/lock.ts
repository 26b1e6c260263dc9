import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { openSqlite, type Sqlite } from '../../system/sqlite.ts';
import { unwritable } from './unwritable.ts';

/** A file that this process alone may use. The kernel releases it with the process, even after kill -9. */
export interface Lock {
  /** @throws CliError `import-stopped` once the file was deleted or replaced: another import could lock the new one */
  check(): void;
  release(): void;
}

type World = Pick<Context, 'files' | 'clock' | 'interrupted'>;

const pollInterval = 1000;

/**
 * Tries until it is not locked by another process any more.
 * @param patience milliseconds to wait for another import to end
 * @param attempt undefined while another process has the lock
 * @throws CliError `import-running`, and what `attempt` throws
 */
export async function waitFor<T>(
  attempt: () => Promise<T | undefined>,
  patience: number,
  { clock, interrupted }: Pick<World, 'clock' | 'interrupted'>,
): Promise<T> {
  const until = clock.elapsed() + patience;
  for (;;) {
    const done = await attempt();
    if (done !== undefined) return done;
    if (clock.elapsed() >= until || interrupted.aborted) throw running(patience);
    await clock.sleep(pollInterval, interrupted);
  }
}

/** How a lock file is locked: SHARED is compatible with SHARED, EXCLUSIVE with nothing. */
const statements = {
  shared: 'BEGIN; SELECT 1 FROM sqlite_master',
  exclusive: 'BEGIN EXCLUSIVE',
};

/**
 * Locks a file by a transaction on an empty database.
 * @throws CliError `import-running`; `usage` or `import-stopped` when the file cannot be used
 */
export async function lockFile(
  path: string,
  manner: keyof typeof statements,
  patience: number,
  world: World,
): Promise<Lock> {
  await world.files.ensurePrivate(path);
  const database = await waitFor(() => openLocked(path, (opened) => opened.exec(statements[manner])), patience, world);
  const check = sameFileCheck([path], world.files);
  return {
    check,
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/** Opens a database and locks it; undefined while another process has it. @throws CliError when it cannot be used */
export async function openLocked(path: string, lock: (database: Sqlite) => void): Promise<Sqlite | undefined> {
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

/** Checks that the paths still lead to the same files: a lock on a deleted file excludes nobody. */
export function sameFileCheck(paths: readonly string[], { fileId }: Pick<Context['files'], 'fileId'>): () => void {
  const before = paths.map((path) => fileId(path)?.id);
  return () => {
    const at = paths.findIndex((path, index) => fileId(path)?.id !== before[index]);
    if (at < 0) return;
    throw new CliError('import-stopped', `${paths[at]} was moved or deleted while the import ran. No more was sent.`, {
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

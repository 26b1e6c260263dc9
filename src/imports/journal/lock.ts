import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { openSqlite, type Sqlite } from '../../sqlite.ts';
import { unwritable } from './unwritable.ts';

export interface Lock {
  release(): void;
}

const betweenTries = 1000;

/**
 * A transaction that holds an empty database for itself. The kernel gives its lock up with the process, on kill -9 too. A database of its own,
 * since libsql keeps one whose statements are not collected yet open, and locked, after it was closed.
 * @param patience milliseconds to wait for another import to end
 * @throws CliError `import-running`; `import-stopped` when the lock's file cannot be used
 */
export async function lockStore(
  path: string,
  patience: number,
  { files, clock, interrupted }: Pick<Context, 'files' | 'clock' | 'interrupted'>,
): Promise<Lock> {
  await files.ensurePrivate(path);
  const until = clock.elapsed() + patience;
  for (;;) {
    const database = await openSqlite(path);
    const cause = tryLock(database);
    if (cause === undefined) return lockOf(database);
    database.close();
    if (!isBusy(cause)) throw unwritable(path, cause);
    if (clock.elapsed() >= until || interrupted.aborted) throw running(cause, patience);
    await clock.sleep(betweenTries, interrupted);
  }
}

function tryLock(database: Sqlite): unknown {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return undefined;
  } catch (cause) {
    return cause;
  }
}

/** Anything else says nothing of another import. */
const isBusy = (cause: unknown): boolean => /BUSY|LOCKED/.test(String((cause as { readonly code?: unknown }).code));

function lockOf(database: Sqlite): Lock {
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function running(cause: unknown, patience: number): CliError {
  return new CliError('import-running', 'Another import into this store is running on this machine.', {
    hint: `Two imports at once could create a product twice. ${patience > 0 ? 'Wait longer' : 'Wait for it to end: --wait-lock 10m does so'}, or see how far it is: shop-cli imports show`,
    retryable: true,
    cause,
  });
}

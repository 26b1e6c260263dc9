import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { openSqlite, type Sqlite } from '../../system/sqlite.ts';

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

/** What SQLite failed with, as the user is told. Nothing is tried again: a disk is not asked twice whether it kept what it lost. */
export function unwritable(path: string, cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  const code = String((cause as { readonly code?: unknown }).code ?? cause);
  if (/CORRUPT|NOTADB/.test(code)) {
    return new CliError('usage', `The journal ${path} is damaged (${code}).`, {
      hint: 'Move it away, wait two minutes, and run the same command: rows that the store shows by then are skipped. Look up by hand what the last import sent before it broke off.',
      cause,
    });
  }
  return new CliError(
    'import-stopped',
    `The journal ${path} cannot be written (${reasons[code] ?? code}). Nothing more was sent.`,
    {
      hint: 'Free some space, or name another place with --journal, and run the same command again.',
      cause,
    },
  );
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'it is read-only',
};

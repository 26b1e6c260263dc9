import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { openSqlite, type Sqlite } from '../../system/sqlite.ts';

export interface Lock {
  release(): void;
}

const pollInterval = 1000;

/**
 * Locks a store with an exclusive transaction on an empty database. The kernel releases it with the process, even after
 * kill -9. It is not the journal itself: libsql keeps a closed database open, and locked, until its statements are
 * garbage collected.
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
    await clock.sleep(pollInterval, interrupted);
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
  return new CliError('import-running', 'Another import into this store is already running on this machine.', {
    hint: `Two imports at once could create duplicates. Wait for it to end${patience > 0 ? '' : ' (--wait-lock 10m)'}, or follow it with 'shop-cli imports show'.`,
    retryable: true,
    cause,
  });
}

/**
 * The error for a failure of SQLite. Nothing is retried: after a failed sync the disk may have lost what it reports as
 * written.
 */
export function unwritable(path: string, cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  const code = String((cause as { readonly code?: unknown }).code ?? cause);
  if (/CORRUPT|NOTADB/.test(code)) {
    return new CliError('usage', `The journal ${path} is damaged (${code}).`, {
      hint: `Repair: ${damagedHint}`,
      cause,
    });
  }
  return new CliError(
    'import-stopped',
    `The journal ${path} cannot be written (${reasons[code] ?? code}). Nothing more was sent.`,
    {
      hint: 'Free disk space or choose another file with --journal, then rerun the command.',
      cause,
    },
  );
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'it is read-only',
};

export const damagedHint =
  'move it away, wait two minutes and rerun the command: rows that the store shows by then are skipped. Check by hand the rows that the last import sent before it stopped.';

import { dirname, isAbsolute, join } from 'node:path';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { openSqlite, type Sqlite } from '../sqlite.ts';
import { hashOf } from '../text/hash-set.ts';
import type { Key } from './keys.ts';

/** A row that is about to be sent, or was sent, and whose outcome is not known. */
export interface Intent {
  readonly key: Key;
  readonly line: number;
}

/**
 * What an import must remember beyond its own life, per store: which keys were about to be sent and have no known outcome. Open intents belong
 * to the store, not to a run. A lost outcome costs one more look-up, so outcomes ride along with the next intents.
 */
export interface Journal {
  /** The intents that earlier runs left open. */
  open(): readonly Intent[];
  /** Keys that must not be sent again, by anybody: the store answered with another key, or has one that may be theirs. */
  stuck(): readonly Key[];
  /** From now on this key is stuck. */
  stick(key: Key): void;
  /** Durably on disk when it returns: these keys are about to be sent. The outcomes of `settled` are known. */
  begin(intents: readonly Intent[], settled: readonly Key[]): void;
  /** These outcomes are known. */
  settle(keys: readonly Key[]): void;
  /** Gives up the lock. It goes with the process too, however that ends. */
  close(): void;
}

/**
 * Opens the journal of a store and locks it for this process.
 * @throws CliError `import-running` while another import into the store runs on this machine, `import-stopped` when it cannot be written
 */
export async function openJournal(path: string, { files }: Pick<Context, 'files'>): Promise<Journal> {
  await files.makePrivateDirectory(dirname(path));
  const lock = await lockStore(`${path}.lock`, files);
  try {
    await files.ensurePrivate(path);
    const database = await openSqlite(path);
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL');
    database.exec(
      'CREATE TABLE IF NOT EXISTS intents (field TEXT NOT NULL, code TEXT NOT NULL, line INTEGER NOT NULL, stuck INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (field, code)) WITHOUT ROWID',
    );
    return journalOf(database, path, lock);
  } catch (cause) {
    lock.release();
    throw unwritable(path, cause);
  }
}

interface Lock {
  release(): void;
}

/**
 * A transaction that holds an empty database for itself. The kernel gives its lock up with the process, on kill -9 too. A database of its own,
 * since libsql keeps one whose statements are not collected yet open, and locked, after it was closed.
 */
async function lockStore(path: string, files: Context['files']): Promise<Lock> {
  await files.ensurePrivate(path);
  const database = await openSqlite(path);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw new CliError('import-running', 'Another import into this store is running on this machine.', {
      hint: 'Wait for it to end. Two imports at once could create a product twice.',
      cause,
    });
  }
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function journalOf(database: Sqlite, path: string, lock: Lock): Journal {
  const write = (intents: readonly Intent[], settled: readonly Key[]): void => {
    try {
      database.transaction(() => {
        if (settled.length > 0) database.run(forget, JSON.stringify(settled));
        if (intents.length > 0) database.run(remember, JSON.stringify(intents.map(({ key, line }) => ({ ...key, line }))));
      });
    } catch (cause) {
      throw unwritable(path, cause);
    }
  };
  return {
    open: () =>
      database
        .all('SELECT field, code, line FROM intents WHERE stuck = 0 ORDER BY line')
        .map(({ field, code, line }) => ({ key: { field, code } as Key, line: Number(line) })),
    stuck: () => database.all('SELECT field, code FROM intents WHERE stuck = 1').map(({ field, code }) => ({ field, code }) as Key),
    stick: ({ field, code }) => {
      database.transaction(() => database.run('UPDATE intents SET stuck = 1 WHERE field = ? AND code = ?', field, code));
    },
    begin: write,
    settle: (keys) => write([], keys),
    close() {
      database.close();
      lock.release();
    },
  };
}

/** One statement over a JSON array: a statement a row halves the speed of an import. */
const remember = `INSERT INTO intents (field, code, line) SELECT value ->> 'field', value ->> 'code', value ->> 'line' FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET line = excluded.line`;
const forget = "DELETE FROM intents WHERE (field, code) IN (SELECT value ->> 'field', value ->> 'code' FROM json_each(?))";

function unwritable(path: string, cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  const code = String((cause as { readonly code?: unknown }).code ?? cause);
  return new CliError('import-stopped', `The journal ${path} cannot be written (${code}). Nothing more was sent.`, {
    hint: 'Free some space, or name another place with --journal, and run the same command again.',
    cause,
  });
}

/** Where the journal of a store is kept. */
export function journalPath(store: string, { env, platform, home }: Pick<Context, 'env' | 'platform' | 'home'>): string {
  const usual = platform === 'win32' ? (env.LOCALAPPDATA ?? join(home, 'AppData', 'Local')) : join(home, '.local', 'state');
  const state = env.XDG_STATE_HOME && isAbsolute(env.XDG_STATE_HOME) ? env.XDG_STATE_HOME : usual;
  const name = store
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 80);
  return join(state, 'shop-cli', `${name}-${hashOf(store).toString(36)}`, 'imports.db');
}

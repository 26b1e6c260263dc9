import { dirname, isAbsolute, join } from 'node:path';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { openSqlite, type Sqlite, type SqlRow } from '../sqlite.ts';
import { hashOf } from '../text/hash-set.ts';
import type { Key } from './keys.ts';

/** A row that is about to be sent, or was sent, and whose outcome is not known. */
export interface Intent {
  readonly key: Key;
  readonly line: number;
}

/** Keys whose outcome is known. */
export interface Outcomes {
  /** In the store. Remembered for a while, since the store may not show them yet. */
  readonly created: readonly Key[];
  /** Not in the store: rejected, absent, never sent. */
  readonly dropped: readonly Key[];
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
  /** Whether the key was created so shortly ago that the store may not show it yet. */
  isRecent(key: Key): boolean;
  /** Durably on disk when it returns: these keys are about to be sent. The outcomes are known. */
  begin(intents: readonly Intent[], outcomes: Outcomes): void;
  /** These outcomes are known. */
  settle(outcomes: Outcomes): void;
  /** Gives up the lock. It goes with the process too, however that ends. */
  close(): void;
}

/**
 * Opens the journal of a store and locks it for this process.
 * @throws CliError `import-running` while another import into the store runs on this machine, `import-stopped` when it cannot be written
 */
export async function openJournal(path: string, settle: number, { files, clock }: Pick<Context, 'files' | 'clock'>): Promise<Journal> {
  await files.makePrivateDirectory(dirname(path));
  const lock = await lockStore(`${path}.lock`, files);
  try {
    await files.ensurePrivate(path);
    const database = await openSqlite(path);
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL');
    database.exec(
      'CREATE TABLE IF NOT EXISTS intents (field TEXT NOT NULL, code TEXT NOT NULL, line INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (field, code)) WITHOUT ROWID',
    );
    // What was created longer ago, the store shows by itself.
    const shownSince = BigInt(clock.now().getTime() - 2 * settle);
    database.transaction(() => database.run(`DELETE FROM intents WHERE state = ${created} AND at < ?`, shownSince));
    return journalOf({ database, path, lock, clock });
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

/** States of a key: about to be sent or sent, never to be sent again, created a short while ago. */
const [open, stuck, created] = [0, 1, 2];

interface Parts {
  readonly database: Sqlite;
  readonly path: string;
  readonly lock: Lock;
  readonly clock: Context['clock'];
}

function journalOf({ database, path, lock, clock }: Parts): Journal {
  const commit = (work: () => void): void => {
    try {
      database.transaction(work);
    } catch (cause) {
      throw unwritable(path, cause);
    }
  };
  const note = (outcomes: Outcomes): void => {
    if (outcomes.dropped.length > 0) database.run(forget, JSON.stringify(outcomes.dropped));
    if (outcomes.created.length > 0) database.run(markCreated, BigInt(clock.now().getTime()), JSON.stringify(outcomes.created));
  };
  return {
    open: () =>
      database
        .all(`SELECT field, code, line FROM intents WHERE state = ${open} ORDER BY line`)
        .map((row) => ({ key: keyFrom(row), line: Number(row.line) })),
    stuck: () => database.all(`SELECT field, code FROM intents WHERE state = ${stuck}`).map(keyFrom),
    isRecent: ({ field, code }) =>
      database.all(`SELECT 1 FROM intents WHERE field = ? AND code = ? AND state = ${created}`, field, code).length > 0,
    stick: ({ field, code }) => commit(() => database.run(`UPDATE intents SET state = ${stuck} WHERE field = ? AND code = ?`, field, code)),
    begin: (intents, outcomes) =>
      commit(() => {
        note(outcomes);
        if (intents.length > 0) database.run(remember, JSON.stringify(intents.map(({ key, line }) => ({ ...key, line }))));
      }),
    settle: (outcomes) => commit(() => note(outcomes)),
    close() {
      database.close();
      lock.release();
    },
  };
}

const keyFrom = ({ field, code }: SqlRow): Key => ({ field: field === 'ean' ? 'ean' : 'sku', code: String(code) });

/** One statement over a JSON array: a statement a row halves the speed of an import. */
const remember = `INSERT INTO intents (field, code, line) SELECT value ->> 'field', value ->> 'code', value ->> 'line' FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET line = excluded.line, state = ${open}`;
const ofKeys = "WHERE (field, code) IN (SELECT value ->> 'field', value ->> 'code' FROM json_each(?))";
const forget = `DELETE FROM intents ${ofKeys}`;
const markCreated = `UPDATE intents SET state = ${created}, at = ? ${ofKeys}`;

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

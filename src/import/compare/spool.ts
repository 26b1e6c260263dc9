import { CliError } from '../../errors.ts';
import { openSqlite, type Sqlite } from '../../system/sqlite.ts';

/** Values on disk, several of them under a number. They come back in the order of the numbers. */
interface Spool<T> {
  add(number: number, value: T): void;
  /** The values under the numbers from `first` to `last`, at most `most` of them. */
  between(first: number, last: number, most?: number): readonly SpoolEntry<T>[];
}

interface SpoolEntry<T> {
  readonly number: number;
  readonly value: T;
}

/** A place on disk for more values than memory is for. */
export interface Scratch {
  /** An empty spool; what an earlier one of this name holds is deleted. */
  spool<T>(name: 'found' | 'near' | 'gone'): Spool<T>;
  close(): void;
}

/** Values that wait for one transaction. */
const batchSize = 500;

/**
 * Opens a private place on disk: a temporary table of SQLite, whose file has no name, and so is gone with the process
 * however it ends. SQLite keeps the first two megabytes in memory.
 * @throws CliError `usage` if libsql has no binary for this platform
 */
export async function openScratch(): Promise<Scratch> {
  const database = await openSqlite(':memory:');
  // The build of libsql would keep temporary tables in memory.
  database.exec('PRAGMA temp_store = FILE; PRAGMA journal_mode = OFF');
  return { spool: (name) => createSpool(database, name), close: () => database.close() };
}

function createSpool<T>(database: Sqlite, name: string): Spool<T> {
  database.exec(
    `DROP TABLE IF EXISTS temp.${name}; CREATE TEMP TABLE ${name} (number INTEGER, place INTEGER, value TEXT, PRIMARY KEY (number, place)) WITHOUT ROWID`,
  );
  let waiting: SpoolEntry<T>[] = [];
  let place = 0;
  const flush = (): void => {
    const values = waiting;
    waiting = [];
    if (values.length === 0) return;
    database.transaction(() => {
      for (const { number, value } of values) {
        // JSON escapes NUL, which SQLite has no place for.
        const bound = [BigInt(number), BigInt(place++), JSON.stringify(value)] as const;
        database.run(`INSERT INTO ${name} VALUES (?, ?, ?)`, ...bound);
      }
    });
  };
  return {
    add(number, value) {
      waiting.push({ number, value });
      if (waiting.length >= batchSize) unlessFull(flush);
    },
    between(first, last, most = -1) {
      unlessFull(flush);
      const rows = database.all(
        `SELECT number, value FROM ${name} WHERE number BETWEEN ? AND ? ORDER BY number, place LIMIT ?`,
        ...[BigInt(first), BigInt(last), BigInt(most)],
      );
      return rows.map(({ number, value }) => ({ number: Number(number), value: JSON.parse(String(value)) as T }));
    },
  };
}

function unlessFull(work: () => void): void {
  try {
    work();
  } catch (cause) {
    const code = String((cause as { readonly code?: unknown }).code ?? '');
    if (!code.startsWith('SQLITE_')) throw cause;
    const why = code === 'SQLITE_FULL' ? 'the disk is full' : code;
    throw new CliError('usage', `The temporary file of the comparison cannot be written (${why}).`, {
      hint: 'Free disk space, or set TMPDIR to a directory on another disk.',
      cause,
    });
  }
}

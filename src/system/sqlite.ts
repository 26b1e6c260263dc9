import { CliError } from '../errors.ts';

/** What may be bound: libsql aborts the process on booleans and objects, and binds numbers as REAL. */
export type SqlValue = string | bigint | null | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue | number>>;

/** One SQLite database, opened through the only door to libsql. Integers come back as `number` where they fit. */
export interface Sqlite {
  /** Runs statements that return nothing and take no parameters. */
  exec(sql: string): void;
  /** Runs one statement; returns how many rows it changed and the last row id. Within `transaction`: libsql leaves the statement, and so an implicit transaction, open. */
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number; readonly lastId: bigint };
  /** The first row, or undefined. */
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined;
  /** All rows. An iterator left early would block checkpoints, so there is none: page with LIMIT. */
  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[];
  /** BEGIN IMMEDIATE, then COMMIT, or ROLLBACK and the first error. libsql's own `transaction()` hides a full disk behind the rollback's error. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens (or creates) a database file, or `:memory:`.
 * @throws CliError `usage` where libsql has no binary for this platform.
 */
export async function openSqlite(path: string): Promise<Sqlite> {
  const Database = await loadLibsql();
  const database = new Database(path);
  const statements = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    exec: (sql) => database.exec(sql),
    run(sql, ...values) {
      const { changes, lastInsertRowid } = prepare(sql).run(bind(values));
      return { changes, lastId: BigInt(lastInsertRowid) };
    },
    get: (sql, ...values) => prepare(sql).get(bind(values)) as SqlRow | undefined,
    all: (sql, ...values) => prepare(sql).all(bind(values)) as readonly SqlRow[],
    transaction: (work) => inTransaction(database, work),
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** The part of libsql that is used. */
interface Libsql {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
interface Statement {
  run(values: readonly SqlValue[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  get(values: readonly SqlValue[]): unknown;
  all(values: readonly SqlValue[]): unknown[];
}

async function loadLibsql(): Promise<new (path: string) => Libsql> {
  try {
    return (await import('libsql')).default as unknown as new (
      path: string,
    ) => Libsql;
  } catch (cause) {
    throw new CliError(
      'usage',
      'SQLite (libsql) is not available on this machine; the import and the sandbox need it.',
      {
        hint: 'Reinstall with optional dependencies, on a platform that libsql supports: npm install --include=optional',
        cause,
      },
    );
  }
}

function bind(values: readonly SqlValue[]): SqlValue[] {
  for (const value of values) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new TypeError('SQLite text must not contain NUL: libsql would cut it there.');
  }
  return [...values];
}

function inTransaction<T>(database: Libsql, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (first) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself (full disk, I/O error); the first error is the one to report.
    }
    throw first;
  }
}

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError } from '../errors.ts';
import { codeOf } from './file-errors.ts';

/** The types to bind: libsql aborts the process on booleans and objects, and binds numbers as REAL. */
export type SqlValue = string | bigint | null | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue | number>>;

/** A SQLite database. Integers are returned as `number` if they fit. */
export interface Sqlite {
  /** Runs statements that return nothing and take no parameters. */
  exec(sql: string): void;
  /**
   * Runs one statement; returns the number of changed rows and the last row ID. Only within `transaction`: libsql
   * leaves the statement, and with it an implicit transaction, open.
   */
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number; readonly lastId: bigint };
  /** The first row, or undefined. */
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined;
  /** All rows. There is no iterator, because one left early blocks checkpoints: page with LIMIT. */
  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[];
  /**
   * BEGIN IMMEDIATE, then COMMIT, or ROLLBACK and the first error; libsql's `transaction()` would throw the error of
   * the rollback. Completes the transaction that `begin` opened, if there is one.
   */
  transaction<T>(work: () => T): T;
  /** Opens a transaction that the next `transaction` completes. */
  begin(): void;
  /** Runs one statement in the transaction that is open, or else in one of its own; returns the number of changed rows. */
  change(sql: string, ...values: readonly SqlValue[]): number;
  /** Takes back what was changed since `begin`, unless it was completed. */
  rollback(): void;
  close(): void;
}

interface OpenOptions {
  /** Nothing writes the file, although it may be locked: it is read without its log and without a lock. */
  readonly isUnchanging?: boolean;
}

/**
 * Opens (or creates) a database file, or `:memory:`. A file that may be another's is opened by `openOwnDatabase` alone.
 * @throws CliError `usage` if libsql has no binary for this platform, or Node does not load it
 */
export async function openSqlite(path: string, { isUnchanging = false }: OpenOptions = {}): Promise<Sqlite> {
  const Database = await loadLibsql();
  const inMemory = path === ':memory:';
  // An absolute path: libsql takes `http://host` for a server, and SQLite `file:` for a URI.
  const database = new Database(isUnchanging ? unchangingFile(path) : inMemory ? path : resolve(path));
  const statements = new Map<string, LibsqlStatement>();
  const queries = new Map<string, PreparedQuery>();
  const prepare = (sql: string): LibsqlStatement => known(statements, sql, () => database.prepare(sql));
  const query = (sql: string): PreparedQuery => known(queries, sql, () => queryOf(database.prepare(sql)));
  const run: Sqlite['run'] = (sql, ...values) => {
    const { changes, lastInsertRowid } = prepare(sql).run(bind(values));
    return { changes, lastId: BigInt(lastInsertRowid) };
  };
  return {
    exec: (sql) => database.exec(sql),
    run,
    get(sql, ...values) {
      const { statement, toRow } = query(sql);
      const found = statement.get(bind(values));
      return found && toRow(found);
    },
    all(sql, ...values) {
      const { statement, toRow } = query(sql);
      return statement.all(bind(values)).map(toRow);
    },
    ...transactionsOf(database, run),
    close() {
      statements.clear();
      queries.clear();
      database.close();
    },
  };
}

/** https://www.sqlite.org/uri.html#uriimmutable */
const unchangingFile = (path: string): string => `${pathToFileURL(path).href}?immutable=1`;

/** The pages of a query in the order of a number, each after the last row of the one before. */
export function* pagesAfter<T>(read: (after: number) => readonly T[], numberOf: (row: T) => number) {
  for (let page = read(0); page.length > 0; page = read(numberOf(page.at(-1) as T))) yield page;
}

/** A statement that returns rows, and what makes one of them of its values. */
interface PreparedQuery {
  readonly statement: LibsqlStatement;
  readonly toRow: (values: readonly SqlCell[]) => SqlRow;
}

type SqlCell = SqlRow[string];

/** libsql returns bare values in half the time of rows with names. */
function queryOf(prepared: LibsqlStatement): PreparedQuery {
  const statement = prepared.raw();
  const names = statement.columns().map(({ name }) => name);
  return {
    statement,
    toRow(values) {
      const row: Record<string, SqlCell> = {};
      for (const [at, name] of names.entries()) row[name] = values[at] as SqlCell;
      return row;
    },
  };
}

function known<T>(cache: Map<string, T>, sql: string, make: () => T): T {
  const cached = cache.get(sql);
  if (cached !== undefined) return cached;
  const made = make();
  cache.set(sql, made);
  return made;
}

/** The part of libsql in use. */
interface Libsql {
  exec(sql: string): void;
  prepare(sql: string): LibsqlStatement;
  close(): void;
}
interface LibsqlStatement {
  run(values: readonly SqlValue[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  raw(): LibsqlStatement;
  columns(): readonly { readonly name: string }[];
  get(values: readonly SqlValue[]): readonly SqlCell[] | undefined;
  all(values: readonly SqlValue[]): readonly (readonly SqlCell[])[];
}

async function loadLibsql(): Promise<new (path: string) => Libsql> {
  try {
    return (await import('libsql')).default as unknown as new (
      path: string,
    ) => Libsql;
  } catch (cause) {
    // EMFILE, ENFILE: the files of libsql are there, and cannot be opened.
    if (/^E[MN]FILE$/.test(codeOf(cause)) || /too many open files/i.test(String(cause))) throw cause;
    throw unavailable(cause);
  }
}

function unavailable(cause: unknown): CliError {
  const { code, message } = cause as NodeJS.ErrnoException;
  // With --permission or --no-addons.
  if (code === 'ERR_DLOPEN_DISABLED')
    return new CliError(
      'usage',
      'Node does not load add-ons, and SQLite (libsql) is one. Imports and the sandbox need it.',
      {
        hint: 'Start Node with --allow-addons as well as --permission, and without --no-addons.',
        cause,
      },
    );
  if (code === 'ERR_DLOPEN_FAILED')
    return new CliError('usage', `SQLite (libsql) cannot be loaded: ${message.split('\n', 1)[0]}`, {
      hint: 'Reinstall on this machine: npm install --include=optional',
      cause,
    });
  return new CliError('usage', 'SQLite (libsql) is not installed. Imports and the sandbox need it.', {
    hint: 'Reinstall with optional dependencies: npm install --include=optional',
    cause,
  });
}

/** Whether a statement was refused because of what it would have written. */
export const isConstraint = (error: unknown): boolean =>
  String((error as { readonly code?: unknown }).code).startsWith('SQLITE_CONSTRAINT');

/** Text from outside as SQLite can keep it: libsql aborts the process at half a surrogate pair, and cuts text at NUL. */
export const storable = <T extends string | null>(text: T): T =>
  (text?.toWellFormed().replaceAll('\0', '\ufffd') ?? null) as T;

function bind(values: readonly SqlValue[]): SqlValue[] {
  for (const value of values) {
    if (typeof value !== 'string') continue;
    if (value.includes('\0')) throw new TypeError('SQLite text must not contain NUL: libsql would cut it there.');
    if (!value.isWellFormed())
      throw new TypeError('SQLite text must not contain half of a character: libsql would end the process.');
  }
  return [...values];
}

/** One transaction at a time, which may be begun before the work that completes it. */
function transactionsOf(
  database: Libsql,
  run: Sqlite['run'],
): Pick<Sqlite, 'transaction' | 'begin' | 'change' | 'rollback'> {
  let isBegun = false;
  const begin = (): void => {
    if (!isBegun) database.exec('BEGIN IMMEDIATE');
    isBegun = true;
  };
  const rollback = (): void => {
    if (!isBegun) return;
    isBegun = false;
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back (full disk, I/O error): the first error says why.
    }
  };
  const transaction = <T>(work: () => T): T => {
    begin();
    try {
      const result = work();
      database.exec('COMMIT');
      isBegun = false;
      return result;
    } catch (first) {
      rollback();
      throw first;
    }
  };
  const change: Sqlite['change'] = (sql, ...values) =>
    (isBegun ? run(sql, ...values) : transaction(() => run(sql, ...values))).changes;
  return { transaction, begin, change, rollback };
}

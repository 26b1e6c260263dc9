import { CliError } from '../errors.ts';
import { openSqlite, type Sqlite } from '../sqlite.ts';
import { addProducts, addShelves } from './first-data.ts';
import { addRecords } from './first-records.ts';
import { applicationId, schema, schemaVersion } from './schema.ts';

export interface DatabaseOptions {
  /** A file path, or `:memory:`. */
  readonly path: string;
  /** A new database gets categories and manufacturers, but no records. */
  readonly empty: boolean;
  readonly now: () => Date;
}

/**
 * Opens a sandbox's database; a new one gets its tables and the first data.
 * @throws CliError `usage` when the file cannot be opened, is no database, or is not one of this version's sandbox.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Sqlite> {
  let database: Sqlite | undefined;
  try {
    database = await openSqlite(options.path);
    // A second process (`--store sandbox` beside a running sandbox) may be writing: wait for it. Losing the last commits in a power cut is fine here.
    database.exec('PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-65536');
    prepare(database, options);
    return database;
  } catch (cause) {
    database?.close();
    throw cause instanceof CliError ? cause : unusable(options.path, cause);
  }
}

/** The token kept in this database; when there is none yet, a new one is made and kept. */
export function keptToken(database: Sqlite, makeToken: () => string): string {
  return database.transaction(() => {
    database.run("INSERT INTO settings VALUES ('token', ?) ON CONFLICT DO NOTHING", makeToken());
    return String(database.get("SELECT value FROM settings WHERE name = 'token'")?.value);
  });
}

function prepare(database: Sqlite, options: DatabaseOptions): void {
  database.transaction(() => {
    if (isNew(database)) fill(database, options);
    else checkOwn(database, options.path);
  });
}

const isNew = (database: Sqlite): boolean => database.get('SELECT count(*) AS tables FROM sqlite_master')?.tables === 0;

function fill(database: Sqlite, { empty, now }: DatabaseOptions): void {
  database.exec(`${schema}; PRAGMA application_id=${applicationId}; PRAGMA user_version=${schemaVersion}`);
  addShelves(database);
  if (empty) return;
  addProducts(database, now());
  addRecords({ database, now, customerGroups: false });
}

function checkOwn(database: Sqlite, path: string): void {
  const own = database.get('PRAGMA application_id')?.application_id === applicationId;
  if (own && database.get('PRAGMA user_version')?.user_version === schemaVersion) return;
  const whose = own ? 'a sandbox of another version of shop-cli' : 'another program';
  throw new CliError('usage', `The database ${path} belongs to ${whose}.`, { hint: 'Name another file with --db, or delete this one.' });
}

function unusable(path: string, cause: unknown): CliError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CliError('usage', `The sandbox cannot use the database ${path}: ${reason}.`, {
    hint: 'Name a file in a folder you may write to with --db, or delete the file if it is damaged.',
    cause,
  });
}

import { CliError } from '../../errors.ts';
import { ForeignDatabase, openOwnDatabase } from '../../system/own-database.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { addProducts, addRecords } from '../first-data/fill.ts';
import { addPeople, openingOf } from '../people/fill.ts';
import type { PeopleOptions } from '../people/options.ts';
import { productTable } from '../products/table.ts';
import { documents } from './records.ts';

/** Raised by every change of the schema: a database of another version is not opened. */
const schemaVersion = 8;

/** Marks a database as a sandbox's ("shop"): the database of another program is never written to. */
const applicationId = 0x73686f70;

const schema = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  ${productTable}
  ${documents.map(({ schema: table }) => table).join('')}
  PRAGMA application_id=${applicationId}; PRAGMA user_version=${schemaVersion}`;

interface DatabaseOptions {
  /** A file path, or `:memory:`. */
  readonly path: string;
  /** A new database gets no records. */
  readonly empty: boolean;
  /** People to add to a new database, with their baskets and orders. */
  readonly people?: PeopleOptions | undefined;
  readonly now: () => Date;
  /** Who runs this process: a database of another user is refused. */
  readonly userId?: number | undefined;
}

/**
 * Opens a sandbox's database; a new one gets its tables and the first data.
 * @throws CliError `usage` when the file cannot be opened, is no database, or is not one of this version's sandbox.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Sqlite> {
  const { path, people, userId } = options;
  const begin = (database: Sqlite): void => {
    // Another process (`--store sandbox` during a running sandbox) may be writing: wait for it.
    database.exec('PRAGMA busy_timeout=5000');
    if (isNew(database)) return;
    if (people) throw notNew(path);
    checkOwn(database, path);
  };
  let database: Sqlite | undefined;
  try {
    database = await openOwnDatabase(path, { begin, schemas: [schema], userId });
    prepare(database, options);
    return database;
  } catch (cause) {
    database?.close();
    throw errorOf(cause, path);
  }
}

function prepare(database: Sqlite, options: DatabaseOptions): void {
  database.exec(pragmas);
  database.transaction(() => {
    if (isNew(database)) fill(database, options);
    if (hasOddText(database)) throw altered(options.path);
  });
}

function errorOf(cause: unknown, path: string): CliError {
  if (cause instanceof CliError) return cause;
  if (cause instanceof ForeignDatabase) return altered(path);
  const reason = cause instanceof Error ? cause.message : String(cause);
  return refused(`The sandbox cannot use the database ${path}: ${reason}.`, cause);
}

const notNew = (path: string): CliError =>
  new CliError('usage', `The database ${path} exists. People are added to a new one.`, {
    field: '--db',
    hint: `Choose another file with --db, or serve what is there: shop-cli sandbox --db ${path}`,
  });

const pragmas = 'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-65536';

/** People paste the token into a shell. */
const hasOddText = (database: Sqlite): boolean =>
  database.get("SELECT 1 FROM settings WHERE name = 'token' AND value GLOB '*[^0-9a-f]*'") !== undefined;

/** The token stored in this database; a new one is made and stored if there is none. */
export function storedToken(database: Sqlite, makeToken: () => string): string {
  return database.transaction(() => {
    database.run("INSERT INTO settings VALUES ('token', ?) ON CONFLICT DO NOTHING", makeToken());
    return String(database.get("SELECT value FROM settings WHERE name = 'token'")?.value);
  });
}

const isNew = (database: Sqlite): boolean => database.get('SELECT count(*) AS tables FROM sqlite_master')?.tables === 0;

function fill(database: Sqlite, { empty, people, now }: DatabaseOptions): void {
  database.exec(schema);
  if (empty) return void database.run("INSERT INTO settings VALUES ('empty', '')");
  const store = { database, now, customerGroups: false };
  // The first records are the oldest: a list of baskets is in the order of their dates.
  const opening = people ? openingOf(now()) : now();
  addProducts(database, opening);
  addRecords({ ...store, now: () => opening });
  if (people) addPeople(store, people);
}

function checkOwn(database: Sqlite, path: string): void {
  const own = database.get('PRAGMA application_id')?.application_id === applicationId;
  if (own && database.get('PRAGMA user_version')?.user_version === schemaVersion) return;
  const whose = own ? 'a sandbox of another version of shop-cli' : 'another program';
  throw refused(`The database ${path} belongs to ${whose}.`);
}

const refused = (message: string, cause?: unknown): CliError =>
  new CliError('usage', message, {
    hint: 'Choose another file with sandbox --db or --store sandbox:<file>, or delete this one.',
    cause,
  });

const altered = (path: string): CliError =>
  refused(`Another program has changed the database ${path}. It is not used.`);

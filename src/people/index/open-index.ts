import { createHmac } from 'node:crypto';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { codeOf } from '../../system/file-errors.ts';
import { ForeignDatabase, openOwnDatabase } from '../../system/own-database.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { ChangedPeople } from './changed-people.ts';
import { IndexDatabase } from './index-database.ts';
import { reasonOf } from './index-faults.ts';
import { KnownBaskets } from './known-baskets.ts';
import { PeopleIndex } from './people-index.ts';

/** Why an index was made anew. */
export type Renewal = 'lost key' | 'other store' | 'damaged' | 'foreign' | 'other version';

export interface IndexPlace {
  readonly path: string;
  readonly storeId: string;
  /** In hex. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface OpenedIndex {
  readonly index: PeopleIndex;
  readonly renewal: Renewal | undefined;
}

/**
 * Opens the index of a store, or makes it. One that this key did not make says nothing, and is made anew.
 * @throws CliError `usage` where its file cannot be used
 */
export async function openPeopleIndex(place: IndexPlace, files: Context['files']): Promise<OpenedIndex> {
  await files.ensurePrivate(place.path);
  let renewal: Renewal | undefined;
  try {
    const database = await openAt(place, files.userId);
    renewal = renewalOf(database, place);
    if (renewal === undefined) return { index: new PeopleIndex(database, place.key), renewal };
    database.close();
  } catch (error) {
    renewal = (await isOfVersionBefore(place, files.userId)) ? 'other version' : renewalFor(error);
    if (renewal === undefined) throw unusable(place.path, error);
  }
  await emptyFile(place.path, files);
  return { index: await freshIndex(place, files.userId), renewal };
}

/**
 * Opens the index of a store as it is; undefined where there is none, or where it would be made anew.
 * @param keyOf is asked only for an index that has a key
 * @throws CliError `usage` where its file cannot be used
 */
export async function openKnownIndex(
  place: Omit<IndexPlace, 'key'>,
  keyOf: () => Promise<string>,
  files: Context['files'],
): Promise<PeopleIndex | undefined> {
  if ((files.fileId(place.path)?.bytes ?? 0) === 0) return undefined;
  try {
    const database = await openAt(place, files.userId);
    const key = hasIdsAlone(database) ? undefined : await keyOf();
    if (key !== undefined && renewalOf(database, { ...place, key }) === undefined)
      return new PeopleIndex(database, key);
    database.close();
    return undefined;
  } catch (error) {
    if (renewalFor(error) !== undefined) return undefined;
    throw unusable(place.path, error);
  }
}

const openAt = ({ path }: Pick<IndexPlace, 'path'>, userId: number | undefined): Promise<Sqlite> =>
  openOwnDatabase(path, { schemas: [tables], begin: configure, userId });

/** Undefined where the file cannot be used: a new index could not be either. */
function renewalFor(error: unknown): Renewal | undefined {
  if (error instanceof ForeignDatabase) return 'foreign';
  // A table or a column is missing.
  const isDamaged = /CORRUPT|NOTADB|^SQLITE_ERROR$/.test(codeOf(error));
  return isDamaged ? 'damaged' : undefined;
}

/** What is known of a store by IDs alone, which needs no key. */
export interface OpenedIds {
  readonly baskets: KnownBaskets;
  readonly changed: ChangedPeople;
  /** Why nothing more is kept; undefined while all is. */
  fault(): string | undefined;
  close(): void;
}

/**
 * Makes an index that knows IDs alone, until a search gives it a key.
 * @throws CliError `usage` where its file cannot be used
 */
export async function makeIds(place: Omit<IndexPlace, 'key'>, files: Context['files']): Promise<void> {
  try {
    await files.ensurePrivate(place.path);
    const database = await openAt(place, files.userId);
    if (!hasTables(database)) makeTables(database, place);
    database.close();
  } catch (error) {
    throw unusable(place.path, error);
  }
}

/**
 * Opens what an index knows by IDs. Undefined where there is no index that the next search would use as it is.
 * @throws CliError `usage` where its file cannot be used
 */
export async function openIds(
  place: Pick<IndexPlace, 'path' | 'storeId'>,
  files: Context['files'],
): Promise<OpenedIds | undefined> {
  if ((files.fileId(place.path)?.bytes ?? 0) === 0) return undefined;
  try {
    const sql = await openAt(place, files.userId);
    const database = new IndexDatabase(sql);
    if (readable.has(database.fact('version') ?? '') && database.fact('store') === place.storeId)
      return {
        baskets: new KnownBaskets(database),
        changed: new ChangedPeople(database),
        fault: () => database.fault,
        close: sql.close,
      };
    sql.close();
    return undefined;
  } catch (error) {
    if (renewalFor(error) !== undefined) return undefined;
    throw unusable(place.path, error);
  }
}

const inMemory = ':memory:';

/** An index that ends with this search, where none can be kept. */
export const passingIndex = (place: IndexPlace): Promise<PeopleIndex> =>
  freshIndex({ ...place, path: inMemory }, undefined);

/** Forgets everybody. Returns whether there was an index. */
export async function forgetIndex(path: string, files: Context['files']): Promise<boolean> {
  if ((files.fileId(path)?.bytes ?? 0) === 0) return false;
  await emptyFile(path, files);
  return true;
}

/** SQLite deletes a journal beside an empty file (https://www.sqlite.org/lockingv3.html#hot_journals). */
async function emptyFile(path: string, files: Context['files']): Promise<void> {
  const file = await files.create(path, { isOfPeople: true });
  await file.close();
}

async function freshIndex(place: IndexPlace, userId: number | undefined): Promise<PeopleIndex> {
  try {
    const database = await openAt(place, userId);
    makeTables(database, place);
    return new PeopleIndex(database, place.key, place.path === inMemory);
  } catch (error) {
    throw unusable(place.path, error);
  }
}

/** Grows with every change of the tables, and of how parts are folded. */
const version = 6;

const productTable = '\nCREATE TABLE ordered (entry INTEGER PRIMARY KEY, products BLOB NOT NULL);';

const emailTables = `
CREATE TABLE outdated (entry INTEGER PRIMARY KEY);
CREATE TABLE missing (kind INTEGER NOT NULL, id TEXT NOT NULL, since INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (kind, id)) WITHOUT ROWID;`;

const tables = `
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, id TEXT NOT NULL, customer TEXT, date TEXT NOT NULL,
  addresses_at INTEGER NOT NULL DEFAULT 0, UNIQUE (kind, id));
CREATE INDEX orders ON entry (customer) WHERE customer IS NOT NULL;
CREATE TABLE part (hash INTEGER NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (hash, entry)) WITHOUT ROWID;
CREATE TABLE basket (id TEXT PRIMARY KEY, customer TEXT NOT NULL, order_id TEXT, date TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX baskets ON basket (customer);
CREATE TABLE changed (id TEXT PRIMARY KEY, mark TEXT NOT NULL) WITHOUT ROWID;
${emailTables}${productTable}`;

/** What makes the next version of an index that knows the same IDs: it is extended, and not made anew. */
const extensions: ReadonlyMap<string, readonly string[]> = new Map([
  // Knows no parts of e-mail addresses: people are read again by a search that needs them.
  ['4', [emailTables, 'INSERT INTO outdated SELECT number FROM entry WHERE customer IS NULL', productTable]],
  // Knows no products of orders: each order is read again by the first list that needs them.
  ['5', [productTable]],
]);

/** Versions with the same IDs. */
const readable: ReadonlySet<string> = new Set([String(version), ...extensions.keys()]);

/** Those of version 2, to tell it from a file of another program. */
const tablesBefore = `
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, id TEXT NOT NULL, customer TEXT, date TEXT NOT NULL,
  has_addresses INTEGER NOT NULL DEFAULT 0, UNIQUE (kind, id));
CREATE INDEX orders ON entry (customer) WHERE customer IS NOT NULL;
CREATE TABLE part (hash INTEGER NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (hash, entry)) WITHOUT ROWID;`;

async function isOfVersionBefore({ path }: IndexPlace, userId: number | undefined): Promise<boolean> {
  try {
    const database = await openOwnDatabase(path, { schemas: [tablesBefore], begin: configure, userId });
    const hasAny = hasTables(database);
    database.close();
    return hasAny;
  } catch {
    return false;
  }
}

/** @param place without a key, the index has IDs alone */
function makeTables(database: Sqlite, place: IndexPlace | Omit<IndexPlace, 'key'>): void {
  database.transaction(() => {
    database.exec(tables);
    setFacts(database, { store: place.storeId, version: String(version), made: String(place.now) });
    if ('key' in place) setFacts(database, { check: checkOf(place) });
  });
}

function setFacts(database: Sqlite, facts: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(facts))
    database.run('INSERT OR REPLACE INTO fact VALUES (?, ?)', name, value);
}

const hasTables = (database: Sqlite): boolean => database.get('SELECT 1 FROM sqlite_master') !== undefined;

/** Whether no search has made hashes yet. */
const hasIdsAlone = (database: Sqlite): boolean =>
  hasTables(database) &&
  factIn(database, 'check') === undefined &&
  database.get('SELECT 1 FROM entry LIMIT 1') === undefined;

const factIn = (database: Sqlite, name: string): unknown =>
  database.get('SELECT value FROM fact WHERE name = ?', name)?.value;

/** Another search may write for a moment. What a power cut damages is made anew. */
const configure = (database: Sqlite): void =>
  database.exec('PRAGMA busy_timeout = 10000; PRAGMA secure_delete = ON; PRAGMA synchronous = NORMAL');

function renewalOf(database: Sqlite, place: IndexPlace): Renewal | undefined {
  if (!hasTables(database)) {
    makeTables(database, place);
    return undefined;
  }
  const factOf = (name: string): unknown => factIn(database, name);
  if (!readable.has(String(factOf('version')))) return 'other version';
  if (factOf('store') !== place.storeId) return 'other store';
  if (hasIdsAlone(database)) setFacts(database, { check: checkOf(place), made: String(place.now) });
  if (factOf('check') !== checkOf(place)) return 'lost key';
  extend(database, extensions.get(String(factOf('version'))));
  // Fails where a table is missing.
  database.get('SELECT 1 FROM entry LEFT JOIN part ON entry = number LIMIT 1');
  return undefined;
}

function extend(database: Sqlite, statements: readonly string[] | undefined): void {
  if (statements === undefined) return;
  database.transaction(() => {
    for (const sql of statements) database.exec(sql);
    database.run("UPDATE fact SET value = ? WHERE name = 'version'", String(version));
  });
}

const checkOf = ({ key, storeId }: IndexPlace): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(`index of ${storeId}`).digest('hex');

function unusable(path: string, cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  return new CliError('usage', `The index ${path} cannot be used: ${reasonOf(cause)}.`, { field: path, cause });
}

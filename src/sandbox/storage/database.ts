import { CliError } from '../../errors.ts';
import { openSqlite, type Sqlite } from '../../system/sqlite.ts';
import { addCatalogue, addProducts, addRecords } from '../first-data/fill.ts';

interface DatabaseOptions {
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
    // Another process (`--store sandbox` during a running sandbox) may be writing: wait for it.
    database.exec('PRAGMA busy_timeout=5000');
    if (!isNew(database)) checkOwn(database, options.path);
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-65536');
    prepare(database, options);
    return database;
  } catch (cause) {
    database?.close();
    throw cause instanceof CliError ? cause : unusable(options.path, cause);
  }
}

/** The token stored in this database; a new one is made and stored if there is none. */
export function storedToken(database: Sqlite, makeToken: () => string): string {
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
  addCatalogue(database);
  if (empty) return;
  addProducts(database, now());
  addRecords({ database, now, customerGroups: false });
}

function checkOwn(database: Sqlite, path: string): void {
  const own = database.get('PRAGMA application_id')?.application_id === applicationId;
  if (own && database.get('PRAGMA user_version')?.user_version === schemaVersion) return;
  const whose = own ? 'a sandbox of another version of shop-cli' : 'another program';
  throw new CliError('usage', `The database ${path} belongs to ${whose}.`, {
    hint: 'Choose another file with --db, or delete this one.',
  });
}

function unusable(path: string, cause: unknown): CliError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CliError('usage', `The sandbox cannot use the database ${path}: ${reason}.`, {
    hint: 'Choose a file in a writable folder with --db, or delete the file if it is damaged.',
    cause,
  });
}

/** Raised by every change of the schema: a database of another version is not opened. */
const schemaVersion = 2;

/** Marks a database as a sandbox's ("shop"): the database of another program is never written to. */
const applicationId = 0x73686f70;

/**
 * The tables of the store. Amounts are INTEGER ten-thousandths. Sums that may exceed 64 bits are TEXT.
 *
 * Products are only ever appended: their ids are dense from the first on, and so are the places of `variants`. A page
 * at any offset is therefore a seek, never a count. `variants` holds one row for every record of the full list: a
 * product without options has one.
 *
 * All other records have their fields in `members`, as the JSON of the API, next to the columns they are found by. Ids
 * are never reused, and those of different tables lie apart, so that one is not taken for another.
 */
const schema = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE categories (id INTEGER PRIMARY KEY, parentId INTEGER NOT NULL, names TEXT NOT NULL);
  CREATE TABLE manufacturers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);

  CREATE TABLE products (
    id INTEGER PRIMARY KEY,
    sku TEXT NOT NULL, ean TEXT NOT NULL, model TEXT NOT NULL,
    name TEXT NOT NULL, nameFolded TEXT NOT NULL,
    quantity INTEGER NOT NULL, minimumQuantity INTEGER NOT NULL,
    price INTEGER NOT NULL, purchasePrice INTEGER NOT NULL,
    status INTEGER NOT NULL, taxRate INTEGER NOT NULL,
    categoryId INTEGER NOT NULL, manufacturerId INTEGER NOT NULL,
    description TEXT NOT NULL, image TEXT NOT NULL, dateAdded TEXT NOT NULL,
    more TEXT NOT NULL
  );
  CREATE INDEX productsBySku ON products (sku) WHERE sku <> '';
  CREATE INDEX productsByEan ON products (ean) WHERE ean <> '';
  CREATE INDEX productsByCategory ON products (categoryId) WHERE categoryId <> 0;
  CREATE INDEX productsByManufacturer ON products (manufacturerId) WHERE manufacturerId <> 0;

  CREATE TABLE variants (
    place INTEGER PRIMARY KEY,
    productId INTEGER NOT NULL,
    stockId INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    attributes TEXT NOT NULL
  );
  CREATE INDEX variantsByProduct ON variants (productId);

  CREATE TABLE productTexts (
    productId INTEGER NOT NULL, language TEXT NOT NULL,
    name TEXT NOT NULL, nameFolded TEXT NOT NULL, description TEXT NOT NULL,
    PRIMARY KEY (productId, language)
  ) WITHOUT ROWID;

  CREATE TABLE totals (
    list TEXT PRIMARY KEY,
    rows INTEGER NOT NULL,
    value TEXT NOT NULL, purchaseValue TEXT NOT NULL, quantity TEXT NOT NULL, minimumQuantity TEXT NOT NULL,
    lowestPrice INTEGER, highestPrice INTEGER
  ) WITHOUT ROWID;
  INSERT INTO totals VALUES ('main', 0, '0', '0', '0', '0', NULL, NULL), ('full', 0, '0', '0', '0', '0', NULL, NULL);

  CREATE TABLE customers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT, password TEXT NOT NULL,
    members TEXT NOT NULL,
    billingAddressId INTEGER NOT NULL DEFAULT 0, deliveryAddressId INTEGER NOT NULL DEFAULT 0,
    loyaltyPoints INTEGER NOT NULL,
    dateCreated TEXT NOT NULL, lastModified TEXT NOT NULL
  );
  CREATE UNIQUE INDEX customersByAccount ON customers (account) WHERE account IS NOT NULL;

  CREATE TABLE addresses (id INTEGER PRIMARY KEY AUTOINCREMENT, customerId INTEGER NOT NULL, members TEXT NOT NULL);
  CREATE INDEX addressesByCustomer ON addresses (customerId);

  CREATE TABLE baskets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    basketKey TEXT NOT NULL UNIQUE,
    orderId INTEGER,
    members TEXT NOT NULL,
    dateCreated TEXT NOT NULL, lastModified TEXT
  );
  CREATE INDEX basketsByCustomer ON baskets (json_extract(members, '$.customerId'));
  CREATE INDEX basketsByOrder ON baskets (orderId) WHERE orderId IS NOT NULL;

  CREATE TABLE basketLines (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    basketId INTEGER NOT NULL,
    uprid TEXT NOT NULL,
    members TEXT NOT NULL,
    UNIQUE (basketId, uprid)
  );

  CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, record TEXT NOT NULL);

  INSERT INTO sqlite_sequence VALUES
    ('customers', 100), ('addresses', 300), ('baskets', 700), ('orders', 1000), ('basketLines', 2000000000);
`;

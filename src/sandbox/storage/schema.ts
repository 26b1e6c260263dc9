/** Raised by every change of the schema: a database of another version is not opened. */
export const schemaVersion = 4;

/** Marks a database as a sandbox's ("shop"): the database of another program is never written to. */
export const applicationId = 0x73686f70;

const variantCodes = `
  CREATE INDEX variantsBySku ON variants (sku) WHERE sku <> '';
  CREATE INDEX variantsByEan ON variants (ean) WHERE ean <> '';`;

/** What makes a database of version 2 one of this version. */
export const fromVersion2 = `
  ALTER TABLE products ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
  UPDATE products SET place = id - (SELECT min(id) FROM products);
  CREATE INDEX productsByPlace ON products (place);
  ALTER TABLE variants ADD COLUMN sku TEXT NOT NULL DEFAULT '';
  ALTER TABLE variants ADD COLUMN ean TEXT NOT NULL DEFAULT '';
  ALTER TABLE products ADD COLUMN record TEXT NOT NULL DEFAULT '';
  ALTER TABLE variants ADD COLUMN record TEXT NOT NULL DEFAULT '';
${variantCodes}
  PRAGMA user_version=${schemaVersion};`;

/**
 * The tables of the store. Amounts are INTEGER ten-thousandths. Sums that may exceed 64 bits are TEXT.
 *
 * Products are only ever appended: their places are dense, and so are those of `variants`. A page at any offset is
 * therefore a seek, never a count. `variants` holds one row for every record of the full list: a product without options
 * has one. Codes of its own, and the record as it was received, are there only in the copy of another store.
 *
 * All other records have their fields in `members`, as the JSON of the API, next to the columns they are found by. Ids
 * are never reused, and those of different tables lie apart, so that one is not taken for another.
 */
export const schema = `
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
    more TEXT NOT NULL,
    place INTEGER NOT NULL,
    record TEXT NOT NULL
  );
  CREATE INDEX productsByPlace ON products (place);
  CREATE INDEX productsBySku ON products (sku) WHERE sku <> '';
  CREATE INDEX productsByEan ON products (ean) WHERE ean <> '';
  CREATE INDEX productsByCategory ON products (categoryId) WHERE categoryId <> 0;
  CREATE INDEX productsByManufacturer ON products (manufacturerId) WHERE manufacturerId <> 0;

  CREATE TABLE variants (
    place INTEGER PRIMARY KEY,
    productId INTEGER NOT NULL,
    stockId INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    attributes TEXT NOT NULL,
    sku TEXT NOT NULL DEFAULT '', ean TEXT NOT NULL DEFAULT '', record TEXT NOT NULL DEFAULT ''
  );
  CREATE INDEX variantsByProduct ON variants (productId);
${variantCodes}

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

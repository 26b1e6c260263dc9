import { documents } from './records.ts';

/** Raised by every change of the schema: a database of another version is not opened. */
export const schemaVersion = 5;

/** Marks a database as a sandbox's ("shop"): the database of another program is never written to. */
export const applicationId = 0x73686f70;

/**
 * The tables of the store. Amounts are INTEGER ten-thousandths. Sums that may exceed 64 bits are TEXT.
 *
 * Products are only ever appended: their places are dense, and so are those of `variants`. A page at any offset is
 * therefore a seek, never a count. `variants` holds one row for every record of the full list: a product without options
 * has one. Codes of its own, and the record as it was received, are there only in the copy of another store.
 *
 * All other records are documents.
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
    sku TEXT NOT NULL, ean TEXT NOT NULL, record TEXT NOT NULL
  );
  CREATE INDEX variantsByProduct ON variants (productId);
  CREATE INDEX variantsBySku ON variants (sku) WHERE sku <> '';
  CREATE INDEX variantsByEan ON variants (ean) WHERE ean <> '';

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

${documents.map(({ schema: tables }) => tables).join('')}
`;

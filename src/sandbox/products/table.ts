import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import type { Stored } from '../storage/documents.ts';
import { fold } from './filters.ts';
import type { Product } from './product.ts';
import { emptyTotals, plus, storedTotals, storeTotals } from './totals.ts';

/**
 * A row is a product, or one combination of its options: columns for what is searched and added up, the rest as JSON.
 * Amounts are ten-thousandths; names are folded, `names` has those in other languages.
 *
 * Products are only ever appended. The list of all records and the list of main products each count their rows from 0
 * on, so that a page at any offset is a seek. A product without options is a row of both.
 */
export const productTable = `
  CREATE TABLE products (
    productId INTEGER NOT NULL, place INTEGER, mainPlace INTEGER,
    sku TEXT NOT NULL, ean TEXT NOT NULL, model TEXT NOT NULL, name TEXT NOT NULL, names TEXT,
    quantity INTEGER NOT NULL, minimumQuantity INTEGER NOT NULL,
    price INTEGER NOT NULL, purchasePrice INTEGER NOT NULL,
    categoryId INTEGER NOT NULL, manufacturerId INTEGER NOT NULL,
    record TEXT NOT NULL
  );
  CREATE INDEX productsById ON products (productId);
  CREATE INDEX productsByPlace ON products (place) WHERE place IS NOT NULL;
  CREATE INDEX productsByMainPlace ON products (mainPlace) WHERE mainPlace IS NOT NULL;
  CREATE INDEX productsBySku ON products (sku) WHERE sku <> '';
  CREATE INDEX productsByEan ON products (ean) WHERE ean <> '';
  CREATE INDEX productsByCategory ON products (categoryId) WHERE categoryId <> 0;
  CREATE INDEX productsByManufacturer ON products (manufacturerId) WHERE manufacturerId <> 0;
  INSERT INTO settings VALUES ('totals', '${emptyTotals}');`;

/** Where a row is in the list of all records, and in that of main products. */
export interface Places {
  readonly place?: number | undefined;
  readonly mainPlace?: number | undefined;
}

/** Appends products within one transaction. */
export interface Append {
  /** Appends a product, with its combinations of options. */
  add(product: Product, options?: readonly Partial<Product>[]): Stored<Product>;
  /** Writes the totals: the last thing before the commit. */
  end(): void;
}

/** The id of the first product. */
const firstProductId = 200;

/** For one transaction: the last id and the totals are read once, and the totals written once. */
export function appendTo(database: Sqlite): Append {
  let known: ReturnType<typeof readEnd> | undefined;
  return {
    add(product, options = []) {
      known ??= readEnd(database);
      const { totals } = known;
      const id = known.nextId++;
      const place = Number(totals.full.rows);
      const mainPlace = Number(totals.main.rows);
      const variants = options.map((option) => ({ ...product, ...option }));
      insertProduct(database, id, product, variants.length > 0 ? { mainPlace } : { place, mainPlace });
      for (const [at, variant] of variants.entries()) insertProduct(database, id, variant, { place: place + at });
      const records = variants.length > 0 ? variants : [product];
      known.totals = { main: plus(totals.main, product), full: records.reduce(plus, totals.full) };
      return Object.assign({ id }, product);
    },
    end() {
      if (known) storeTotals(database, known.totals);
    },
  };
}

function readEnd(database: Sqlite) {
  const lastId = Number(database.get('SELECT max(productId) AS id FROM products')?.id ?? 0);
  return { nextId: (lastId || firstProductId - 1) + 1, totals: storedTotals(database) };
}

/** Appends one row. */
export function insertProduct(database: Sqlite, id: number, product: Product, { place, mainPlace }: Places): void {
  const { sku, ean, model, quantity, minimumQuantity, price, purchasePrice, ...others } = product;
  const { categoryId, manufacturerId, ...record } = others;
  const { nl, ...translations } = product.texts;
  const names = Object.entries(translations).map(([language, { name }]) => [language, fold(name)]);
  database.run(
    'INSERT INTO products VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    BigInt(id),
    place === undefined ? null : BigInt(place),
    mainPlace === undefined ? null : BigInt(mainPlace),
    sku,
    ean,
    model,
    fold(nl?.name ?? ''),
    names.length > 0 ? JSON.stringify(Object.fromEntries(names)) : null,
    BigInt(quantity),
    BigInt(minimumQuantity),
    BigInt(price),
    BigInt(purchasePrice),
    BigInt(categoryId),
    BigInt(manufacturerId),
    JSON.stringify(record),
  );
}

/** The columns of a row that `productIn` reads. */
export const productColumns =
  'productId AS id, sku, ean, model, quantity, minimumQuantity, price, purchasePrice, categoryId, manufacturerId, record';

/** The product in a row. */
export const productIn = (row: SqlRow): Stored<Product> => Object.assign(JSON.parse(String(row.record)), row);

/** One main product: by its id, else by its exact SKU, the oldest first. */
export function findProduct(database: Sqlite, idOrSku: string): Stored<Product> | undefined {
  const byId = /^[1-9]\d{0,14}$/.test(idOrSku) ? productById(database, BigInt(idOrSku)) : undefined;
  if (byId || idOrSku.includes('\0')) return byId;
  return mainProduct(database, "sku = ? AND sku <> ''", idOrSku);
}

/** One main product by its id alone. */
export const productById = (database: Sqlite, id: bigint): Stored<Product> | undefined =>
  mainProduct(database, 'productId = ?', id);

function mainProduct(database: Sqlite, where: string, value: string | bigint): Stored<Product> | undefined {
  const row = database.get(
    `SELECT ${productColumns} FROM products WHERE ${where} AND mainPlace IS NOT NULL ORDER BY productId LIMIT 1`,
    value,
  );
  return row && productIn(row);
}

/** What each record of a product chooses. */
export const attributesOf = (database: Sqlite, id: bigint): readonly Product['attributes'][] =>
  database
    .all(`SELECT ${productColumns} FROM products WHERE productId = ?`, id)
    .map((row) => productIn(row).attributes);

import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import type { Stored } from '../storage/documents.ts';
import { fold } from './filters.ts';
import type { ProductRecord } from './product.ts';
import { emptyTotals, type List, plus, storedTotals, storeTotals, type Totals } from './totals.ts';

/** The fields of a product that are searched, shown or added up, each in a column. Amounts are ten-thousandths. */
const texts = ['sku', 'ean', 'model'] as const;
const numbers = ['quantity', 'minimumQuantity', 'price', 'purchasePrice', 'categoryId', 'manufacturerId'] as const;
const columns: readonly string[] = [...texts, ...numbers];

/**
 * A row is a product, or one combination of its options: columns for what is searched and added up, the rest as JSON.
 * Names are folded, `names` has those in other languages.
 *
 * Products are only ever appended. The list of all records and the list of main products each count their rows from 0
 * on, so that a page at any offset is a seek; -1 is not in the list. A product without options is a row of both.
 */
export const productTable = `
  CREATE TABLE products (
    productId INTEGER NOT NULL, place INTEGER NOT NULL, mainPlace INTEGER NOT NULL,
    name TEXT NOT NULL, names TEXT, record TEXT NOT NULL,
    ${texts.map((name) => `${name} TEXT NOT NULL`).join()},
    ${numbers.map((name) => `${name} INTEGER NOT NULL`).join()}
  );
  CREATE INDEX productsById ON products (productId);
  CREATE INDEX productsByPlace ON products (place);
  CREATE INDEX productsByMainPlace ON products (mainPlace);
  CREATE INDEX productsBySku ON products (sku) WHERE sku <> '';
  CREATE INDEX productsByEan ON products (ean) WHERE ean <> '';
  CREATE INDEX productsByCategory ON products (categoryId) WHERE categoryId <> 0;
  CREATE INDEX productsByManufacturer ON products (manufacturerId) WHERE manufacturerId <> 0;
  INSERT INTO settings VALUES ('totals', '${emptyTotals}');`;

/** Appends products within one transaction. */
export type Append = ReturnType<typeof appendTo>;

/** The id of the first product. */
const firstProductId = 200;

/** For one transaction: the last id and the totals are read once, and the totals written once. */
export function appendTo(database: Sqlite) {
  let known: { nextId: number; readonly totals: Record<List, Totals> } | undefined;
  const read = () => {
    known ??= { nextId: nextIdOf(database), totals: { ...storedTotals(database) } };
    return known;
  };
  /** Appends one row to these lists. */
  function addRow(id: number, product: ProductRecord, lists: readonly List[]): void {
    const { totals } = read();
    const placeIn = (list: List) => BigInt(lists.includes(list) ? totals[list].rows : -1);
    insertProduct(database, id, product, [placeIn('full'), placeIn('main')]);
    for (const list of lists) totals[list] = plus(totals[list], product);
  }
  return {
    /** Appends a product with the next ID, and a row for each combination of its options. */
    add(product: ProductRecord, options: readonly Partial<ProductRecord>[] = []): Stored<ProductRecord> {
      const id = read().nextId++;
      addRow(id, product, options.length > 0 ? ['main'] : ['full', 'main']);
      for (const option of options) addRow(id, { ...product, ...option }, ['full']);
      return Object.assign({ id }, product);
    },
    /** Writes the totals: the last thing before the commit. */
    end(): void {
      if (known) storeTotals(database, known.totals);
    },
  };
}

const nextIdOf = (database: Sqlite): number =>
  Number(database.get('SELECT max(productId) AS id FROM products')?.id ?? firstProductId - 1) + 1;

type Places = readonly [place: bigint, mainPlace: bigint];

function insertProduct(database: Sqlite, id: number, product: ProductRecord, places: Places): void {
  const { nl, ...translations } = product.texts;
  const names = Object.entries(translations).map(([language, { name }]) => [language, fold(name)]);
  database.run(
    insertRow,
    BigInt(id),
    ...places,
    fold(nl?.name ?? ''),
    names.length > 0 ? JSON.stringify(Object.fromEntries(names)) : null,
    recordOf(product),
    ...texts.map((name) => product[name]),
    ...numbers.map((name) => BigInt(product[name])),
  );
}

const insertRow = `INSERT INTO products (productId, place, mainPlace, name, names, record, ${columns.join()})
  VALUES (?, ?, ?, ?, ?, ?${', ?'.repeat(columns.length)})`;

/** What no column has, as JSON, without what most products have. */
function recordOf(product: object): string {
  const fields = Object.entries(product).flatMap(([name, value]) => {
    const field = `"${name}":${JSON.stringify(value)}`;
    return columns.includes(name) || usualFields.has(field) ? [] : [field];
  });
  return `{${fields.join()}}`;
}

const usual = {
  status: 1,
  taxRate: 21,
  image: '',
  more: {},
  stockId: -1,
  attributes: [],
} satisfies Partial<ProductRecord>;
const usualFields = new Set(Object.entries(usual).map(([name, value]) => `"${name}":${JSON.stringify(value)}`));

/** The columns of a row that `productIn` reads. */
export const productColumns = `productId AS id, record, ${columns.join()}`;

/** The product in a row. */
export const productIn = (row: SqlRow): Stored<ProductRecord> =>
  Object.assign({}, usual, JSON.parse(String(row.record)), row);

/** One main product: by its id, else by its exact SKU, the oldest first. */
export function findProduct(database: Sqlite, idOrSku: string): Stored<ProductRecord> | undefined {
  const byId = /^[1-9]\d{0,14}$/.test(idOrSku) ? productById(database, BigInt(idOrSku)) : undefined;
  if (byId || idOrSku.includes('\0')) return byId;
  return mainProduct(database, "sku = ? AND sku <> ''", idOrSku);
}

/** One main product by its id alone. */
export const productById = (database: Sqlite, id: bigint): Stored<ProductRecord> | undefined =>
  mainProduct(database, 'productId = ?', id);

function mainProduct(database: Sqlite, where: string, value: string | bigint): Stored<ProductRecord> | undefined {
  const row = database.get(
    `SELECT ${productColumns} FROM products WHERE ${where} AND mainPlace >= 0 ORDER BY productId LIMIT 1`,
    value,
  );
  return row && productIn(row);
}

/** What each record of a product chooses. */
export const attributesOf = (database: Sqlite, id: bigint): readonly ProductRecord['attributes'][] =>
  database
    .all(`SELECT ${productColumns} FROM products WHERE productId = ?`, id)
    .map((row) => productIn(row).attributes);

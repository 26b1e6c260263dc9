import { CliError } from '../errors.ts';
import type { NewLine } from '../resources/baskets.ts';
import type { NewProduct } from '../resources/products.ts';
import { parseUprid } from '../resources/shop-kinds.ts';
import type { Sqlite } from '../system/sqlite.ts';
import { addLines } from './baskets/writing.ts';
import { defaultLanguage } from './http/language.ts';
import { type Attribute, insertProduct, rowOf } from './products/add.ts';
import { amountsOf, productOf } from './products/check.ts';
import { countedTotals, storeTotals } from './products/totals.ts';
import { openNew } from './storage/database.ts';
import { baskets } from './storage/records.ts';

/** One record of the products of another store: as it came, and what it is found by here. */
export interface CopiedProduct {
  readonly id: number;
  /** Its uprid as text, which tells it from the other records of the product. */
  readonly key: string;
  /** Whether it is the product itself, without any choice of options. */
  readonly isMain: boolean;
  /** The options that it chooses. */
  readonly attributes: readonly Attribute[];
  readonly stockId: number;
  readonly minimumQuantity: number;
  readonly fields: NewProduct;
  readonly description: string;
  readonly dateAdded: string;
  /** `path` leads from the root to the category itself. */
  readonly category: { readonly id: number; readonly name: string; readonly path: readonly number[] } | undefined;
  readonly manufacturer: { readonly id: number; readonly name: string } | undefined;
  /** The record as JSON. */
  readonly record: string;
}

/** A basket of another store, without whose it is. */
export interface CopiedBasket {
  /** In capitals, without braces. */
  readonly basketKey: string;
  readonly dateCreated: string;
  readonly lastModified: string | null;
  readonly lines: readonly NewLine[];
}

interface CopyCounts {
  readonly products: number;
  readonly records: number;
  readonly baskets: number;
  /** What was left out: products without a numeric ID, basket lines without a copied product. */
  readonly withoutId: number;
  readonly withoutProduct: number;
}

/**
 * Opens a new database for a copy. @throws CliError `usage` for a database that has something in it
 * @param path a file. Its directory exists
 */
export async function openCopy(path: string): Promise<StoreCopy> {
  const database = await openNew(path);
  return new StoreCopy(database, (work) => writing(path, work));
}

/** The copy of a store while it is made: one transaction, which `finish` commits and `close` without it takes back. */
export class StoreCopy {
  readonly #database: Sqlite;
  readonly #write: (work: () => void) => void;
  #products = 0;
  #mainProducts = 0;
  #withoutId = 0;
  #withoutProduct = 0;

  constructor(database: Sqlite, write: (work: () => void) => void) {
    this.#database = database;
    this.#write = write;
    database.exec('CREATE TEMP TABLE copied (key TEXT PRIMARY KEY) WITHOUT ROWID');
    database.run("INSERT INTO settings VALUES ('copy', '')");
  }

  /** Records of the list of all products; undefined for one without a numeric ID. */
  addProducts(records: readonly (CopiedProduct | undefined)[]): void {
    this.#write(() => {
      for (const record of records) this.#addProduct(record);
    });
  }

  #addProduct(record: CopiedProduct | undefined): void {
    const database = this.#database;
    if (!record) {
      this.#withoutId++;
      return;
    }
    if (!isFirst(database, record)) return;
    if (!hasProduct(database, record.id)) writeProduct(database, record, this.#products++);
    else if (record.isMain) writeProduct(database, record);
    writeVariant(database, record);
  }

  /** Whether a product has several records, or options: then the list of main products is another one. */
  hasOptions(): boolean {
    return hasOptions(this.#database);
  }

  /** Records of the list of main products. */
  addMainProducts(records: readonly (CopiedProduct | undefined)[]): void {
    this.#write(() => {
      for (const record of records)
        if (record) writeProduct(this.#database, record, this.#products + this.#mainProducts++);
    });
  }

  addBaskets(baskets: readonly CopiedBasket[]): void {
    this.#write(() => {
      for (const basket of baskets) this.#withoutProduct += writeBasket(this.#database, basket);
    });
  }

  finish(): CopyCounts {
    const database = this.#database;
    this.#write(() => {
      if (this.#mainProducts > 0) placeMainFirst(database, this.#products);
      countTotals(database);
      database.exec('COMMIT');
    });
    const count = (table: string): number => Number(database.get(`SELECT count(*) AS count FROM ${table}`)?.count);
    return {
      products: count('products'),
      records: count('variants'),
      baskets: count('baskets'),
      withoutId: this.#withoutId,
      withoutProduct: this.#withoutProduct,
    };
  }

  /** Rolls back first, since libsql keeps the lock of a transaction that is open. A full disk, or `finish`, has ended it. */
  close(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // There is none.
    }
    this.#database.close();
  }
}

/** @throws CliError `fault` where the disk is full, or the file has gone */
function writing(path: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
    const reason = code === 'SQLITE_FULL' ? 'the disk is full' : String(message ?? cause);
    throw new CliError('fault', `The copy cannot be written to ${path}: ${reason}.`, {
      hint: 'Free disk space, or move the file to another disk.',
      cause,
    });
  }
}

/** A list that grows while it is read has some of its records on two pages. */
const isFirst = (database: Sqlite, { key, stockId }: CopiedProduct): boolean =>
  database.run('INSERT OR IGNORE INTO copied VALUES (?)', `${key}\n${stockId}`).changes > 0;

const hasProduct = (database: Sqlite, id: number): boolean =>
  database.get('SELECT id FROM products WHERE id = ?', BigInt(id)) !== undefined;

const hasOptions = (database: Sqlite): boolean =>
  database.get(
    `SELECT place FROM variants WHERE attributes <> '[]' OR
      EXISTS (SELECT 1 FROM variants o WHERE o.productId = variants.productId AND o.place <> variants.place) LIMIT 1`,
  ) !== undefined;

/** Writes a product, or writes it over. @param place by default the one that it has */
function writeProduct(database: Sqlite, copied: CopiedProduct, place?: number): void {
  const { id, category, manufacturer, fields } = copied;
  if (category) writeCategory(database, category);
  if (manufacturer)
    database.run('INSERT OR REPLACE INTO manufacturers VALUES (?, ?)', BigInt(manufacturer.id), manufacturer.name);
  const before = database.get('SELECT place FROM products WHERE id = ?', BigInt(id));
  database.run('DELETE FROM products WHERE id = ?', BigInt(id));
  const product = {
    ...productOf(fields, amountsOf(fields), copied.dateAdded),
    categoryId: category?.id ?? 0,
    manufacturerId: manufacturer?.id ?? 0,
    description: copied.description,
    minimumQuantity: copied.minimumQuantity,
    record: copied.record,
  };
  insertProduct(database, rowOf(product, id), place ?? Number(before?.place));
}

/** A main product is found by the codes of its product. */
function writeVariant(database: Sqlite, { id, isMain, stockId, attributes, fields, record }: CopiedProduct): void {
  database.run(
    'INSERT INTO variants SELECT coalesce(max(place) + 1, 0), ?, ?, ?, ?, ?, ?, ? FROM variants',
    BigInt(id),
    BigInt(stockId),
    BigInt(fields.quantity ?? 0),
    JSON.stringify(attributes),
    isMain ? '' : (fields.sku ?? ''),
    isMain ? '' : (fields.ean ?? ''),
    record,
  );
}

/** No endpoint lists categories. Those above one have no name until a product of theirs comes. */
function writeCategory(database: Sqlite, { id, name, path }: NonNullable<CopiedProduct['category']>): void {
  const insert = 'INSERT INTO categories VALUES (?, ?, ?) ON CONFLICT';
  for (const [at, above] of path.slice(0, -1).entries())
    database.run(`${insert} DO NOTHING`, BigInt(above), BigInt(path[at - 1] ?? 0), '{}');
  const names = JSON.stringify({ [defaultLanguage]: name });
  database.run(`${insert} DO UPDATE SET names = excluded.names`, BigInt(id), BigInt(path.at(-2) ?? 0), names);
}

/** Writes a basket that is not there yet. Returns how many of its lines are of products that were not copied. */
function writeBasket(database: Sqlite, { basketKey, dateCreated, lastModified, lines }: CopiedBasket): number {
  if (baskets.withKey(database, basketKey)) return 0;
  const known = lines.filter(
    ({ uprid }) => uprid === undefined || hasProduct(database, Number(parseUprid(uprid).productId)),
  );
  const { id } = baskets.insert(database, { basketKey, orderId: null, fields: {}, dateCreated, lastModified });
  addLines(database, id, known);
  return lines.length - known.length;
}

/** Those of the list of main products, in its order, then all others. @param first the place of the first one there */
function placeMainFirst(database: Sqlite, first: number): void {
  database.run(
    `UPDATE products SET place = numbered.number FROM
      (SELECT id, row_number() OVER (ORDER BY place < ?, place) - 1 AS number FROM products) AS numbered
      WHERE numbered.id = products.id`,
    BigInt(first),
  );
}

function countTotals(database: Sqlite): void {
  storeTotals(database, {
    main: countedTotals(database, 'products p', 'p.quantity', []),
    full: countedTotals(database, 'variants v JOIN products p ON p.id = v.productId', 'v.quantity', []),
  });
}

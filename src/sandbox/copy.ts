import { CliError } from '../errors.ts';
import type { Basket } from '../resources/baskets.ts';
import type { Product } from '../resources/products.ts';
import { parseUprid } from '../resources/shop-kinds.ts';
import type { Sqlite } from '../system/sqlite.ts';
import { addLines } from './baskets/writing.ts';
import { copiedBasket, copiedProduct } from './copied-records.ts';
import { defaultLanguage } from './http/language.ts';
import { insertProduct, type Places } from './products/table.ts';
import { countedTotals, storeTotals } from './products/totals.ts';
import { openNew } from './storage/database.ts';
import { baskets } from './storage/records.ts';

/** What was copied, and what was left out. */
interface CopyCounts {
  readonly products: number;
  readonly records: number;
  readonly baskets: number;
  /** Products without a numeric ID. */
  readonly withoutId: number;
  /** Baskets that do not show their key and products. */
  readonly unreadable: number;
  /** Basket lines without a copied product. */
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

type Copied = NonNullable<ReturnType<typeof copiedProduct>>;

/** The copy of a store while it is made: one transaction, which `finish` commits and `close` without it takes back. */
export class StoreCopy {
  readonly #database: Sqlite;
  readonly #write: (work: () => void) => void;
  #records = 0;
  #products = 0;
  #mainProducts = 0;
  #hasOptions = false;
  #withoutId = 0;
  #unreadable = 0;
  #withoutProduct = 0;

  constructor(database: Sqlite, write: (work: () => void) => void) {
    this.#database = database;
    this.#write = write;
    database.exec('CREATE TEMP TABLE copied (key TEXT PRIMARY KEY) WITHOUT ROWID');
    database.run("INSERT INTO settings VALUES ('copy', '')");
  }

  /** Whether a product has several records, or options: then the list of main products is another one. */
  get hasOptions(): boolean {
    return this.#hasOptions;
  }

  /** Adds records of the list of all products. */
  addProducts(records: readonly Product[]): void {
    this.#write(() => {
      for (const record of records) this.#addProduct(copiedProduct(record));
    });
  }

  /** The product itself is a main product, or else the first of its records. */
  #addProduct(copied: Copied | undefined): void {
    const database = this.#database;
    if (!copied) {
      this.#withoutId++;
      return;
    }
    if (!isFirst(database, copied)) return;
    const { id, isMain, product } = copied;
    const before = database.get(`SELECT mainPlace FROM products WHERE productId = ? AND ${isMainProduct}`, BigInt(id));
    this.#hasOptions ||= before !== undefined || product.attributes.length > 0;
    if (before && isMain) noMainProduct(database, id);
    const mainPlace = before && !isMain ? undefined : Number(before?.mainPlace ?? this.#products++);
    writeProduct(database, copied, { place: this.#records++, mainPlace });
  }

  /** Adds records of the list of main products. Returns whether they are such: else none is added. */
  addMainProducts(records: readonly Product[]): boolean {
    const all = records.flatMap((record) => copiedProduct(record) ?? []);
    if (!all.every(({ isMain }) => isMain)) return false;
    this.#write(() => {
      for (const copied of all) {
        noMainProduct(this.#database, copied.id);
        writeProduct(this.#database, copied, { mainPlace: this.#products + this.#mainProducts++ });
      }
    });
    return true;
  }

  addBaskets(records: readonly Basket[]): void {
    this.#write(() => {
      for (const record of records) this.#addBasket(copiedBasket(record));
    });
  }

  #addBasket(copied: ReturnType<typeof copiedBasket>): void {
    const database = this.#database;
    if (!copied) {
      this.#unreadable++;
      return;
    }
    const { basketKey, dateCreated, lastModified, lines } = copied;
    if (baskets.withKey(database, basketKey)) return;
    const known = lines.filter(({ uprid }) => uprid === undefined || hasProduct(database, parseUprid(uprid).productId));
    this.#withoutProduct += lines.length - known.length;
    const { id } = baskets.insert(database, { basketKey, orderId: null, fields: {}, dateCreated, lastModified });
    addLines(database, id, known);
  }

  finish(): CopyCounts {
    const database = this.#database;
    const totals = {
      full: countedTotals(database, 'place IS NOT NULL', []),
      main: countedTotals(database, isMainProduct, []),
    };
    this.#write(() => {
      if (this.#mainProducts > 0) placeMainFirst(database, this.#products);
      for (const code of ['sku', 'ean']) completeCodes(database, code);
      storeTotals(database, totals);
      database.exec('COMMIT');
    });
    return {
      products: Number(totals.main.rows),
      records: this.#records,
      baskets: baskets.count(database),
      withoutId: this.#withoutId,
      unreadable: this.#unreadable,
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

const isMainProduct = 'mainPlace IS NOT NULL';

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
const isFirst = (database: Sqlite, { key }: Copied): boolean =>
  database.run('INSERT OR IGNORE INTO copied VALUES (?)', key).changes > 0;

const hasProduct = (database: Sqlite, id: bigint): boolean =>
  database.get('SELECT 1 FROM products WHERE productId = ?', id) !== undefined;

/** Makes room for another main product of this ID. */
function noMainProduct(database: Sqlite, id: number): void {
  database.run('DELETE FROM products WHERE productId = ? AND place IS NULL', BigInt(id));
  database.run('UPDATE products SET mainPlace = NULL WHERE productId = ?', BigInt(id));
}

/** Writes a record, and what it points to. */
function writeProduct(database: Sqlite, { id, category, manufacturer, product }: Copied, places: Places): void {
  if (category) writeCategory(database, category);
  if (manufacturer)
    database.run('INSERT OR REPLACE INTO manufacturers VALUES (?, ?)', BigInt(manufacturer.id), manufacturer.name);
  insertProduct(database, id, product, places);
}

/** No endpoint lists categories. Those above one have no name until a product of theirs comes. */
function writeCategory(database: Sqlite, { id, name, path }: NonNullable<Copied['category']>): void {
  const insert = 'INSERT INTO categories VALUES (?, ?, ?) ON CONFLICT';
  for (const [at, above] of path.slice(0, -1).entries())
    database.run(`${insert} DO NOTHING`, BigInt(above), BigInt(path[at - 1] ?? 0), '{}');
  const names = JSON.stringify({ [defaultLanguage]: name });
  database.run(`${insert} DO UPDATE SET names = excluded.names`, BigInt(id), BigInt(path.at(-2) ?? 0), names);
}

/** Those of the list of main products, in its order, then all others. @param first the place of the first one there */
function placeMainFirst(database: Sqlite, first: number): void {
  database.run(
    `UPDATE products SET mainPlace = numbered.number FROM
      (SELECT rowid AS row, row_number() OVER (ORDER BY mainPlace < ?, mainPlace) - 1 AS number
        FROM products WHERE ${isMainProduct}) AS numbered
      WHERE numbered.row = products.rowid`,
    BigInt(first),
  );
}

/** A record without a code of its own is found by that of its product. */
function completeCodes(database: Sqlite, code: string): void {
  database.run(
    `UPDATE products SET ${code} = main.${code} FROM products AS main
      WHERE products.${code} = '' AND main.productId = products.productId AND main.${isMainProduct}`,
  );
}

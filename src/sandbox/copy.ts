import type { Basket } from '../resources/baskets.ts';
import type { Product } from '../resources/products.ts';
import { parseUprid } from '../resources/shop-kinds.ts';
import type { Sqlite } from '../system/sqlite.ts';
import { addLines } from './baskets/writing.ts';
import { type Copied, copiedBasket, copiedProduct } from './copied-records.ts';
import { type Append, appendTo } from './products/table.ts';
import { openNew } from './storage/database.ts';
import { baskets } from './storage/records.ts';

/**
 * Opens a new database for a copy. @throws CliError `usage` for a database that has something in it
 * @param path a file. Its directory exists
 */
export const openCopy = async (path: string): Promise<StoreCopy> => new StoreCopy(await openNew(path));

/** The copy of a store while it is made: one transaction, which `finish` commits and `close` without it takes back. */
export class StoreCopy {
  readonly #database: Sqlite;
  readonly #products: Append;
  #count = 0;
  #records = 0;
  #skipped = 0;

  constructor(database: Sqlite) {
    this.#database = database;
    this.#products = appendTo(database);
    database.exec('CREATE TEMP TABLE copied (key TEXT PRIMARY KEY) WITHOUT ROWID');
  }

  /** Adds records of the list of all products. The first one of a product is its main product. */
  addProducts(records: readonly Product[]): void {
    for (const record of records) {
      const copied = copiedProduct(record);
      if (!copied) this.#skipped++;
      else if (isFirst(this.#database, copied)) this.#addProduct(copied);
    }
  }

  #addProduct({ id, product }: Copied): void {
    const isMain = !hasProduct(this.#database, BigInt(id));
    if (isMain) this.#count++;
    this.#records++;
    this.#products.addRow(id, product, isMain ? ['full', 'main'] : ['full']);
  }

  addBaskets(records: readonly Basket[]): void {
    for (const record of records) {
      const copied = copiedBasket(record);
      if (!copied) this.#skipped++;
      else if (!baskets.withKey(this.#database, copied.basketKey)) this.#addBasket(copied);
    }
  }

  #addBasket({ lines, ...basket }: NonNullable<ReturnType<typeof copiedBasket>>): void {
    const database = this.#database;
    const known = lines.filter(({ uprid }) => uprid === undefined || hasProduct(database, parseUprid(uprid).productId));
    this.#skipped += lines.length - known.length;
    const { id } = baskets.insert(database, { ...basket, orderId: null, fields: {} });
    addLines(database, id, known);
  }

  finish() {
    this.#products.end();
    this.#database.exec("INSERT INTO settings VALUES ('copy', ''); COMMIT");
    return {
      products: this.#count,
      records: this.#records,
      baskets: baskets.count(this.#database),
      /** Products without a numeric ID, baskets without their key or products, and lines whose product is not in the copy. */
      skipped: this.#skipped,
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

/** A list that grows while it is read has some of its records on two pages. */
const isFirst = (database: Sqlite, { key }: Copied): boolean =>
  database.run('INSERT OR IGNORE INTO copied VALUES (?)', key).changes > 0;

const hasProduct = (database: Sqlite, id: bigint): boolean =>
  database.get('SELECT 1 FROM products WHERE productId = ?', id) !== undefined;

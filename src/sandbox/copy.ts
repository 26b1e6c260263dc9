import { type Basket, basketLine, type NewLine, newLine } from '../resources/baskets.ts';
import { countKind, flagKind, idKind } from '../resources/kinds.ts';
import { type NewProduct, newProduct, type Product, recordPaths } from '../resources/products.ts';
import { basketKeyKind, parseUprid, type Uprid, upridKind } from '../resources/shop-kinds.ts';
import type { Sqlite } from '../system/sqlite.ts';
import { isObject } from '../text/json.ts';
import { addLines } from './baskets/writing.ts';
import { defaultLanguage } from './http/language.ts';
import { type ProductRecord, productOf } from './products/product.ts';
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

/** What a record of the products of another store is here. */
interface Copied {
  readonly id: number;
  /** Tells it from the other records of the product: its uprid and stock. */
  readonly key: string;
  readonly product: ProductRecord;
}

/** A record of the store as the sandbox keeps it; undefined without a numeric ID, by which it could be found. */
function copiedProduct(record: Product): Copied | undefined {
  const uprid = upridOf(record.uprid);
  const id = idKind.wire(record.productId) ?? (uprid && idKind.wire(String(uprid.productId)));
  if (id === undefined) return undefined;
  const fields = fieldsOf(record);
  const stockId = countKind.wire(record.stockId) ?? -1;
  const product = {
    ...productOf(fields, defaultLanguage, textOf(record.dateAdded)),
    minimumQuantity: countKind.wire((record.quantities || undefined)?.minimumQuantity) ?? 1,
    manufacturerId: idKind.wire((record.manufacturer || undefined)?.id) ?? 0,
    stockId,
    attributes: (uprid?.chosen ?? []).map(([optionId, valueId]) => ({ optionId, valueId, names: {} })),
    copied: record,
  };
  return { id, key: `${textOf(record.uprid)}\n${id}\n${stockId}`, product };
}

/** The fields of a creation as far as the record has them: for searching and for baskets. The record keeps what it says. */
function fieldsOf(record: Product): NewProduct {
  const values = newProduct.names.flatMap((name) => {
    const found = (recordPaths[name] ?? [name])
      .map((path) => valueAt(record, path))
      .find((value) => value !== undefined);
    const value = newProduct.fields[name].kind.wire(Array.isArray(found) ? found[0] : found);
    return value === undefined ? [] : [[name, typeof value === 'string' ? storable(value) : value]];
  });
  return Object.fromEntries(values);
}

const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isObject(value) ? value[name] : undefined), record);

function upridOf(received: unknown): Uprid | undefined {
  const text = upridKind.wire(received);
  return text === undefined ? undefined : parseUprid(text);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? storable(String(value)) : '';

/** What SQLite can keep: without NUL, and without half a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/**
 * A basket with its products, and nothing else: no customer, no addresses, no coupon, no VAT number. Undefined where the
 * list does not show its key and products.
 */
function copiedBasket({ basketKey, products, dateCreated, lastModified }: Basket) {
  const key = basketKeyKind.typed(String(basketKey ?? ''));
  if (key === undefined || !products) return undefined;
  return {
    /** In capitals, without braces. */
    basketKey: key.toUpperCase(),
    dateCreated: textOf(dateCreated),
    lastModified: textOf(lastModified) || null,
    lines: products.flatMap((line) => copiedLine(line) ?? []),
  };
}

function copiedLine(received: unknown): NewLine | undefined {
  const checked = basketLine.check(received);
  if (!checked.ok) return undefined;
  const line = checked.value;
  const quantity = newLine.fields.quantity.kind.wire(line.quantity) || 1;
  if (line.isCustom === true || flagKind.wire(line.isCustom) === 1) {
    const price = newLine.fields.price.kind.wire(line.price) ?? { units: 0n, scale: 0 };
    return { title: customTitle, price, quantity };
  }
  const uprid = upridKind.wire(line.uprid) ?? upridKind.wire(line.productId);
  return uprid === undefined ? undefined : { uprid, quantity };
}

/** The title of a custom product is free text: "Engraving: for Anna". */
const customTitle = 'Custom product';

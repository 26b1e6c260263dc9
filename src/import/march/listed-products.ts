import type { StoreRecord } from '../../resources/record-fields.ts';
import { pagesAfter, storable } from '../../system/sqlite.ts';
import { foldedText, type Key, keysOf } from '../map/rows/key.ts';
import { keyFrom, type StoredRow } from '../rows/file-rows.ts';
import type { Scratch } from '../rows/scratch.ts';
import { isIncluded, isLeft } from '../rows/states.ts';
import { type Compared, type Facts, factsOfRecord } from './facts.ts';
import { ListedIds } from './listed-ids.ts';
import { idOf } from './lookup.ts';

/** A product of a store, as far as a comparison needs it. */
export interface StoreProduct {
  readonly id: string;
  readonly name: string | null;
  readonly urlAbs: string | null;
  /** The first of its keys. */
  readonly key: Key | null;
  readonly facts: Facts;
}

/** A product under one of its keys. */
export interface KeyedProduct extends StoreProduct {
  readonly code: string;
  /** Whether a search for this key found it. */
  readonly isSearched: boolean;
}

const storeProduct = (record: StoreRecord, key: Key | undefined, compared: Compared): StoreProduct => ({
  id: idOf(compared.noun, record),
  name: record.name === undefined || record.name === null ? null : String(record.name),
  urlAbs: typeof record.urlAbs === 'string' && record.urlAbs !== '' ? record.urlAbs : null,
  key: key ?? null,
  facts: factsOfRecord(record, compared),
});

export interface ListingOptions extends Compared {
  /** It has the rows of the file (`FileRows`). */
  readonly scratch: Scratch;
  /** Whether the products that only the store has are kept too. */
  readonly storeOnly?: boolean | undefined;
}

/** A row for which the store lists nothing. */
export type LackingRow = Pick<StoredRow, 'record' | 'key'>;

const maxWaiting = 500;

/** The products of a store that the rows of a file have, by key: a table on disk beside the rows. */
export class ListedProducts {
  readonly #options: ListingOptions;
  #waiting: { readonly product: readonly unknown[]; readonly keys: readonly (readonly unknown[])[] }[] = [];
  /** The IDs of all products, of the file or not. */
  readonly ids = new ListedIds();
  /** Of the list, and of searches. */
  count = 0;

  /** Empty: what an earlier list left in the scratch is dropped. */
  constructor(options: ListingOptions) {
    this.#options = options;
    options.scratch.exec(tables);
  }

  /** Adds a product of the list. */
  add(record: StoreRecord): void {
    this.ids.add(idOf(this.#options.noun, record));
    this.#add(record, keysOf(this.#options.noun, record), false);
  }

  /** Adds what a search for a key found, if it is under this key or almost. */
  addFound(searched: Key, records: readonly StoreRecord[]): void {
    const folded = foldedText(searched);
    for (const record of records) {
      const keys = keysOf(this.#options.noun, record).filter((key) => foldedText(key) === folded);
      if (keys.length > 0) this.#add(record, keys, true);
    }
  }

  #add(record: StoreRecord, keys: readonly Key[], isSearched: boolean): void {
    const place = this.count++;
    this.#waiting.push({
      product: [place, storeProduct(record, keys[0], this.#options)],
      keys: keys.map((key) => [storable(foldedText(key)), place, storable(key.code), isSearched ? 1 : 0]),
    });
    if (this.#waiting.length >= maxWaiting) this.flush();
  }

  /** Call it after the last product. */
  flush(): void {
    const { scratch, storeOnly } = this.#options;
    const products = this.#waiting;
    if (products.length === 0) return;
    this.#waiting = [];
    const first = BigInt(this.count - products.length);
    const keys = JSON.stringify(products.flatMap((product) => product.keys));
    scratch.change(insertProducts, JSON.stringify(products.map(({ product }) => product)));
    scratch.change(insertKeys, keys);
    scratch.change(markInFile, keys);
    if (!storeOnly) scratch.change(deleteGone, first);
  }

  /** How many products no row of the file has. */
  get gone(): number {
    return this.count - Number(this.#options.scratch.get('SELECT count(*) AS rows FROM product WHERE in_file')?.rows);
  }

  /** The products under each of these folded keys, exact and near ones, in the order of the list. */
  under(folded: readonly string[]): readonly (readonly KeyedProduct[])[] {
    const found = folded.map((): KeyedProduct[] => []);
    if (this.count === 0) return found;
    const text = String(this.#options.scratch.get(byKeys, JSON.stringify(folded))?.found);
    for (const [at, code, isSearched, product] of JSON.parse(text) as [number, string, number, StoreProduct][])
      found[at]?.push({ ...product, code, isSearched: isSearched === 1 });
    return found;
  }

  /** Some keys of included rows for which there is no product with exactly this key, at random: all of them up to `most`. */
  lackingKeys(most: number): readonly Key[] {
    return this.#options.scratch
      .all(someLacking, BigInt(most))
      .map(({ folded, code }) => keyFrom(String(folded), String(code)));
  }

  /** The rows that are left, in file order, for which there is no product with this key, or almost: a page at a time. */
  lackingRows(): Generator<readonly LackingRow[]> {
    return pagesAfter(
      (after) => this.#lackingPage(after),
      ({ record }) => record,
    );
  }

  /** One text for all: libsql takes long to hand out each cell. */
  #lackingPage(after: number): readonly LackingRow[] {
    const text = String(this.#options.scratch.get(lackingPage, BigInt(after))?.list);
    return (JSON.parse(text) as readonly [number, string, string][]).map(([record, folded, code]) => ({
      record,
      key: keyFrom(folded, code),
    }));
  }

  /** The products that no row of the file has, if they are kept. */
  *goneProducts(): Generator<readonly StoreProduct[]> {
    for (let after = -1; ; ) {
      const page = this.#options.scratch.all(gonePage, BigInt(after));
      const last = page.at(-1);
      if (!last) return;
      yield page.map(({ product }) => JSON.parse(String(product)));
      after = Number(last.place);
    }
  }
}

const tables = `DROP TABLE IF EXISTS temp.product; DROP TABLE IF EXISTS temp.product_key;
CREATE TEMP TABLE product (place INTEGER PRIMARY KEY, product TEXT NOT NULL, in_file INTEGER NOT NULL DEFAULT 0);
CREATE TEMP TABLE product_key (folded TEXT NOT NULL, place INTEGER NOT NULL, code TEXT NOT NULL, is_searched INTEGER NOT NULL, PRIMARY KEY (folded, place)) WITHOUT ROWID`;

const insertProducts = 'INSERT INTO product (place, product) SELECT value ->> 0, value -> 1 FROM json_each(?)';

const ofFile = 'WHERE EXISTS (SELECT 1 FROM file_key WHERE folded = value ->> 0)';
const insertKeys = `INSERT INTO product_key SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?) ${ofFile}`;
const markInFile = `UPDATE product SET in_file = 1 WHERE place IN (SELECT value ->> 1 FROM json_each(?) ${ofFile})`;

const deleteGone = 'DELETE FROM product WHERE place >= ? AND NOT in_file';

/** The rows first, and then their codes: to take each of a million out of its list of cells takes a second. */
const someLacking = `SELECT folded, code FROM file_row WHERE record IN (SELECT record FROM file_row
  WHERE ${isIncluded} AND NOT EXISTS
    (SELECT 1 FROM product_key k WHERE k.folded = file_row.folded AND k.code = file_row.code)
  ORDER BY random() LIMIT ?) ORDER BY random()`;

const lackingPage = `SELECT json_group_array(json_array(record, folded, code)) AS list FROM (SELECT * FROM file_row
  WHERE record > ? AND ${isLeft} AND NOT EXISTS (SELECT 1 FROM product_key k WHERE k.folded = file_row.folded)
  ORDER BY record LIMIT 1000)`;

const gonePage = 'SELECT place, product FROM product WHERE place > ? AND NOT in_file ORDER BY place LIMIT 500';

/** One text for all: libsql takes long to hand out each cell. */
const byKeys = `SELECT json_group_array(json_array(key, code, is_searched, json(product))) AS found FROM
  (SELECT wanted.key, k.code, k.is_searched, p.product FROM json_each(?) wanted
   CROSS JOIN product_key k ON k.folded = wanted.value CROSS JOIN product p ON p.place = k.place ORDER BY wanted.key, k.place)`;

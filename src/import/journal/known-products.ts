import { foldedText, type Key } from '../map/key.ts';
import { isProduct } from './earlier-rows.ts';
import type { Journal } from './journal.ts';

/**
 * The products of all imports under the keys and other codes of the file (`FileRows`), or under almost the same: a table beside
 * both. It is read when the first key is asked for, since most stores list all that they have.
 */
export class KnownProducts {
  readonly #journal: Journal;
  /** Undefined before it is read. */
  #isEmpty: boolean | undefined;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Whether an import found or created a product with this key, or may have. */
  readonly has = (key: Key): boolean => this.#under(key).some(({ code }) => code === key.code);

  /** The keys of products of other runs that are almost this one, or this one. */
  alike = (key: Key, run: number): readonly Key[] =>
    this.#under(key)
      .filter((product) => product.run !== run)
      .map(({ code }) => ({ field: key.field, code }));

  #under(key: Key): readonly { readonly code: string; readonly run: number }[] {
    this.#isEmpty ??= this.#read();
    // Most imports are the first: a query for each of a million rows takes seconds.
    if (this.#isEmpty) return [];
    return this.#journal.database
      .all('SELECT code, run FROM known_product WHERE folded = ?', foldedText(key))
      .map(({ code, run }) => ({ code: String(code), run: Number(run) }));
  }

  /** Reads a page at a time, since libsql takes long to hand out each cell. Returns whether there are none. */
  #read(): boolean {
    const { database } = this.#journal;
    database.exec(tables);
    for (const { run } of database.all('SELECT run FROM runs')) {
      for (let after: unknown = 0; after !== null; ) {
        const page = database.get(keysOfProducts, BigInt(Number(run)), BigInt(Number(after)));
        const keys = JSON.parse(String(page?.keys)) as readonly (readonly [string, string])[];
        const products = JSON.stringify(keys.map(([field, code]) => [foldedText({ field, code }), code]));
        database.transaction(() => database.run(insertKnown, products, BigInt(Number(run))));
        after = page?.last ?? null;
      }
    }
    return database.get('SELECT 1 FROM known_product LIMIT 1') === undefined;
  }
}

const tables = `CREATE INDEX temp.other_by_folded ON file_other (folded);
CREATE TEMP TABLE known_product (folded TEXT, code TEXT, run INTEGER, PRIMARY KEY (folded, code, run)) WITHOUT ROWID`;

const keysOfProducts = `SELECT max(record) AS last, json_group_array(json_array(field, code)) AS keys
  FROM (SELECT record, field, code FROM rows WHERE run = ? AND record > ? AND ${isProduct} ORDER BY record LIMIT 20000)`;

const insertKnown = `INSERT OR IGNORE INTO known_product SELECT value ->> 0, value ->> 1, ?2 FROM json_each(?1)
  WHERE value ->> 0 IN (SELECT folded FROM file_row) OR value ->> 0 IN (SELECT folded FROM file_other)`;

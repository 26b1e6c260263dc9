import { foldedText, type Key } from '../map/key.ts';
import { isProduct } from './earlier-rows.ts';
import type { Journal } from './journal.ts';

/**
 * The products of all imports under the keys and other codes of the file (`FileRows`), or under almost the same: a table beside
 * both. It is read when the first key is asked for, since most stores list all that they have.
 */
export class KnownProducts {
  readonly #journal: Journal;
  readonly #run: number;
  /** Undefined before it is read. */
  #isEmpty: boolean | undefined;

  /** @param run the number of this run, if there is one */
  constructor(journal: Journal, run = 0) {
    this.#journal = journal;
    this.#run = run;
  }

  /** Whether an import found or created a product with this key, or may have. */
  readonly has = (key: Key): boolean => this.#under(key).some(({ code }) => code === key.code);

  /** The keys of products of other runs that are almost this one, or this one. */
  alike = (key: Key): readonly Key[] =>
    this.#under(key)
      .filter(({ isOther }) => isOther)
      .map(({ code }) => ({ field: key.field, code }));

  #under(key: Key): readonly { readonly code: string; readonly isOther: boolean }[] {
    this.#isEmpty ??= this.#read();
    // Most imports are the first: a query for each of a million rows takes seconds.
    if (this.#isEmpty) return [];
    return this.#journal.database
      .all('SELECT code, is_other FROM known_product WHERE folded = ?', foldedText(key))
      .map(({ code, is_other: isOther }) => ({ code: String(code), isOther: isOther === 1 }));
  }

  /** Returns whether there are none. */
  #read(): boolean {
    const { database } = this.#journal;
    database.exec(tables);
    database.transaction(() => database.run(insertPlain, BigInt(this.#run)));
    for (const { run } of database.all('SELECT run FROM runs')) {
      for (let after: unknown = 0; after !== null; ) {
        const page = database.get(otherKeys, BigInt(Number(run)), BigInt(Number(after)));
        const keys = JSON.parse(String(page?.keys)) as readonly (readonly [string, string])[];
        const products = JSON.stringify(keys.map(([field, code]) => [foldedText({ field, code }), code]));
        database.transaction(() => database.run(insertOthers, products, BigInt(Number(run !== this.#run))));
        after = page?.last ?? null;
      }
    }
    return database.get('SELECT 1 FROM known_product LIMIT 1') === undefined;
  }
}

const tables = `CREATE INDEX temp.other_by_folded ON file_other (folded);
CREATE TEMP TABLE known_product (folded TEXT, code TEXT, is_other INTEGER, PRIMARY KEY (folded, code)) WITHOUT ROWID`;

const ofFile = `folded IN (SELECT folded FROM file_row) OR folded IN (SELECT folded FROM file_other)
  ON CONFLICT DO UPDATE SET is_other = 1 WHERE excluded.is_other > is_other`;

/** SQLite folds ASCII alone. */
const isPlain = "code NOT GLOB '*[^!-~]*'";

/** As `foldedText` does: to read all products of all imports back takes twice the time. */
const insertPlain = `INSERT INTO known_product SELECT folded, code, run <> ?1 FROM
  (SELECT field || ':' || ltrim(lower(code), '0') AS folded, code, run FROM rows WHERE ${isProduct} AND ${isPlain})
  WHERE ${ofFile}`;

/** A page at a time, since libsql takes long to hand out each cell. */
const otherKeys = `SELECT max(record) AS last, json_group_array(json_array(field, code)) AS keys FROM
  (SELECT record, field, code FROM rows WHERE run = ? AND record > ? AND ${isProduct} AND NOT (${isPlain}) ORDER BY record LIMIT 20000)`;

const insertOthers = `INSERT INTO known_product SELECT folded, code, ?2 FROM
  (SELECT value ->> 0 AS folded, value ->> 1 AS code FROM json_each(?1)) WHERE ${ofFile}`;

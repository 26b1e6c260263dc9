import { HashSet, hashOf } from '../../text/hash-set.ts';
import { foldedText, type Key } from '../map/rows/key.ts';
import { readRows } from '../rows/states.ts';
import { isFound, mayExist } from './earlier-rows.ts';
import type { Journal } from './journal.ts';
import { isOfNoun } from './runs.ts';
import { textOrNull } from './schema.ts';

interface KnownRecord {
  readonly code: string;
  readonly certainty: number;
  readonly recordId: string | undefined;
}

/**
 * The records of all imports of a noun under the keys and other codes of the file (`FileRows`), or under almost the same: a table beside
 * both. It is read when the first key is asked for, since most stores list all that they have.
 */
export class KnownRecords {
  readonly journal: Journal;
  readonly #noun: string;
  readonly #run: number;
  /** The folded keys of the table, as hashes: a query for each row takes seconds, and 50 MB that libsql frees late. */
  #folded: HashSet | undefined;

  /** @param run the number of this run, if there is one */
  constructor(journal: Journal, noun: string, run = 0) {
    this.journal = journal;
    this.#noun = noun;
    this.#run = run;
  }

  /** Whether an import found or created a product with this key, or may have. */
  readonly has = (key: Key): boolean => this.#under(key).some(({ code }) => code === key.code);

  /** The keys of products of other runs that are almost this one, or this one. */
  alike = (key: Key): readonly Key[] =>
    this.#under(key)
      .filter(({ certainty }) => certainty > 0)
      .map(({ code }) => ({ field: key.field, code }));

  /** The product with this key that another run found or created for certain. Its ID may not be known. */
  found = (key: Key): { readonly recordId: string | undefined } | undefined =>
    this.#under(key).find(({ code, certainty }) => code === key.code && certainty === 2);

  #under(key: Key): readonly KnownRecord[] {
    this.#folded ??= this.#read();
    const folded = foldedText(key);
    if (!this.#folded.has(hashOf(folded))) return [];
    return this.journal.database
      .all('SELECT code, certainty, id FROM known_record WHERE folded = ?', folded)
      .map(({ code, certainty, id }) => ({
        code: String(code),
        certainty: Number(certainty),
        recordId: textOrNull(id) ?? undefined,
      }));
  }

  #read(): HashSet {
    const { database } = this.journal;
    database.exec(tables);
    database.change(insert, BigInt(this.#run), this.#noun);
    const hashes = new HashSet();
    for (let after: unknown = ''; after !== null; ) {
      const page = database.get(foldedPage, String(after));
      for (const folded of JSON.parse(String(page?.list)) as readonly string[]) hashes.add(hashOf(folded));
      after = page?.last ?? null;
    }
    return hashes;
  }
}

const tables = `CREATE INDEX temp.other_by_folded ON file_other (folded);
CREATE TEMP TABLE known_record (folded TEXT, code TEXT, certainty INTEGER, id TEXT, PRIMARY KEY (folded, code)) WITHOUT ROWID`;

/** 0: of this run. 1: another may have created it. 2: another found or created it. */
const insert = `INSERT INTO known_record SELECT folded, code, (run <> ?1) * (1 + ${isFound}) AS certainty, record_id FROM ${readRows}
  WHERE ${mayExist} AND ${isOfNoun('?2')} AND (folded IN (SELECT folded FROM file_key) OR folded IN (SELECT folded FROM file_other))
  ON CONFLICT DO UPDATE SET certainty = excluded.certainty, id = excluded.id WHERE excluded.certainty > certainty`;

/** A page at a time, since libsql takes long to hand out each cell. */
const foldedPage = `SELECT max(folded) AS last, json_group_array(folded) AS list FROM
  (SELECT folded FROM known_record WHERE folded > ? ORDER BY folded LIMIT 20000)`;

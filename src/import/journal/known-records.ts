import { HashSet, hashOf } from '../../text/hash-set.ts';
import { foldedText, type Key } from '../map/rows/key.ts';
import { readRows } from '../rows/states.ts';
import { isDeleted } from './deleted-records.ts';
import { isFound, mayExist } from './earlier-rows.ts';
import type { Journal } from './journal.ts';
import { isOfNoun } from './runs.ts';
import { textOrNull } from './schema.ts';

interface KnownRecord {
  readonly code: string;
  readonly certainty: number;
  readonly found: FoundRecord;
}

/** What another run found or created for certain. */
export interface FoundRecord {
  /** Undefined where it is not known: an import has only been told that it exists. */
  readonly recordId: string | undefined;
  /** Whether shop-cli has deleted it since. */
  readonly isDeleted: boolean;
  /** The run that created it, and when, in milliseconds since 1970; undefined where a run has only found it. */
  readonly created: { readonly run: number; readonly at: number } | undefined;
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

  /** The product with this key that another run found or created for certain: the latest that was not deleted, if there is one. */
  found = (key: Key): FoundRecord | undefined =>
    this.#under(key).find(({ code, certainty }) => code === key.code && certainty >= certainties.said)?.found;

  #under(key: Key): readonly KnownRecord[] {
    this.#folded ??= this.#read();
    const folded = foldedText(key);
    if (!this.#folded.has(hashOf(folded))) return [];
    return this.journal.database
      .all('SELECT code, certainty, id, run, at FROM known_record WHERE folded = ?', folded)
      .map(({ code, certainty, id, run, at }) => ({
        code: String(code),
        certainty: Number(certainty),
        found: {
          recordId: textOrNull(id) ?? undefined,
          isDeleted: Number(certainty) === certainties.deleted,
          created: Number(certainty) === certainties.created ? { run: Number(run), at: Number(at) } : undefined,
        },
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
CREATE TEMP TABLE known_record (folded TEXT, code TEXT, certainty INTEGER, id TEXT, run INTEGER, at INTEGER, PRIMARY KEY (folded, code)) WITHOUT ROWID`;

/** What is known of a record, the more certain the higher. What was deleted counts for more than what was only said. */
const certainties = { own: 0, perhaps: 1, said: 2, deleted: 3, found: 4, created: 5 } as const;

const certainty = `CASE WHEN run = ?1 THEN ${certainties.own} WHEN NOT ${isFound} THEN ${certainties.perhaps}
  WHEN state = 'existing' AND record_id IS NULL THEN ${certainties.said} WHEN ${isDeleted('?2')} THEN ${certainties.deleted}
  WHEN state = 'existing' THEN ${certainties.found} ELSE ${certainties.created} END`;

/** Of two that are as certain the later one. */
const insert = `INSERT INTO known_record SELECT folded, code, ${certainty} AS certainty, record_id, run, at FROM ${readRows}
  WHERE ${mayExist} AND ${isOfNoun('?2')} AND (folded IN (SELECT folded FROM file_key) OR folded IN (SELECT folded FROM file_other))
  ORDER BY run
  ON CONFLICT DO UPDATE SET certainty = excluded.certainty, id = excluded.id, run = excluded.run, at = excluded.at
  WHERE excluded.certainty >= certainty`;

/** A page at a time, since libsql takes long to hand out each cell. */
const foldedPage = `SELECT max(folded) AS last, json_group_array(folded) AS list FROM
  (SELECT folded FROM known_record WHERE folded > ? ORDER BY folded LIMIT 20000)`;

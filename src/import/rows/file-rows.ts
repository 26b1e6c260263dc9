import { pagesAfter } from '../../system/sqlite.ts';
import { foldedText, type Key } from '../map/key.ts';
import { openScratch, type Scratch } from './scratch.ts';

/** A row as two numbers, by which a later import recognises it. */
export interface Fingerprint {
  /** A 53-bit hash of the fields that it states; 0 where its product was not compared. */
  readonly facts: number;
  /** The fields that the row has, one bit each, and above them a hash of what is sent but not compared. */
  readonly stated: number;
}

/** Texts by field. */
type States = Readonly<Record<string, string | undefined>>;

/** What is kept of a row besides its key. */
export interface Statement {
  /** What it states, for whoever reads it back. */
  readonly states?: States | undefined;
  readonly fingerprint?: Fingerprint | undefined;
  /** Whether the row is not for this run, so that only its key counts. */
  readonly isExcluded?: boolean;
}

/** A row of a file that has a key. */
interface KeyedRow extends PlacedKey {
  /** Its other codes: no other row may have one as its key. */
  readonly others?: readonly Key[];
}

/** A code of a row, and where it is in the file. */
export interface PlacedKey {
  /** From 1 on, larger than all before. */
  readonly record: number;
  readonly line: number;
  readonly key: Key;
}

/** Rows that share a folded code, in file order: as their key, or beside it. */
export interface SharedCode {
  readonly keys: readonly PlacedKey[];
  readonly others: readonly PlacedKey[];
}

/** A row as it comes back. */
export interface StoredRow extends PlacedKey {
  readonly states: States | undefined;
  readonly fingerprint: Fingerprint | undefined;
}

/**
 * The rows of a file by record and by key: tables on disk, and every question about them a query. Add all rows, then
 * `finish`; ask only afterwards.
 */
export class FileRows {
  readonly scratch: Scratch;
  readonly #rows: Insertion;
  readonly #others: Insertion;
  readonly #excluded: Insertion;
  readonly #shared = new Set<string>();
  /** The fields of the keys: no code of another field can be one. */
  readonly #keyFields = new Set<string>();
  readonly #otherFields = new Set<string>();

  constructor(scratch: Scratch) {
    scratch.exec(tables);
    this.scratch = scratch;
    this.#rows = new Insertion(scratch, 'file_row', 'value ->> 0, value ->> 2, value');
    this.#others = new Insertion(scratch, 'file_other', 'value ->> 0, value ->> 1, value ->> 2');
    this.#excluded = new Insertion(scratch, 'file_excluded', 'value');
  }

  /** In a scratch of their own. @throws CliError `usage` if libsql has no binary for this platform */
  static async open(): Promise<FileRows> {
    return new FileRows(await openScratch());
  }

  add({ record, line, key, others = [] }: KeyedRow, { states, fingerprint, isExcluded }: Statement = {}): void {
    this.#keyFields.add(key.field);
    const { facts = null, stated = null } = fingerprint ?? {};
    const cells: RowCells = [record, line, foldedText(key), key.code, facts, stated, states ?? null];
    this.#rows.add(cells);
    for (const other of others) {
      this.#otherFields.add(other.field);
      this.#others.add([record, foldedText(other), other.code]);
    }
    if (isExcluded === true) this.#excluded.add(record);
  }

  /** Call it once all rows were added. Finds the codes that several rows share, in at most so many places. */
  finish(maxPlaces: number): { readonly groups: readonly SharedCode[]; readonly isComplete: boolean } {
    for (const insertion of [this.#rows, this.#others, this.#excluded]) insertion.flush();
    this.scratch.exec('CREATE INDEX temp.by_folded ON file_row (folded)');
    const groups = new Map<string, { readonly keys: PlacedKey[]; readonly others: PlacedKey[] }>();
    const mayBeKeys = [...this.#otherFields].some((field) => this.#keyFields.has(field));
    const found = this.scratch.all(mayBeKeys ? sharedCodes : sharedKeys, BigInt(maxPlaces + 1));
    for (const { folded: foldedCode, record, line, code, isKey } of found) {
      const folded = String(foldedCode);
      const group = groups.get(folded) ?? { keys: [], others: [] };
      const place = { record: Number(record), line: Number(line), key: keyFrom(folded, String(code)) };
      group[isKey === 1 ? 'keys' : 'others'].push(place);
      groups.set(folded, group);
      this.#shared.add(folded);
    }
    return { groups: [...groups.values()], isComplete: found.length <= maxPlaces };
  }

  /** How many rows are included. */
  get count(): number {
    return Number(this.scratch.get(`SELECT count(*) AS rows FROM file_row WHERE ${isIncluded}`)?.rows);
  }

  /** These rows turned out to be invalid: their keys stay. */
  exclude(records: Iterable<number>): void {
    for (const record of records) this.#excluded.add(record);
    this.#excluded.flush();
  }

  /** Whether a row has such a key (`foldedText`). */
  readonly has = (folded: string): boolean =>
    this.scratch.get('SELECT 1 FROM file_row WHERE folded = ? LIMIT 1', folded) !== undefined;

  /** Whether several rows have such keys. */
  readonly isShared = (folded: string): boolean => this.#shared.has(folded);

  /** The records of the included rows in file order, many at a time. */
  records(): Generator<readonly number[]> {
    return pagesAfter(
      (after) => this.#list<number>(recordPage, after, 20_000),
      (record) => record,
    );
  }

  /** The included rows in file order, a page at a time. */
  pages(length = 1000): Generator<readonly StoredRow[]> {
    return pagesAfter(
      (after) => this.#list<RowCells>(rowPage, after, length).map(rowFromCells),
      ({ record }) => record,
    );
  }

  close(): void {
    this.scratch.close();
  }

  /** One text for all rows: libsql takes long to hand out each cell. */
  #list<T>(sql: string, after: number, length: number): readonly T[] {
    return JSON.parse(String(this.scratch.get(sql, BigInt(after), BigInt(length))?.list));
  }
}

/** The key of a row as the tables have it. */
export const keyFrom = (folded: string, code: string): Key => ({
  field: folded.slice(0, folded.indexOf(':')),
  code,
});

/** Rows that are written at a time: one statement takes a third of what binding each value takes. */
const maxWaiting = 1000;

/** Writes rows of a table, many at a time. */
class Insertion {
  readonly #scratch: Scratch;
  readonly #sql: string;
  #waiting: unknown[] = [];

  /** @param columns made of `value`: what was added, as JSON */
  constructor(scratch: Scratch, table: string, columns: string) {
    this.#scratch = scratch;
    this.#sql = `INSERT OR IGNORE INTO ${table} SELECT ${columns} FROM json_each(?)`;
  }

  add(value: unknown): void {
    this.#waiting.push(value);
    if (this.#waiting.length >= maxWaiting) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    this.#scratch.change(this.#sql, JSON.stringify(this.#waiting));
    this.#waiting = [];
  }
}

type RowCells = readonly [
  ...[record: number, line: number, folded: string, code: string],
  ...[facts: number | null, stated: number | null, states: States | null],
];

const rowFromCells = ([record, line, folded, code, facts, stated, states]: RowCells): StoredRow => ({
  record,
  line,
  key: keyFrom(folded, code),
  states: states ?? undefined,
  fingerprint: facts && stated !== null ? { facts, stated } : undefined,
});

/**
 * A row is written and read as one text (`RowCells`): each column takes a fifth of what the row takes. The field of a key
 * is the beginning of its folded text.
 */
const tables = `CREATE TEMP TABLE file_row (record INTEGER PRIMARY KEY, folded TEXT, cells TEXT,
  line INTEGER AS (cells ->> 1), code TEXT AS (cells ->> 3), facts INTEGER AS (cells ->> 4), stated INTEGER AS (cells ->> 5));
CREATE TEMP TABLE file_other (record INTEGER, folded TEXT, code TEXT);
CREATE TEMP TABLE file_excluded (record INTEGER PRIMARY KEY)`;

/** Folded keys that several rows have. */
const repeated = 'SELECT folded FROM file_row GROUP BY folded HAVING count(*) > 1';

const keysIn = (shared: string): string =>
  `SELECT folded, record, line, code, 1 AS isKey FROM file_row WHERE folded IN (${shared})`;

const sharedKeys = `${keysIn(repeated)} ORDER BY record LIMIT ?`;

/** Codes beside a key that are the key of another row, too. */
const sharedCodes = `WITH shared AS MATERIALIZED
    (${repeated} UNION SELECT folded FROM file_other WHERE folded IN (SELECT folded FROM file_row))
  ${keysIn('SELECT * FROM shared')}
  UNION ALL SELECT e.folded, record, line, e.code, 0 FROM file_other e JOIN file_row USING (record)
    WHERE e.folded IN (SELECT * FROM shared)
  ORDER BY record LIMIT ?`;

/** The field of a key. */
export const fieldOfFolded = "substr(folded, 1, instr(folded, ':') - 1)";

/** A condition on rows. */
export const isIncluded = 'record NOT IN (SELECT record FROM file_excluded)';

const recordPage = `SELECT json_group_array(record) AS list
  FROM (SELECT record FROM file_row WHERE record > ? AND ${isIncluded} ORDER BY record LIMIT ?)`;

const rowPage = `SELECT '[' || ifnull(group_concat(cells), '') || ']' AS list
  FROM (SELECT cells FROM file_row WHERE record > ? AND ${isIncluded} ORDER BY record LIMIT ?)`;

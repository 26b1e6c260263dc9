import { pagesAfter } from '../../system/sqlite.ts';
import { foldedText, type Key } from '../map/rows/key.ts';
import { Insertion, OtherRows } from './insertion.ts';
import { RowStates, type States } from './row-states.ts';
import { openScratch, type Scratch } from './scratch.ts';
import { isIncluded, isLeft, type RowState, readRows, rowTable } from './states.ts';

/** What a row says, as numbers by which a later import recognises it. */
export interface Fingerprint {
  /** A 53-bit hash of the fields that it states. */
  readonly facts: number;
  /** Which of the compared fields it states: a set, one bit each. */
  readonly stated: number;
  /** A hash of what is sent but not compared; 0 for nothing. */
  readonly rest: number;
}

/** So many bits of what is kept of a row about a person say which fields it states. */
export const fieldBits = 16;

/** What is kept of a row besides its key. */
export interface Statement {
  /** What it states, for the code that reads it back. */
  readonly states?: States | undefined;
  readonly fingerprint?: Fingerprint | undefined;
  /** What a row about a person states, whose fields are in no journal (`personHash`). */
  readonly ofPerson?: number | undefined;
  /** Whether the row is not for this run, so that only its key counts. */
  readonly isElsewhere?: boolean;
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

/** Where the rows of a file are kept. */
interface RowPlace {
  /** The number of the run that they belong to. */
  readonly run: number;
  /** Changes their table, which is not in the scratch. */
  readonly change: Scratch['change'];
}

/**
 * The rows of a file by record and by key: the one table of rows (`rowTable`), and every question about them a query. Add
 * all rows, then `finish`; ask only afterwards. Queries of others see them as `file_row`, and their folded keys as
 * `file_key`.
 */
export class FileRows {
  readonly scratch: Scratch;
  readonly #rows: Insertion;
  readonly #states: RowStates;
  readonly #others: Insertion;
  readonly #elsewhere: Insertion;
  readonly #change: Scratch['change'];
  readonly #run: number;
  /** How many rows the run had before. */
  readonly #known: number;
  readonly #shared = new Set<string>();
  /** The fields of the keys: no code of another field can be one. */
  readonly #keyFields = new Set<string>();
  readonly #otherFields = new Set<string>();

  /** @param place in the table of a journal; by default in the scratch */
  constructor(scratch: Scratch, place?: RowPlace) {
    const { run, change } = place ?? { run: 0, change: scratch.change };
    scratch.exec(`${place ? '' : rowTable('temp.row')} ${tables(run)}`);
    this.scratch = scratch;
    this.#run = run;
    this.#change = change;
    this.#known = Number(scratch.get('SELECT count(*) AS rows FROM file_row')?.rows);
    const insert = this.#known === 0 ? insertRows : insertOtherRows;
    this.#rows = new Insertion(change, insert(run, 'todo'));
    this.#elsewhere = new Insertion(change, insert(run, 'elsewhere'));
    this.#states = new RowStates(scratch);
    this.#others = new Insertion(scratch.change, insertOthers);
  }

  /** In a scratch of their own. @throws CliError `usage` if libsql has no binary for this platform */
  static async open(): Promise<FileRows> {
    return new FileRows(await openScratch());
  }

  /** A row that the run already has stays as it is. @throws OtherRows where it has another key */
  add(
    { record, line, key, others = [] }: KeyedRow,
    { states, fingerprint, ofPerson, isElsewhere }: Statement = {},
  ): void {
    this.#keyFields.add(key.field);
    const { facts = null, stated = null, rest = ofPerson ?? null } = fingerprint ?? {};
    const rows = isElsewhere === true ? this.#elsewhere : this.#rows;
    rows.add([record, foldedText(key), [line, key.code, facts, stated, rest]]);
    if (states) this.#states.add(record, states);
    for (const other of others) {
      this.#otherFields.add(other.field);
      this.#others.add([record, foldedText(other), other.code]);
    }
  }

  /**
   * Call it once all rows were added. Finds the codes that several rows share, in at most so many places.
   * @throws OtherRows where the run has a row that was not added
   */
  finish(maxPlaces: number): { readonly groups: readonly SharedCode[]; readonly isComplete: boolean } {
    for (const insertion of [this.#rows, this.#elsewhere, this.#states, this.#others]) insertion.flush();
    if (this.#rows.kept + this.#elsewhere.kept !== this.#known) throw new OtherRows();
    this.scratch.change(indexKeys);
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

  /** How many rows are valid and for this run. */
  get count(): number {
    return Number(this.scratch.get(`SELECT count(*) AS rows FROM file_row WHERE ${isIncluded}`)?.rows);
  }

  /** How many rows are valid, those of other shards too. */
  get valid(): number {
    return Number(this.scratch.get("SELECT count(*) AS rows FROM file_row WHERE state <> 'invalid'")?.rows);
  }

  /** Whether the run had rows before these were added. */
  get isContinued(): boolean {
    return this.#known > 0;
  }

  /** These rows turned out to be invalid: their keys stay. */
  exclude(records: Iterable<number>): void {
    const invalid = new Insertion(this.#change, markInvalid(this.#run));
    for (const record of records) invalid.add(record);
    invalid.flush();
  }

  /** Whether a row has such a key (`foldedText`). */
  readonly has = (folded: string): boolean =>
    this.scratch.get('SELECT 1 FROM file_key WHERE folded = ? LIMIT 1', folded) !== undefined;

  /** Whether several rows have such keys. */
  readonly isShared = (folded: string): boolean => this.#shared.has(folded);

  /** The records of the rows that are left, in file order, many at a time. */
  records(): Generator<readonly number[]> {
    return pagesAfter(
      (after) => this.#list<number>(recordPage, after, 20_000),
      (record) => record,
    );
  }

  /** Tells whether a row is left. It must be asked in file order. */
  leftInOrder(): (record: number) => boolean {
    const left = this.#left();
    let next = 0;
    return (record) => {
      while (next < record) next = left.next().value ?? Number.POSITIVE_INFINITY;
      return next === record;
    };
  }

  *#left(): Generator<number, undefined> {
    for (const page of this.records()) yield* page;
  }

  /** The rows that are left, in file order, a page at a time: each has what was left when it began. */
  pages(length = 1000): Generator<readonly StoredRow[]> {
    const statesOf = this.#states.inOrder();
    return pagesAfter(
      (after) => this.#list<RowCells>(rowPage, after, length).map((cells) => rowFromCells(cells, statesOf(cells[0]))),
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

type RowCells = readonly [
  record: number,
  folded: string,
  cells: readonly [line: number, code: string, facts: number | null, stated: number | null, rest: number | null],
];

const rowFromCells = (
  [record, folded, [line, code, facts, stated, rest]]: RowCells,
  states: States | undefined,
): StoredRow => ({
  record,
  line,
  key: keyFrom(folded, code),
  states,
  fingerprint: facts !== null && stated !== null ? { facts, stated, rest: rest ?? 0 } : undefined,
});

/** What belongs to the file alone: an index of its keys, its other codes, and what its rows state. */
const tables = (run: number): string => `
DROP VIEW IF EXISTS temp.file_row;
CREATE TEMP VIEW file_row AS SELECT * FROM ${readRows} WHERE run = ${run};
DROP TABLE IF EXISTS temp.file_key;
CREATE TEMP TABLE file_key (folded TEXT NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (folded, record)) WITHOUT ROWID;
DROP TABLE IF EXISTS temp.file_other;
CREATE TEMP TABLE file_other (record INTEGER, folded TEXT, code TEXT)`;

const insertRows = (run: number, state: RowState): string =>
  `INSERT INTO row (run, record, folded, cells, state) SELECT ${run}, value ->> 0, value ->> 1, value ->> 2, '${state}' FROM json_each(?)`;

/** The same beside those that the run has. A list of cells cannot be NULL: one of another code is refused. */
const insertOtherRows = (run: number, state: RowState): string =>
  `${insertRows(run, state)} WHERE true ON CONFLICT DO UPDATE SET cells = NULL WHERE cells ->> 1 <> excluded.cells ->> 1`;

const insertOthers = 'INSERT INTO file_other SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)';

const markInvalid = (run: number): string =>
  `UPDATE row SET state = 'invalid' WHERE run = ${run} AND record IN (SELECT value FROM json_each(?)) AND state IN ('todo', 'elsewhere')`;

const indexKeys = 'INSERT INTO file_key SELECT folded, record FROM file_row ORDER BY folded, record';

/** Folded keys that several rows have. */
const repeated = 'SELECT folded FROM file_key GROUP BY folded HAVING count(*) > 1';

const keysIn = (shared: string): string =>
  `SELECT k.folded, record, line, code, 1 AS isKey FROM file_key k CROSS JOIN file_row USING (record) WHERE k.folded IN (${shared})`;

const sharedKeys = `${keysIn(repeated)} ORDER BY record LIMIT ?`;

/** Codes beside a key that are the key of another row, too. */
const sharedCodes = `WITH shared AS MATERIALIZED
    (${repeated} UNION SELECT folded FROM file_other WHERE folded IN (SELECT folded FROM file_key))
  ${keysIn('SELECT * FROM shared')}
  UNION ALL SELECT e.folded, record, line, e.code, 0 FROM file_other e CROSS JOIN file_row USING (record)
    WHERE e.folded IN (SELECT * FROM shared)
  ORDER BY record LIMIT ?`;

const recordPage = `SELECT json_group_array(record) AS list
  FROM (SELECT record FROM file_row WHERE record > ? AND ${isLeft} ORDER BY record LIMIT ?)`;

const rowPage = `SELECT json_group_array(json_array(record, folded, json(cells))) AS list
  FROM (SELECT * FROM file_row WHERE record > ? AND ${isLeft} ORDER BY record LIMIT ?)`;

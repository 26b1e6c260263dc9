import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import { type RowState, rowStates, stateNames } from './schema.ts';

/** One import of one file into one store, as the journal remembers it. */
export interface Run {
  readonly run: number;
  /** Which store it is: its base URL, or `sandbox:<database>`. */
  readonly store: string;
  /** What makes another run the same: the store, the file's bytes, and every option that changes what is sent. */
  readonly identity: string;
  /** The file's path, absolute, or `-`. */
  readonly path: string;
  /** SHA-256 of the file. */
  readonly file: string;
  /** The options that change what is sent, as JSON. */
  readonly options: string;
  readonly state: 'unfinished' | 'finished' | 'set aside';
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly ended: number | null;
  readonly rows: number;
  readonly faulty: number;
  /** Rows that are no products of their own. */
  readonly leftOut: number;
  /** Rows that other shards send. */
  readonly elsewhere: number;
  /** Products that the store had when it was checked which keys are there; null before. */
  readonly products: number | null;
  /** Why the last row was not reached. */
  readonly stopped: string | null;
}

export type NewRun = Pick<
  Run,
  'store' | 'identity' | 'path' | 'file' | 'options' | 'started' | 'rows' | 'faulty' | 'leftOut' | 'elsewhere'
>;

/** How many rows of a run are in each state. */
export type StateCounts = Readonly<Record<RowState, number>>;

/** Every run that is not forgotten, the latest first. */
export const allRuns = (database: Sqlite): readonly Run[] =>
  database.all("SELECT * FROM runs WHERE state <> 'forgotten' ORDER BY run DESC").map(runFrom);

/** The unfinished run of the same file and options, or undefined. */
export function unfinishedRun(database: Sqlite, identity: string): Run | undefined {
  const row = database.get(
    "SELECT * FROM runs WHERE identity = ? AND state = 'unfinished' ORDER BY run DESC LIMIT 1",
    identity,
  );
  return row && runFrom(row);
}

/** Which part of which file a run sends into which store. */
export type Source = Pick<Run, 'store' | 'path' | 'options'>;

/** Unfinished runs that another run of the same source replaces: of the same shard, or of the whole file. Other shards are runs of their own. */
export const replacedRuns = (database: Sqlite, { store, path, options }: Source): readonly Run[] =>
  database
    .all(
      `SELECT * FROM runs WHERE store = ? AND path = ? AND state = 'unfinished'
       AND (options ->> '$.shard' IS NULL OR options ->> '$.shard' = ? ->> '$.shard') ORDER BY run`,
      ...[store, path, options],
    )
    .map(runFrom);

/** Writes a new run down; returns its number. */
export function addRun(database: Sqlite, run: NewRun): number {
  const { lastId } = database.run(
    "INSERT INTO runs (store, identity, path, file, options, state, started, rows, faulty, left_out, elsewhere) VALUES (?, ?, ?, ?, ?, 'unfinished', ?, ?, ?, ?, ?)",
    ...[run.store, run.identity, run.path, run.file, run.options],
    ...[run.started, run.rows, run.faulty, run.leftOut, run.elsewhere].map(BigInt),
  );
  return Number(lastId);
}

export function countStates(database: Sqlite, run: number): StateCounts {
  const counts = Object.fromEntries(stateNames.map((name) => [name, 0])) as Record<RowState, number>;
  for (const { state, count } of database.all(
    'SELECT state, count(*) AS count FROM rows WHERE run = ? GROUP BY state',
    BigInt(run),
  )) {
    counts[stateNames[Number(state)] as RowState] = Number(count);
  }
  return counts;
}

/** A row that did not simply get in, or all that is known of any row. */
export interface RowRecord {
  readonly record: number;
  readonly line: number;
  readonly field: 'sku' | 'ean';
  readonly code: string;
  readonly state: RowState;
  readonly attempts: number;
  readonly product: string | null;
  /** The member of the body that the store named. */
  readonly member: string | null;
  readonly message: string | null;
}

const columns = 'record, line, field, code, state, attempts, product, member, message';

/** Every row of a run in file order, some thousand in memory at a time. */
export function* rowsOf(database: Sqlite, run: number): Generator<RowRecord> {
  for (let after = 0; ; ) {
    const page = database.all(
      `SELECT ${columns} FROM rows WHERE run = ? AND record > ? ORDER BY record LIMIT 5000`,
      ...[run, after].map(BigInt),
    );
    yield* page.map(rowFrom);
    const last = page.at(-1);
    if (!last) return;
    after = Number(last.record);
  }
}

const { open, created, rejected, uncertain, stuck, duplicate } = rowStates;

/** Rows of a run that are in the store and were sent more than once. */
export function sentTwice(database: Sqlite, run: number): readonly RowRecord[] {
  return database
    .all(
      `SELECT ${columns} FROM rows WHERE run = ? AND state = ${created} AND attempts > 1 ORDER BY record`,
      BigInt(run),
    )
    .map(rowFrom);
}

/** The first rows of a run that were created, before this time. */
export function firstCreated(database: Sqlite, run: number, before: number, limit: number): readonly RowRecord[] {
  return database
    .all(
      `SELECT ${columns} FROM rows WHERE run = ? AND state = ${created} AND at < ? ORDER BY record LIMIT ?`,
      ...[run, before, limit].map(BigInt),
    )
    .map(rowFrom);
}

const problems = [open, rejected, uncertain, stuck, duplicate];

/** Whether a person must see a row. */
export const isProblem = ({ state }: Pick<RowRecord, 'state'>): boolean =>
  problems.some((problem) => problem === rowStates[state]);

/** The rows of a run that a person must see, in file order. */
export function problemRows(database: Sqlite, run: number, limit: number): readonly RowRecord[] {
  const states = problems.join(', ');
  return database
    .all(
      `SELECT ${columns} FROM rows WHERE run = ? AND state IN (${states}) ORDER BY record LIMIT ?`,
      BigInt(run),
      BigInt(limit),
    )
    .map(rowFrom);
}

function rowFrom(row: SqlRow): RowRecord {
  return {
    record: Number(row.record),
    line: Number(row.line),
    field: row.field === 'ean' ? 'ean' : 'sku',
    code: String(row.code),
    state: stateNames[Number(row.state)] as RowState,
    attempts: Number(row.attempts),
    product: textOrNull(row.product),
    member: textOrNull(row.member),
    message: textOrNull(row.message),
  };
}

function runFrom(row: SqlRow): Run {
  const number = (name: string): number => Number(row[name]);
  return {
    run: number('run'),
    store: String(row.store),
    identity: String(row.identity),
    path: String(row.path),
    file: String(row.file),
    options: String(row.options),
    state: String(row.state) as Run['state'],
    started: number('started'),
    ended: row.ended === null ? null : number('ended'),
    rows: number('rows'),
    faulty: number('faulty'),
    leftOut: number('left_out'),
    elsewhere: number('elsewhere'),
    products: row.products === null ? null : number('products'),
    stopped: textOrNull(row.stopped),
  };
}

const textOrNull = (value: SqlRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** What a forgotten run created is kept for so many milliseconds: longer than any settle time. */
const kept = 24 * 3_600_000;

/**
 * Forgets a run and its rows, but for what it created lately: a store that does not show that yet would be sent it again by the next run. Until then
 * the run is there, and in no list.
 */
export function forgetRun(database: Sqlite, run: number, now: number): void {
  database.run("UPDATE runs SET state = 'forgotten' WHERE run = ?", BigInt(run));
  clearForgotten(database, now);
}

/** Removes what needs to be kept of forgotten runs no longer. */
export function clearForgotten(database: Sqlite, now: number): void {
  database.run(
    `DELETE FROM rows WHERE run IN (SELECT run FROM runs WHERE state = 'forgotten') AND (state <> ${rowStates.created} OR at <= ?)`,
    BigInt(now - kept),
  );
  database.run(
    "DELETE FROM runs WHERE state = 'forgotten' AND NOT EXISTS (SELECT 1 FROM rows WHERE rows.run = runs.run)",
  );
}

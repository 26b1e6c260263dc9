import type { Sqlite } from '../../system/sqlite.ts';
import type { Key } from '../map/key.ts';
import { columns, type RowRecord, rowFrom } from './rows.ts';
import { type RowState, rowStates, stateNames } from './schema.ts';

const { created, existing, duplicate } = rowStates;

/** Rows whose product the store had, or may have created. */
const isProduct = `(attempts > 0 OR state IN (${created}, ${existing}, ${duplicate}))`;

/** Whether any row of any import has a product in the store, or may have one. */
export const hasProducts = (database: Sqlite): boolean =>
  database.get(`SELECT 1 FROM rows WHERE ${isProduct} LIMIT 1`) !== undefined;

/** A row of an import that has a product in the store. */
interface ProductRow {
  readonly key: Key;
}

/** All rows of all imports that have a product in the store, 20,000 at a time: libsql takes long to hand out each cell. */
export function* productRows(database: Sqlite, otherThan = 0): Generator<readonly ProductRow[]> {
  for (const run of database
    .all('SELECT run FROM runs WHERE run <> ?', BigInt(otherThan))
    .map((row) => Number(row.run))) {
    for (let after: unknown = 0; after !== null; ) {
      const found = database.get(keysOfProducts, ...[run, after].map((number) => BigInt(Number(number))));
      const cells = JSON.parse(String(found?.rows)) as [Key['field'], string][];
      yield cells.map(([field, code]) => ({ key: { field, code } }));
      after = found?.last ?? null;
    }
  }
}

const keysOfProducts = `SELECT max(record) AS last, json_group_array(json_array(field, code)) AS rows
  FROM (SELECT record, field, code FROM rows WHERE run = ? AND record > ? AND ${isProduct} ORDER BY record LIMIT 20000)`;

/**
 * The last record that a run has announced; 0 if none is, or if rows that it has were forgotten since. Rows are announced
 * in file order, so it has all rows before this one that are for it.
 */
export const lastAnnounced = (database: Sqlite, run: number): number =>
  Number(
    database.get(
      'SELECT max(record) AS last FROM rows WHERE run = ?1 AND attempts > 0 AND (SELECT full FROM runs WHERE run = ?1) < 2',
      BigInt(run),
    )?.last,
  );

/** Rows of a run of which the same is known. */
interface Alike extends Pick<RowRecord, 'state' | 'attempts'> {
  readonly records: readonly number[];
  readonly hasMessage: boolean;
}

/** The outcomes of a run's rows, thousands at a time: libsql takes long to return each cell. */
export function* alikeRows(database: Sqlite, run: number): Generator<Alike> {
  for (let after = 0; ; ) {
    const found = database.all(alike, ...[run, after].map(BigInt));
    if (found.length === 0) return;
    for (const { state, attempts, hasMessage, records, last } of found) {
      yield {
        ...{ state: stateNames[Number(state)] as RowState, attempts: Number(attempts) },
        ...{ hasMessage: hasMessage === 1, records: JSON.parse(String(records)) },
      };
      after = Math.max(after, Number(last));
    }
  }
}

const alike = `SELECT state, attempts, message IS NOT NULL AS hasMessage, json_group_array(record) AS records, max(record) AS last
  FROM (SELECT * FROM rows WHERE run = ? AND record > ? ORDER BY record LIMIT 20000) GROUP BY 1, 2, 3`;

/** Rows of a run that are in the store and were sent more than once, by this run or, with one of these keys, by others. */
export function sentTwice(database: Sqlite, run: number, byOthers: readonly Key[]): readonly RowRecord[] {
  return database
    .all(
      `SELECT ${columns} FROM rows WHERE run = ?1 AND (state = ${created} AND attempts > 1 OR state = ${existing}
       AND (field, code) IN (SELECT value ->> 'field', value ->> 'code' FROM json_each(?2))) ORDER BY record`,
      BigInt(run),
      JSON.stringify(byOthers),
    )
    .map(rowFrom);
}

/** The first rows of a run that were created; with `before`, certainly before that time: none under a wrong clock. */
export function firstCreated(database: Sqlite, run: number, limit: number, before?: number): readonly RowRecord[] {
  const isBefore =
    before === undefined ? 'true' : `at < ${before} AND NOT (SELECT clock_differs FROM runs WHERE run = ?1)`;
  return database
    .all(
      `SELECT ${columns} FROM rows WHERE run = ?1 AND state = ${created} AND ${isBefore} ORDER BY record LIMIT ?2`,
      ...[run, limit].map(BigInt),
    )
    .map(rowFrom);
}

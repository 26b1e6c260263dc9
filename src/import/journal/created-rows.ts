import type { Sqlite } from '../../system/sqlite.ts';
import type { Key } from '../read/row.ts';
import { columns, keyFrom, pagesOf, type RowRecord, rowFrom } from './rows.ts';
import { rowStates } from './schema.ts';

const { created } = rowStates;

/** Rows of a run that are in the store and were sent more than once. */
export function sentTwice(database: Sqlite, run: number): readonly RowRecord[] {
  return database
    .all(
      `SELECT ${columns} FROM rows WHERE run = ? AND state = ${created} AND attempts > 1 ORDER BY record`,
      BigInt(run),
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

/** Keys that the latest imports of any file created. */
export const createdLately = (database: Sqlite): readonly Key[] =>
  database
    .all(`SELECT field, code FROM rows WHERE state = ${created} ORDER BY run DESC, record DESC LIMIT 1000`)
    .map(keyFrom);

/**
 * Keys that unfinished imports created, or said so: none has looked up whether the store has a key of their kind as it
 * was sent.
 */
export function* createdUnconfirmed(database: Sqlite, otherThan: number): Generator<readonly Key[]> {
  const runs = database.all(
    "SELECT run FROM runs WHERE state IN ('unfinished', 'set aside') AND run <> ?",
    BigInt(otherThan),
  );
  for (const { run } of runs)
    for (const page of pagesOf(database, Number(run), 'record, field, code', `state = ${created}`))
      yield page.map(keyFrom);
}

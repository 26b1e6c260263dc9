import type { SqlRow } from '../../system/sqlite.ts';
import { isFound } from './earlier-rows.ts';
import type { Journal } from './journal.ts';
import { isOfNoun } from './runs.ts';

/** Records of a noun that are gone from the store: shop-cli has deleted them, or found that they were gone before. */
interface GoneRecords {
  /** The plural of its name: `customers`. */
  readonly noun: string;
  readonly ids: readonly string[];
  /** The noun whose records are deleted with them, if there is one. */
  readonly with?: string | undefined;
}

/** When a record was deleted: rows of later runs, and rows that were created later, are of another record. */
export interface WhenDeleted {
  readonly lastRun: number;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/**
 * Notes which records are gone, of those that a row has or whose belongings a row may have: no import believes these rows
 * from now on. What the rows say stays: it was true. @returns how many
 */
export const noteGone = (journal: Journal, { noun, ids, with: owned }: GoneRecords): number =>
  journal.commit(
    () =>
      journal.database.run(note, noun, JSON.stringify([...new Set(ids)]), owned ?? null, BigInt(journal.now())).changes,
  );

const note = `INSERT INTO deleted_record (noun, id, last_run, deleted)
  SELECT ?1, value, (SELECT coalesce(max(run), 0) FROM runs), ?4 FROM json_each(?2)
  WHERE value IN (SELECT record_id FROM row WHERE ${isFound} AND ${isOfNoun('?1')}) OR EXISTS (SELECT 1 FROM runs WHERE noun = ?3)
  ON CONFLICT (noun, id) DO UPDATE SET last_run = excluded.last_run, deleted = excluded.deleted`;

/** Forgets a record: nothing of an erased person stays. Part of a commit. */
export const forgetDeletion = ({ database }: Journal, noun: string, id: string): void =>
  void database.run('DELETE FROM deleted_record WHERE noun = ? AND id = ?', noun, id);

/**
 * Rows whose record was deleted: a condition. A row that was created later has another record, even where the store gave it
 * the same ID. @param noun a place in SQL for its name
 */
export const isDeleted = (noun: string): string => `EXISTS (SELECT 1 FROM deleted_record
  WHERE noun = ${noun} AND id = record_id AND (state <> 'created' OR (run <= last_run AND at <= deleted)))`;

/** Which records of a noun were deleted, and when, by their ID. */
export const deletionsOf = ({ database }: Journal, noun: string): ReadonlyMap<string, WhenDeleted> =>
  new Map(
    database
      .all('SELECT id, last_run, deleted FROM deleted_record WHERE noun = ?', noun)
      .map((row) => [String(row.id), deletionFrom(row)]),
  );

const deletionFrom = (row: SqlRow): WhenDeleted => ({ lastRun: Number(row.last_run), at: Number(row.deleted) });

/** How many rows of a run say that they created a record which was deleted since. */
export const countDeleted = ({ database }: Journal, run: number): number =>
  Number(
    database.get(
      `SELECT count(*) AS rows FROM row WHERE run = ?1 AND state = 'created' AND ${isDeleted('(SELECT noun FROM runs WHERE run = ?1)')}`,
      BigInt(run),
    )?.rows ?? 0,
  );

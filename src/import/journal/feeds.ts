import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import type { Fingerprint } from '../compare/fingerprint.ts';
import type { Key } from '../read/row.ts';
import { pagesOf } from './rows.ts';
import { type RunRecord, runFrom, textOrNull } from './runs.ts';
import { isUnsettled, rowStates } from './schema.ts';

/**
 * What a file is one of, day after day: its path without the date and the time in it, so that `feed-2026-11-21.csv` and
 * `feed-2026-11-22.csv` are one feed.
 */
export const feedOf = (path: string): string => path.replace(dates, '<date>');

const dates =
  /(?<!\d)(?:19|20)\d\d([-_.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:[-_. T]?\d\d[-_.:h]?\d\d(?:[-_.:]?\d\d)?)?(?!\d)/g;

const { created, existing } = rowStates;

/** Rows whose product was shown to exist, and compared if it existed before. Without `facts`, nothing is known of it. */
const isRemembered = `state IN (${created}, ${existing}) AND facts <> 0`;

/** The latest finished import of the same feed and shard. */
export function previousRun(database: Sqlite, run: number): RunRecord | undefined {
  const row = database.get(
    `SELECT runs.* FROM runs JOIN runs AS this ON this.run = ? WHERE runs.run <> this.run AND runs.state = 'finished'
     AND runs.feed = this.feed AND runs.store = this.store
     AND (runs.options ->> '$.shard') IS (this.options ->> '$.shard') ORDER BY runs.part DESC LIMIT 1`,
    BigInt(run),
  );
  return row && runFrom(row);
}

/** A row of an earlier import, whose product exists. */
export interface RememberedRow {
  readonly record: number;
  readonly key: Key;
  readonly fingerprint: Fingerprint;
  readonly product: string | null;
  /** Whether the product has another name or price. */
  readonly differs: boolean;
  /** The import that looked it up. */
  readonly since: number;
}

/** The remembered rows of a run in file order, a page at a time. */
export function* rememberedRows(database: Sqlite, run: number): Generator<readonly RememberedRow[]> {
  for (const page of pagesOf(database, run, rememberedCells, isRemembered))
    yield page.map((row) => rememberedFrom(row, run));
}

/** The first remembered rows from this record on. */
export const rememberedFromRecord = (
  database: Sqlite,
  run: number,
  { record, limit }: { readonly record: number; readonly limit: number },
): readonly RememberedRow[] =>
  database
    .all(
      `SELECT ${rememberedCells} FROM rows WHERE run = ? AND record >= ? AND ${isRemembered} ORDER BY record LIMIT ?`,
      ...[run, record, limit].map(BigInt),
    )
    .map((row) => rememberedFrom(row, run));

const rememberedCells = 'record, state, field, code, facts, stated, product, message, since';

const rememberedFrom = (row: SqlRow, run: number): RememberedRow => ({
  record: Number(row.record),
  key: { field: row.field === 'ean' ? 'ean' : 'sku', code: String(row.code) },
  fingerprint: { facts: Number(row.facts), stated: Number(row.stated) },
  product: textOrNull(row.product),
  differs: Number(row.state) === existing && row.message !== null,
  since: Number(row.since ?? 0) > 0 ? Number(row.since) : run,
});

/** Keys of which something else is known since that run, or of which nothing is: their products may not exist. */
export const doubtedKeys = (database: Sqlite, run: number): readonly Key[] =>
  database
    .all(
      `SELECT field, code FROM rows WHERE ${isUnsettled} UNION ALL
       SELECT field, code FROM rows WHERE state NOT IN (${created}, ${existing})
       AND run IN (SELECT run FROM runs WHERE part > (SELECT part FROM runs WHERE run = ?))`,
      BigInt(run),
    )
    .map(({ field, code }) => ({ field: field === 'ean' ? 'ean' : 'sku', code: String(code) }));

/** How many products that run and all later ones created, as far as is known. */
export const countCreatedSince = (database: Sqlite, run: number): number =>
  Number(
    database.get(
      `SELECT count(*) AS created FROM rows WHERE state = ${created}
       AND run IN (SELECT run FROM runs WHERE part >= (SELECT part FROM runs WHERE run = ?))`,
      BigInt(run),
    )?.created,
  );

/** How many existing rows are as they were in an earlier import, and how many are not. */
export interface Changes {
  readonly unchanged: number;
  readonly changed: number;
}

/** How many rows of a run are as they were in an earlier import, and how many are not. */
export function countChanges(database: Sqlite, run: number): Changes {
  const row = database.get(
    `SELECT count(*) FILTER (WHERE since > 0) AS unchanged, count(*) FILTER (WHERE since < 0) AS changed FROM rows
     WHERE run = ? AND state = ${existing}`,
    BigInt(run),
  );
  return { unchanged: Number(row?.unchanged ?? 0), changed: Number(row?.changed ?? 0) };
}

export const setGone = (database: Sqlite, run: number, gone: number): void =>
  void database.run('UPDATE runs SET gone = ? WHERE run = ?', BigInt(gone), BigInt(run));

const isFromMemory = `state = ${existing} AND since > 0 AND attempts = 0`;

/** The rows of a run that were not looked up, a page at a time. */
export function* rowsFromMemory(
  database: Sqlite,
  run: number,
): Generator<readonly Pick<RememberedRow, 'record' | 'differs'>[]> {
  for (const page of pagesOf(database, run, 'record, message', isFromMemory))
    yield page.map(({ record, message }) => ({ record: Number(record), differs: message !== null }));
}

/** From now on every row of the run is looked up: those that were not are no longer known. */
export function setFull(database: Sqlite, run: number): void {
  database.run('UPDATE runs SET full = 1 WHERE run = ?', BigInt(run));
  database.run(`DELETE FROM rows WHERE run = ? AND ${isFromMemory}`, BigInt(run));
}

import type { Key } from '../map/key.ts';
import type { Fingerprint } from '../rows/file-rows.ts';
import type { Journal } from './journal.ts';
import { keyFrom, onKnownRow, pagesOf } from './rows.ts';
import { type RunRecord, runFrom, type Source } from './runs.ts';
import { isUnsettled, rowStates } from './schema.ts';

/**
 * The name of a feed: its path without any date and time, so that `feed-2026-11-21.csv` and `feed-2026-11-22.csv` are
 * one feed.
 */
export const feedOf = (path: string): string => path.replace(dates, '<date>');

const dates =
  /(?<!\d)(?:19|20)\d\d([-_.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:[-_. T]?\d\d[-_.:h]?\d\d(?:[-_.:]?\d\d)?)?(?!\d)/g;

const { created, existing } = rowStates;

/**
 * Rows whose product exists for certain, and was compared if it existed before. Without `facts`, it was not compared.
 */
const isRemembered = `state IN (${created}, ${existing}) AND facts <> 0`;

/** The latest finished import of the feed and shard of a source. */
export function previousRun({ database }: Journal, { store, path, options }: Source): RunRecord | undefined {
  const row = database.get(
    `SELECT * FROM runs WHERE state = 'finished' AND feed = ? AND store = ?
     AND (options ->> '$.shard') IS (? ->> '$.shard') ORDER BY part DESC LIMIT 1`,
    ...[feedOf(path), store, options],
  );
  return row && runFrom(row);
}

/** A row of an earlier import, whose product exists. */
export interface RememberedRow extends Fingerprint {
  readonly record: number;
  readonly line: number;
  readonly key: Key;
  readonly product: string | null;
  /** Whether the product has another name or price. */
  readonly differs: boolean;
  /** The import that looked it up. */
  readonly since: number;
}

/** The remembered rows of a run in file order, a page at a time. */
export function* rememberedRows(journal: Journal, run: number): Generator<readonly RememberedRow[]> {
  for (let after = 0; ; ) {
    const page = rememberedWhere(journal, run, 'record > ?2 ORDER BY record LIMIT 5000', after);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.record;
  }
}

/** The first remembered rows from this record on. */
export const rememberedFrom = (journal: Journal, run: number, record: number): readonly RememberedRow[] =>
  rememberedWhere(journal, run, 'record >= ?2 ORDER BY record LIMIT 50', record);

/** Remembered rows whose products have IDs in a range; only some if there are many. */
export const rememberedProducts = (
  journal: Journal,
  run: number,
  [least, greatest]: readonly [least: number, greatest: number],
): readonly RememberedRow[] =>
  rememberedWhere(journal, run, 'CAST(product AS INTEGER) BETWEEN ?2 AND ?3 LIMIT 200', least, greatest);

/** One text for all rows: libsql takes long to hand out each cell. */
function rememberedWhere(
  { database }: Journal,
  run: number,
  condition: string,
  ...values: readonly number[]
): readonly RememberedRow[] {
  const found = database.get(
    `SELECT json_group_array(json_array(record, line, state, field, code, facts, stated, product, message IS NULL, since))
     AS rows FROM (SELECT * FROM rows WHERE run = ?1 AND ${isRemembered} AND ${condition})`,
    ...[run, ...values].map(BigInt),
  );
  return (JSON.parse(String(found?.rows)) as RememberedCells[]).map((cells) => rowFromCells(cells, run));
}

type RememberedCells = readonly [
  ...[record: number, line: number, state: number, field: Key['field'], code: string, facts: number, stated: number],
  ...[product: string | null, isUsual: number, since: number | null],
];

function rowFromCells(cells: RememberedCells, run: number): RememberedRow {
  const [record, line, state, field, code, facts, stated, product, isUsual, since] = cells;
  const differs = state === existing && isUsual === 0;
  const lookedUpIn = since !== null && since > 0 ? since : run;
  return { record, line, key: { field, code }, facts, stated, product, differs, since: lookedUpIn };
}

/** Rows of an earlier run, from the first to the last record, and by how much their records and lines have moved. */
export type SameRows = readonly [first: number, last: number, records: number, lines: number];

/** Notes rows that are as they were in an earlier run, as existing: one statement, in which SQLite reads and writes. */
export const noteUnchanged = (journal: Journal, run: number, from: number, same: readonly SameRows[]): void =>
  journal.commit(
    () => void journal.database.run(copyRows, JSON.stringify(same), ...[run, from, journal.now()].map(BigInt)),
  );

const copyRows = `WITH same AS MATERIALIZED
    (SELECT value ->> 0 AS first, value ->> 1 AS last, value ->> 2 AS records, value ->> 3 AS lines FROM json_each(?1))
  INSERT INTO rows SELECT ?2, record + records, line + lines, field, code, ${existing}, 0, product, NULL,
    iif(state = ${existing}, message, NULL), ?4, facts, stated, iif(since > 0, since, ?3)
  FROM same CROSS JOIN rows ON run = ?3 AND record BETWEEN first AND last WHERE true
  ${onKnownRow}`;

/** Keys of which something else is known since that run, or of which nothing is: their products may not exist. */
export const doubtedKeys = ({ database }: Journal, run: number): readonly Key[] =>
  database
    .all(
      `SELECT field, code FROM rows WHERE ${isUnsettled} UNION ALL
       SELECT field, code FROM rows WHERE state NOT IN (${created}, ${existing})
       AND run IN (SELECT run FROM runs WHERE part > (SELECT part FROM runs WHERE run = ?))`,
      BigInt(run),
    )
    .map(keyFrom);

/** How many products that run and all later ones created, as far as is known. */
export const createdSince = ({ database }: Journal, run: number): number =>
  Number(
    database.get(
      `SELECT count(*) AS created FROM rows WHERE state = ${created}
       AND run IN (SELECT run FROM runs WHERE part >= (SELECT part FROM runs WHERE run = ?))`,
      BigInt(run),
    )?.created,
  );

/** How many existing rows are as they were in an earlier import, and how many are not. */
interface Changes {
  readonly unchanged: number;
  readonly changed: number;
}

/** How many rows of a run are as they were in an earlier import, and how many are not. */
export function changesOf({ database }: Journal, run: number): Changes {
  const row = database.get(
    `SELECT count(*) FILTER (WHERE since > 0) AS unchanged, count(*) FILTER (WHERE since < 0) AS changed FROM rows
     WHERE run = ? AND state = ${existing}`,
    BigInt(run),
  );
  return { unchanged: Number(row?.unchanged ?? 0), changed: Number(row?.changed ?? 0) };
}

/** Notes how many products of the previous import are not in the file. */
export const markGone = ({ database, commit }: Journal, run: number, gone: number): void =>
  commit(() => void database.run('UPDATE runs SET gone = ? WHERE run = ?', BigInt(gone), BigInt(run)));

const isFromMemory = `state = ${existing} AND since > 0 AND attempts = 0`;

/** The rows of a run that were not looked up, a page at a time. */
export function* rowsFromMemory(
  journal: Journal,
  run: number,
): Generator<readonly Pick<RememberedRow, 'record' | 'differs'>[]> {
  for (const page of pagesOf(journal, run, 'record, message', isFromMemory))
    yield page.map(({ record, message }) => ({ record: Number(record), differs: message !== null }));
}

/**
 * From now on every row of the run is looked up: those that were not are no longer known. 2 says that there were any; then
 * the count of products is not known either, so that a later part looks them up if this one does not.
 */
export const markFull = ({ database, commit }: Journal, run: number): void =>
  commit(() => {
    const hasAny = `EXISTS (SELECT 1 FROM rows WHERE run = ?1 AND ${isFromMemory})`;
    database.run(
      `UPDATE runs SET full = max(full, 1 + ${hasAny}), products = iif(${hasAny}, NULL, products) WHERE run = ?1`,
      BigInt(run),
    );
    database.run(`DELETE FROM rows WHERE run = ? AND ${isFromMemory}`, BigInt(run));
  });

import { sep } from 'node:path';
import { isThere } from '../../system/machine.ts';
import { pagesAfter } from '../../system/sqlite.ts';
import type { Key } from '../map/rows/key.ts';
import type { FieldBefore } from '../rows/filled-fields.ts';
import { isIncluded, isLeft, isReached, isUnsettled, readRows } from '../rows/states.ts';
import { feedOf } from './feed-name.ts';
import type { Journal } from './journal.ts';
import { keyFrom, type RowRecord, rowsWhere } from './rows.ts';
import { isOfSameNoun, type RunRecord, runFrom, type Source } from './runs.ts';
import { textOrNull } from './schema.ts';

/**
 * Rows whose product exists for certain, and was compared if it existed before. Versions before 0.2.0 noted no `facts`.
 */
const isRemembered = "state IN ('created', 'existing') AND compared AND facts IS NOT NULL";

/** What is imported, and where its file may have been before. */
export type FeedSource = Source & {
  /** The path as it was typed, below the working directory; undefined for any other. */
  readonly typed?: string | undefined;
};

/** The latest finished import of the feed and shard of a source. */
export function previousRun(journal: Journal, source: FeedSource): RunRecord | undefined {
  const { path } = source;
  // Earlier versions knew fewer dates: a file that is imported again has its own path.
  const known = latestRun(journal, source, 'feed IN (?4, ?5)', feedOf(path), path);
  if (known) return known;
  const namesake = namesakeRun(journal, source);
  return namesake && !isThere(namesake.path) ? namesake : undefined;
}

/**
 * The latest finished import of another folder, in which the feed had the same path. If its file is no longer there, the
 * folder has moved, as that of a job of CI does; else it may be another feed.
 */
export function namesakeRun(journal: Journal, { typed, ...source }: FeedSource): RunRecord | undefined {
  const end = typed && `${sep}${feedOf(typed)}`;
  return end ? latestRun(journal, source, 'substr(feed, -length(?4)) = ?4', end) : undefined;
}

/** @param condition with parameters from ?4 on */
function latestRun(
  { database }: Journal,
  { store, noun, options }: Source,
  condition: string,
  ...values: readonly string[]
): RunRecord | undefined {
  const row = database.get(
    `SELECT * FROM runs WHERE state = 'finished' AND store = ?1 AND noun = ?2 AND (options ->> '$.shard') IS (?3 ->> '$.shard')
     AND ${condition} ORDER BY part DESC LIMIT 1`,
    ...[store, noun, options, ...values],
  );
  return row && runFrom(row);
}

/**
 * The latest finished import of the feed and shard of a source, and how many rows of it stated a field.
 * @param bit of the field in what rows state
 */
export function statedBefore(journal: Journal, source: FeedSource, bit: number): FieldBefore | undefined {
  const previous = previousRun(journal, source);
  const counts =
    previous &&
    journal.database.get(
      `SELECT count(*) AS rows, count(*) FILTER (WHERE stated & ?2) AS filled FROM ${readRows} WHERE run = ?1 AND stated IS NOT NULL`,
      ...[previous.run, bit].map(BigInt),
    );
  return counts && { run: previous.run, rows: Number(counts.rows), filled: Number(counts.filled) };
}

/**
 * Finds the rows of the file (`FileRows`) that have the keys of an earlier run's remembered rows, and whether they are as
 * they were. Call it once.
 */
export function recallRows({ database }: Journal, from: number): void {
  database.exec(
    'CREATE TEMP TABLE recalled (before INTEGER PRIMARY KEY, record INTEGER, is_same INTEGER, since INTEGER)',
  );
  database.transaction(() => database.run(recall, BigInt(from)));
  database.exec('CREATE INDEX temp.changed_rows ON recalled (record) WHERE is_same = 0');
}

/** Keys of the noun of which something else is known since that run, or of which nothing is: their products may not exist. */
const doubted = `SELECT folded, code FROM ${readRows} WHERE ${isUnsettled} AND +${isOfSameNoun('?1')} UNION ALL
  SELECT folded, code FROM ${readRows} WHERE ${isReached} AND state NOT IN ('created', 'existing') AND ${isOfSameNoun('?1')}
  AND run IN (SELECT run FROM runs WHERE part > (SELECT part FROM runs WHERE run = ?1))`;

/** `is_same` is NULL for a doubted key. `MATERIALIZED`: SQLite would read the whole file again for each row. */
const recall = `WITH now AS MATERIALIZED
    (SELECT record, folded, code, facts, stated, rest FROM file_row WHERE ${isIncluded})
  INSERT INTO recalled SELECT old.record, now.record,
    iif((old.folded, old.code) IN (${doubted}), NULL, now.facts = old.facts AND now.stated = old.stated AND now.rest = old.rest),
    iif(NOT old.changed AND old.since IS NOT NULL, old.since, ?1)
  FROM (SELECT * FROM ${readRows} WHERE run = ?1 AND ${isRemembered}) old LEFT JOIN now USING (folded, code)`;

/** Notes rows that are as they were in that run, and have no outcome yet, as existing: their products exist. Returns how many. */
export const noteUnchanged = (journal: Journal, run: number, from: number): number =>
  journal.commit(() => journal.database.run(noteSame, ...[run, from, journal.now()].map(BigInt)).changes);

const noteSame = `WITH same AS MATERIALIZED
    (SELECT recalled.record, record_id, iif(state = 'existing', message, NULL) AS message, recalled.since
     FROM recalled CROSS JOIN row old ON old.run = ?2 AND old.record = before WHERE is_same)
  UPDATE row SET state = 'existing', attempts = 0, record_id = same.record_id, about = NULL, message = same.message, at = ?3,
    evidence = 'journal', compared = 1, since = same.since, changed = 0
  FROM same WHERE row.run = ?1 AND row.record = same.record AND ${isLeft}`;

/** Notes which existing rows of a run are not as they were, and which import last looked them up. */
export const markChanged = ({ database, commit }: Journal, run: number): void =>
  commit(() => void database.run(changeRows, BigInt(run)));

const changeRows = `UPDATE row SET changed = 1, since = (SELECT min(recalled.since) FROM recalled WHERE recalled.record = row.record AND is_same = 0)
  WHERE run = ? AND state = 'existing' AND record IN (SELECT record FROM recalled WHERE is_same = 0)`;

/** Some rows of that run that the file still has: those of the newest products, and as many at random. */
export const someRecalled = (journal: Journal, from: number, limit: number): readonly RowRecord[] =>
  ['CAST(record_id AS INTEGER) DESC', 'random()'].flatMap((order) =>
    rowsWhere(journal, `run = ?1 AND ${isInFile} ORDER BY ${order} LIMIT ?2`, ...[from, limit].map(BigInt)),
  );

const isInFile = 'record IN (SELECT before FROM recalled WHERE recalled.record IS NOT NULL AND is_same IS NOT NULL)';

/** A product of an earlier run. */
interface RememberedProduct {
  readonly before: number;
  readonly key: Key;
  readonly recordId: string | null;
}

/** The remembered rows whose keys no valid row of the file has, a page at a time. */
export const rowsNotInFile = ({ database }: Journal, from: number): Generator<readonly RememberedProduct[]> =>
  pagesAfter(
    (after) =>
      database
        .all(notInFile, ...[from, after].map(BigInt))
        .map((row) => ({ before: Number(row.before), key: keyFrom(row), recordId: textOrNull(row.record_id) })),
    ({ before }) => before,
  );

const notInFile = `SELECT before, field, code, record_id FROM recalled JOIN ${readRows} row ON run = ? AND row.record = before
  WHERE recalled.record IS NULL AND before > ? ORDER BY before LIMIT 1000`;

/** How many products that run and all later ones of the noun created, as far as is known. */
export const createdSince = ({ database }: Journal, run: number): number =>
  Number(
    database.get(
      `SELECT count(*) AS created FROM row WHERE state = 'created' AND ${isOfSameNoun('?1')}
       AND run IN (SELECT run FROM runs WHERE part >= (SELECT part FROM runs WHERE run = ?1))`,
      BigInt(run),
    )?.created,
  );

/** How many existing rows of a run are as they were in an earlier import, how many are not, and how many differ from the store. */
export function changesOf({ database }: Journal, run: number): RowChanges {
  return database.get(changes, BigInt(run)) as unknown as RowChanges;
}

/** How many existing rows of a run differ from the store in a field: `the store differs in price (store 12.00, file 13.00)`. */
export const differingIn = ({ database }: Journal, run: number, field: string): number =>
  Number(
    database.get(
      `SELECT count(*) AS rows FROM row WHERE run = ?1 AND state = 'existing' AND ${differs}
       AND (instr(message, ' in ' || ?2 || ' (store ') > 0 OR instr(message, ' and ' || ?2 || ' (store ') > 0)`,
      ...[BigInt(run), field],
    )?.rows,
  );

export interface RowChanges {
  readonly differing: number;
  readonly unchanged: number;
  readonly changed: number;
}

/** The message of an existing row that was compared says in what the store differs. */
const differs = 'compared AND message IS NOT NULL';

/** The first existing rows of a run that differ from the store, those first that changed since the previous import. */
export const differingRows = (journal: Journal, run: number, limit: number): readonly RowRecord[] =>
  rowsWhere(
    journal,
    `run = ? AND state = 'existing' AND ${differs} ORDER BY changed DESC, record LIMIT ?`,
    ...[run, limit].map(BigInt),
  );

const changes = `SELECT count(*) FILTER (WHERE ${differs}) AS differing,
  count(*) FILTER (WHERE since IS NOT NULL AND NOT changed) AS unchanged, count(*) FILTER (WHERE changed) AS changed
  FROM row WHERE run = ? AND state = 'existing'`;

/** Notes how many products of the previous import are not in the file. */
export const markGone = ({ database, commit }: Journal, run: number, gone: number): void =>
  commit(() => void database.run('UPDATE runs SET gone = ? WHERE run = ?', BigInt(gone), BigInt(run)));

/** Rows that were not looked up. */
const isFromMemory = "state = 'existing' AND since IS NOT NULL AND NOT changed AND attempts = 0";

/**
 * From now on every row of the run is looked up: those that were not are no longer known, and neither is the count of
 * products, so that a later part looks them up if this one does not.
 */
export const markFull = ({ database, commit }: Journal, run: number): void =>
  commit(() => {
    const hasAny = `EXISTS (SELECT 1 FROM row WHERE run = ?1 AND ${isFromMemory})`;
    database.run(`UPDATE runs SET full = 1, products = iif(${hasAny}, NULL, products) WHERE run = ?1`, BigInt(run));
    database.run(
      `UPDATE row SET state = 'todo', record_id = NULL, message = NULL, evidence = NULL, since = NULL WHERE run = ? AND ${isFromMemory}`,
      BigInt(run),
    );
  });

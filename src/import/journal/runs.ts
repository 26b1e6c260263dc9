import { CliError } from '../../errors.ts';
import { type Sqlite, type SqlRow, storable } from '../../system/sqlite.ts';
import { isUnsettled } from '../rows/states.ts';
import type { Journal } from './journal.ts';
import { isOfPeople } from './refusals.ts';
import { textOrNull } from './schema.ts';
import { breakSeal, type StateCounts, sealRest, sealRun } from './seals.ts';

/** One import of one file into one store, as the journal records it. */
export interface RunRecord {
  readonly run: number;
  /** Which store it is: its canonical base URL, or `sandbox:<database>`. */
  readonly store: string;
  readonly identity: string;
  /** What its rows are, as the plural of their name: `products`. A key is that of a noun. */
  readonly noun: string;
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
  readonly invalid: number;
  /** Rows that a preset excluded. */
  readonly excluded: number;
  readonly elsewhere: number;
  /** Products in the store when its keys were checked; null before. */
  readonly products: number | null;
  /** Why the last row was not reached. */
  readonly stopped: string | null;
  /** The feed that its file belongs to, day after day (`feedOf`); null for runs of earlier versions. */
  readonly feed: string | null;
  /** How many products of the previous import of the feed are not in this file; null where that is not known. */
  readonly gone: number | null;
  /** Whether every row is looked up, whatever earlier imports found. */
  readonly isFull: boolean;
}

export type NewRun = Pick<
  RunRecord,
  | 'store'
  | 'identity'
  | 'noun'
  | 'path'
  | 'file'
  | 'options'
  | 'started'
  | 'rows'
  | 'invalid'
  | 'excluded'
  | 'elsewhere'
> &
  Partial<Pick<RunRecord, 'feed'>>;

/** Every run that is not deleted, the latest first. */
export const allRuns = ({ database }: Journal): readonly RunRecord[] =>
  database.all("SELECT * FROM runs WHERE state <> 'forgotten' ORDER BY run DESC").map(runFrom);

/** The unfinished run of the same file and options, or undefined. */
export function unfinishedRun({ database }: Journal, identity: string): RunRecord | undefined {
  const row = database.get(
    "SELECT * FROM runs WHERE identity = ? AND state = 'unfinished' ORDER BY run DESC LIMIT 1",
    identity,
  );
  return row && runFrom(row);
}

/** Which part of which file a run sends into which store. */
export type Source = Pick<RunRecord, 'store' | 'noun' | 'path' | 'options'>;

/** Unfinished runs that a new run of this source replaces: those of the same shard or of the whole file. */
export const runsReplacedBy = ({ database }: Journal, { store, noun, path, options }: Source): readonly RunRecord[] =>
  database
    .all(
      `SELECT * FROM runs WHERE store = ? AND noun = ? AND path = ? AND state = 'unfinished'
       AND (options ->> '$.shard' IS NULL OR options ->> '$.shard' = ? ->> '$.shard') ORDER BY run`,
      ...[store, noun, path, options],
    )
    .map(runFrom);

/** Unfinished runs of the same file, by its path or its content. */
export const runsOfFile = (
  { database }: Journal,
  { store, noun, path, file }: Source & Pick<RunRecord, 'file'>,
): readonly RunRecord[] =>
  database
    .all(
      "SELECT * FROM runs WHERE store = ? AND noun = ? AND state = 'unfinished' AND (file = ? OR path = ? AND path <> '-') ORDER BY run DESC",
      ...[store, noun, file, path],
    )
    .map(runFrom);

/** Whether a run has sent a row. */
export const hasSentRows = ({ database }: Journal, run: number): boolean =>
  database.get('SELECT 1 FROM row WHERE run = ? AND attempts > 0 LIMIT 1', BigInt(run)) !== undefined;

/** The number of the next run that is added. */
export const nextRun = ({ database }: Journal): number =>
  Number(database.get('SELECT coalesce(max(run), 0) + 1 AS next FROM runs')?.next);

/** Adds a run, in the place of others; returns its number. */
export const addRun = (journal: Journal, run: NewRun, replaced: readonly RunRecord[] = []): number =>
  journal.commit(() => {
    const { database } = journal;
    for (const { run: before, stopped } of replaced) changeEnd(journal, before, { state: 'set aside', stopped });
    const { lastId } = database.run(
      "INSERT INTO runs (store, identity, noun, path, file, options, state, started, rows, invalid, excluded, elsewhere, feed) VALUES (?, ?, ?, ?, ?, ?, 'unfinished', ?, ?, ?, ?, ?, ?)",
      ...[run.store, run.identity, run.noun, run.path, run.file, run.options],
      ...[run.started, run.rows, run.invalid, run.excluded, run.elsewhere].map(BigInt),
      run.feed ?? null,
    );
    return Number(lastId);
  });

/**
 * Begins another part of a run, and clears the end of the last one. A run whose clock differed once stays marked, since
 * its times cannot be compared. What other unfinished runs of the noun found absent, this one may create, and what it notes
 * of their rows says nothing about when they were active: they look all up again.
 * @param clock whether the clock of this machine differs from that of the store, or the store does not say
 */
export const beginPart = (
  journal: Journal,
  run: number,
  { clockDiffers }: { readonly clockDiffers: boolean },
): void => {
  const { database } = journal;
  journal.startPart(run, clockDiffers);
  journal.commit(() => {
    breakSeal(database, run);
    database.run(
      'UPDATE runs SET part = (SELECT max(part) + 1 FROM runs), lasted = 0, ended = NULL, clock_differs = clock_differs OR ? WHERE run = ?',
      ...[Number(clockDiffers), run].map(BigInt),
    );
    database.run(
      `UPDATE runs SET products = NULL WHERE state = 'unfinished' AND run <> ?1 AND ${isOfSameNoun('?1')}`,
      BigInt(run),
    );
    if (!clockDiffers) clearHidden(database, journal.now());
  });
};

/** Notes that the keys of the store were checked, and how many products it had. */
export const markChecked = ({ database, commit }: Journal, run: number, products: number): void =>
  commit(() => void database.run('UPDATE runs SET products = ? WHERE run = ?', BigInt(products), BigInt(run)));

/**
 * Notes how many products the store has before a run creates any. Another part of the run does not note it again: what
 * others created meanwhile would seem to have been there before.
 */
export const noteFirstCount = ({ database, commit }: Journal, run: number, products: number): void =>
  commit(() => void database.run('INSERT OR IGNORE INTO first_counts VALUES (?, ?)', ...[run, products].map(BigInt)));

/** How many products the store had before the run created any, where that is known. */
export function firstCount({ database }: Journal, run: number): number | undefined {
  const row = database.get('SELECT products FROM first_counts WHERE run = ?', BigInt(run));
  return row && Number(row.products);
}

/** How a part of a run ended. */
interface RunEnd extends Pick<RunRecord, 'state' | 'stopped'> {
  /** The rows that the run counted, if it is over: the journal must have the same. */
  readonly counted?: StateCounts | undefined;
}

export const endRun = (journal: Journal, run: number, end: RunEnd): void =>
  journal.commit(() => changeEnd(journal, run, end));

function changeEnd({ database, now, lasted }: Journal, run: number, { state, stopped, counted }: RunEnd): void {
  database.run(
    'UPDATE runs SET state = ?, stopped = ?, ended = ?, lasted = ? WHERE run = ?',
    ...[state, storable(stopped), ...[now(), lasted(run), run].map(BigInt)],
  );
  breakSeal(database, run);
  // Another part of the run finds them in the file again.
  database.run("DELETE FROM row WHERE run = ? AND state IN ('invalid', 'elsewhere')", BigInt(run));
  if (state === 'set aside') database.run("DELETE FROM row WHERE run = ? AND state = 'todo'", BigInt(run));
  if (counted) sealRun(database, run, counted);
  sealRest(database);
}

/** Takes back that rows were added to a run which it did not have. Part of the next commit. */
export const forgetUntried = ({ database }: Journal, run: number): void =>
  void database.change("DELETE FROM row WHERE run = ? AND state IN ('todo', 'invalid', 'elsewhere')", BigInt(run));

/** Runs of a noun, and rows of such a run: a condition on either. @param noun a place in SQL for its name */
export const isOfNoun = (noun: string): string => `run IN (SELECT run FROM runs WHERE noun = ${noun})`;

/** Runs of the noun that a run has, and rows of such runs. @param run a place in SQL for its number */
export const isOfSameNoun = (run: string): string => isOfNoun(`(SELECT noun FROM runs WHERE run = ${run})`);

/** The least time that has passed since each run, without a clock: the sum of how long later parts lasted. */
export const runsByAge = `SELECT run, clock_differs, coalesce(sum(lasted) OVER
  (ORDER BY part DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS age FROM runs`;

export function runFrom(row: SqlRow): RunRecord {
  const number = (name: string): number => Number(row[name]);
  return {
    run: number('run'),
    store: String(row.store),
    identity: String(row.identity),
    noun: String(row.noun),
    path: String(row.path),
    file: String(row.file),
    options: String(row.options),
    state: String(row.state) as RunRecord['state'],
    started: number('started'),
    ended: row.ended === null ? null : number('ended'),
    rows: number('rows'),
    invalid: number('invalid'),
    excluded: number('excluded'),
    elsewhere: number('elsewhere'),
    products: row.products === null ? null : number('products'),
    stopped: textOrNull(row.stopped),
    feed: textOrNull(row.feed),
    gone: row.gone === null ? null : number('gone'),
    isFull: number('full') > 0,
  };
}

/** How long the keys that a deleted run sent are kept, in milliseconds: longer than any settle time. */
const retention = 24 * 3_600_000;

/** Rows of people. The journal alone knows who was sent: no list of the store does. */
const hasPerson = `run IN (SELECT run FROM runs WHERE ${isOfPeople})`;

/**
 * Deletes a run and its rows, but not the rows that were sent recently: the next run would send them again to a store
 * that does not show them yet. The run stays until they are cleared, hidden from every list. Of people, all rows that were
 * sent stay as they are, and those who were erased.
 */
export const deleteRun = ({ database, commit }: Journal, run: number): void =>
  commit(() => {
    database.run("UPDATE runs SET state = 'forgotten' WHERE run = ?", BigInt(run));
    breakSeal(database, run);
    // From now on only their attempts count: nothing settles them.
    database.run(
      `UPDATE row SET state = 'uncertain' WHERE run = ? AND ${isUnsettled} AND NOT ${hasPerson}`,
      BigInt(run),
    );
    database.run("DELETE FROM row WHERE run = ? AND attempts = 0 AND state <> 'erased'", BigInt(run));
    database.run('DELETE FROM invalid_rows WHERE run = ?', BigInt(run));
    deleteEmpty(database);
  });

/** Removes the rows of deleted runs once they are old enough. Call it only if the clock agrees with that of the store. */
function clearHidden(database: Sqlite, now: number): void {
  database.run(
    `DELETE FROM row WHERE at <= ?1 AND run IN (SELECT run FROM runs WHERE state = 'forgotten') AND NOT ${hasPerson}
     AND run NOT IN (SELECT run FROM (${runsByAge}) WHERE clock_differs AND age < ?2)`,
    ...[now - retention, retention].map(BigInt),
  );
  deleteEmpty(database);
}

function deleteEmpty(database: Sqlite): void {
  database.run(
    "DELETE FROM runs WHERE state = 'forgotten' AND NOT EXISTS (SELECT 1 FROM row WHERE row.run = runs.run)",
  );
  // A later run may get the same number.
  database.run('DELETE FROM first_counts WHERE run NOT IN (SELECT run FROM runs)');
}

/** Notes that a plan is applied from now on; the first time counts. @param plan its SHA-256 */
export const markPlan = ({ database, commit, now }: Journal, plan: string): void =>
  commit(() => void database.run("INSERT OR IGNORE INTO plans VALUES (?, ?, '')", plan, BigInt(now())));

/** When a plan was applied to the store of the journal, in milliseconds since 1970. */
export function whenApplied({ database }: Journal, plan: string): number | undefined {
  const row = database.get('SELECT applied FROM plans WHERE plan = ?', plan);
  return row && Number(row.applied);
}

/** The outcomes in a journal hold for one store only. @throws CliError `usage` */
export function refuseJournalOfOtherStore(journal: Journal, store: string): void {
  const other = allRuns(journal).find((run) => run.store !== '' && run.store !== store);
  if (other === undefined) return;
  throw new CliError('usage', `The journal ${journal.path} belongs to another store, ${other.store}.`, {
    field: '--journal',
    hint: 'Use a separate --journal file for each store. Nothing was sent.',
  });
}

import type { Sqlite } from '../../system/sqlite.ts';
import { type RowState, rowStates } from '../rows/states.ts';

// libsql goes on when the disk cannot read a page of the write-ahead log: it writes another page in its place, reports
// nothing and deletes the log. So the rows of a run are counted when it ends, and again whenever the journal is opened to
// be written. A run without such a seal was killed.

/** How many rows of a run are in each state. */
export type StateCounts = Readonly<Record<RowState, number>>;

/** Without GROUP BY, which sorts all rows. */
const countsOf = (run: string): string => {
  const each = rowStates.map((name) => `count(*) FILTER (WHERE state = '${name}')`);
  return `(SELECT ${each.join(" || ' ' || ")} FROM row WHERE row.run = ${run})`;
};

/** Seals a run with what it counted itself. Part of a commit. */
export const sealRun = (database: Sqlite, run: number, counted: StateCounts): void =>
  void database.run(
    'INSERT OR REPLACE INTO seals VALUES (?, ?)',
    BigInt(run),
    rowStates.map((name) => counted[name]).join(' '),
  );

/** Seals every run that has no seal with the rows that it has. Part of a commit. */
export const sealRest = (database: Sqlite): void =>
  void database.run(
    `INSERT INTO seals SELECT run, ${countsOf('runs.run')} FROM runs
     WHERE state <> 'forgotten' AND run NOT IN (SELECT run FROM seals)`,
  );

/** The rows of a run are about to change. Part of the same commit. */
export const breakSeal = (database: Sqlite, run: number): void =>
  void database.run('DELETE FROM seals WHERE run = ?', BigInt(run));

/** All that a journal has besides rows, as one text: little, and no count shows that a page of it was lost. */
export const withoutRows = (database: Sqlite): string =>
  String(
    database.get(`SELECT json_array(
      (SELECT json_group_array(json_array(run, store, identity, file, options, state, ended, part, products, feed, noun)) FROM runs),
      (SELECT json_group_array(json_array(run, counts)) FROM seals), (SELECT json_group_array(plan) FROM plans),
      (SELECT json_group_array(json_array(run, products)) FROM first_counts), (SELECT count(*) FROM invalid_rows), (SELECT count(*) FROM deleted_record)) AS content`)
      ?.content,
  );

/** What reading the whole journal has shown. */
interface Examined {
  /** What is wrong with it. */
  readonly damage: string | undefined;
  /** The runs whose rows an import has counted wrongly, where nothing is damaged. */
  readonly miscounted: readonly number[];
}

/** Reads the whole journal (a second for a million rows). */
export function examine(database: Sqlite): Examined {
  const report = database.all('PRAGMA integrity_check(1)')[0]?.integrity_check;
  if (report !== 'ok') return { damage: String(report).replaceAll('\n', ' '), miscounted: [] };
  const broken = brokenSeals(database);
  const lost = broken.find((seal) => !isMiscounted(seal));
  if (lost) return { damage: `import ${lost.run} has other rows than it counted`, miscounted: [] };
  return { damage: undefined, miscounted: broken.map(({ run }) => run) };
}

/** Counts the rows of runs anew that an import has counted wrongly. */
export const recountSeals = (database: Sqlite, runs: readonly number[]): void => {
  if (runs.length === 0) return;
  database.transaction(() => {
    for (const run of runs) breakSeal(database, run);
    sealRest(database);
  });
};

/** A sentence about runs that were counted again; undefined where there are none. */
export function recountedText(runs: readonly number[]): string | undefined {
  if (runs.length === 0) return undefined;
  const which = runs.length === 1 ? `Import ${runs[0]}` : `Imports ${runs.join(', ')}`;
  const rows = runs.length === 1 ? 'its rows' : 'their rows';
  return `${which} had counted ${rows} wrongly. They were counted again: the journal has every row of the file.`;
}

/** A seal that says something else than the table: how many rows it counts, how many there are, and how many the file has to send. */
interface BrokenSeal {
  readonly run: number;
  readonly sealed: number;
  readonly found: number;
  readonly checked: number;
}

const brokenSeals = (database: Sqlite): readonly BrokenSeal[] =>
  database
    .all(
      `SELECT seals.run, counts, ${countsOf('seals.run')} AS found, rows - invalid - excluded - elsewhere AS checked
       FROM seals LEFT JOIN runs USING (run) WHERE counts <> found`,
    )
    .map(({ run, counts, found, checked }) => ({
      run: Number(run),
      sealed: sumOf(counts),
      found: sumOf(found),
      checked: Number(checked ?? Number.NaN),
    }));

const sumOf = (counts: unknown): number =>
  String(counts)
    .split(' ')
    .reduce((sum, count) => sum + Number(count), 0);

/**
 * Whether an import counted wrongly, and no disk has lost anything: the table has every row of the file that it checked, and
 * the seal another number of rows. A seal that counts as many rows as the file has was right: then an outcome was lost.
 */
const isMiscounted = ({ sealed, found, checked }: BrokenSeal): boolean => found === checked && sealed !== checked;

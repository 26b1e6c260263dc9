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
      (SELECT json_group_array(json_array(run, products)) FROM first_counts), (SELECT count(*) FROM invalid_rows)) AS content`)
      ?.content,
  );

/** Reads the whole journal (a second for a million rows). @returns what is wrong with it */
export function damageOf(database: Sqlite): string | undefined {
  const report = database.all('PRAGMA integrity_check(1)')[0]?.integrity_check;
  if (report !== 'ok') return String(report).replaceAll('\n', ' ');
  const broken = database.get(`SELECT run FROM seals WHERE counts <> ${countsOf('seals.run')} LIMIT 1`);
  return broken && `import ${Number(broken.run)} has other rows than it counted`;
}

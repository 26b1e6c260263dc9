import { createHash } from 'node:crypto';
import { CliError } from '../../errors.ts';
import { storeIdentityOf } from '../../settings/base-url.ts';
import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import { notAJournal } from './refusals.ts';

/** The states of a row. The numbers are stored, so they never change their meaning. */
export const rowStates = {
  /** Announced and perhaps sent: the outcome is not known. */
  open: 0,
  /** A 2xx answer or a look-up showed a product with exactly this key, and this run sent it. */
  created: 1,
  /** The store had the key before. */
  existing: 2,
  /** The store refused it. */
  rejected: 3,
  /** No clear answer after the last attempt; a later run may look it up and send it again. */
  uncertain: 4,
  /** The store answered with another key, or has one that may be this one: no run sends it again. */
  blocked: 5,
  /** Not in the store, by a look-up or because the request never left: it can be sent. */
  absent: 6,
  /** In the store more than once. */
  duplicate: 7,
  /** Absent, but the plan that is applied does not include it: not sent. */
  unplanned: 8,
  /** Absent, but it may be a product of an earlier import under another key: not sent. */
  held: 9,
} as const;

export type RowState = keyof typeof rowStates;

/** The name of a state by its number. */
export const stateNames = Object.keys(rowStates) as readonly RowState[];

/** A text of a row of SQLite. */
export const textOrNull = (value: SqlRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** Grows with every change of the tables or states: older journals are migrated, newer ones are refused. */
const version = 9;

const { open, created, blocked, absent } = rowStates;

/** The rows that outlive their run. Used with exactly this text everywhere, so that SQLite takes the index. */
export const isUnsettled = `state IN (${open}, ${blocked}, ${absent})`;

const tables = `
CREATE TABLE runs (
  run INTEGER PRIMARY KEY, store TEXT NOT NULL, identity TEXT NOT NULL, path TEXT NOT NULL, file TEXT NOT NULL, options TEXT NOT NULL, state TEXT NOT NULL,
  started INTEGER NOT NULL, ended INTEGER, rows INTEGER NOT NULL, faulty INTEGER NOT NULL, left_out INTEGER NOT NULL, elsewhere INTEGER NOT NULL,
  products INTEGER, stopped TEXT, clock_differs INTEGER NOT NULL DEFAULT 0, part INTEGER NOT NULL DEFAULT 0, lasted INTEGER NOT NULL DEFAULT 0,
  feed TEXT, gone INTEGER, full INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE rows (
  run INTEGER NOT NULL, record INTEGER NOT NULL, line INTEGER NOT NULL, field TEXT NOT NULL, code TEXT NOT NULL, state INTEGER NOT NULL,
  attempts INTEGER NOT NULL, product TEXT, member TEXT, message TEXT, at INTEGER NOT NULL, facts INTEGER, stated INTEGER, since INTEGER, PRIMARY KEY (run, record)
) WITHOUT ROWID;
CREATE INDEX unsettled ON rows (field, code) WHERE ${isUnsettled};
`;

/** The plans that were applied. They outlive their runs, so that no plan is applied twice. */
const plans =
  'CREATE TABLE IF NOT EXISTS plans (plan TEXT PRIMARY KEY, applied INTEGER NOT NULL, person TEXT NOT NULL)';

/** What the store has shown about itself. Whoever forgets it sends as the first import did. */
const store = 'CREATE TABLE IF NOT EXISTS store (fact TEXT PRIMARY KEY) WITHOUT ROWID';

/** A fact: it created a row that it answered with nothing but 429. */
export const createsThrottled = 'creates what it throttles';

/**
 * Makes the tables, or migrates those of an earlier version.
 * @throws CliError `usage` for a journal of a later version
 */
export function prepareTables(database: Sqlite, path: string): void {
  const found = Number(database.get('PRAGMA user_version')?.user_version ?? 0);
  if (found > version) {
    throw new CliError('usage', `The journal ${path} was written by a newer version of shop-cli.`, {
      hint: 'Update shop-cli, or use another file with --journal.',
    });
  }
  if (found !== version) migrateTables(database, found);
  // Fails where a column is missing.
  for (const query of everyColumn) database.get(query);
  if (database.get(oddRun)) throw notAJournal(path);
}

/** Times are those of JavaScript: ECMA-262, 21.4.1.1. */
const oddRun = `SELECT 1 FROM runs WHERE NOT json_valid(options)
  OR typeof(started) <> 'integer' OR abs(started) > 8640000000000000
  OR typeof(ended) NOT IN ('integer', 'null') OR abs(ended) > 8640000000000000`;

const everyColumn = [
  'SELECT run, store, identity, path, file, options, state, started, ended, rows, faulty, left_out, elsewhere, products, stopped, clock_differs, part, lasted, feed, gone, full FROM runs LIMIT 0',
  'SELECT run, record, line, field, code, state, attempts, product, member, message, at, facts, stated, since FROM rows LIMIT 0',
];

function migrateTables(database: Sqlite, found: number): void {
  const isFirstVersion = database.get("SELECT 1 FROM sqlite_master WHERE name = 'intents'") !== undefined;
  database.transaction(() => {
    if (found < 2) database.exec(tables);
    if (isFirstVersion) database.exec(fromVersion1);
    if (found >= 2) migrate(database, found);
    database.exec(`${plans}; ${store}`);
    database.exec(`PRAGMA user_version = ${version}`);
  });
}

function migrate(database: Sqlite, found: number): void {
  if (found === 2) nameStoresByIdentity(database);
  if (found <= 3) database.exec(fromVersion3);
  if (found <= 4) database.exec(fromVersion4);
  if (found <= 6) database.exec(fromVersion6);
}

/** Version 2 stored the address of the store as it was typed. */
function nameStoresByIdentity(database: Sqlite): void {
  for (const { run, store, file, options } of database.all('SELECT run, store, file, options FROM runs')) {
    const name = storeIdentityOf(String(store));
    if (name === store) continue;
    const identity = runIdentity(name, String(file), String(options));
    database.run('UPDATE runs SET store = ?, identity = ? WHERE run = ?', name, identity, BigInt(Number(run)));
  }
}

/** Identifies a run by one text: invocations with the same text are the same run. */
export const runIdentity = (store: string, file: string, options: string): string =>
  createHash('sha256').update(`${store}\n${file}\n${options}`).digest('hex');

/** Earlier versions did not note whether the clocks agreed. */
const fromVersion3 =
  'ALTER TABLE runs ADD COLUMN clock_differs INTEGER NOT NULL DEFAULT 0; UPDATE runs SET clock_differs = 1';

/** Earlier versions ordered runs by number, and did not note how long they lasted. */
const fromVersion4 =
  'ALTER TABLE runs ADD COLUMN part INTEGER NOT NULL DEFAULT 0; ALTER TABLE runs ADD COLUMN lasted INTEGER NOT NULL DEFAULT 0; UPDATE runs SET part = run';

/** Earlier versions did not note what a row said. */
const fromVersion6 = `ALTER TABLE runs ADD COLUMN feed TEXT; ALTER TABLE runs ADD COLUMN gone INTEGER;
ALTER TABLE runs ADD COLUMN full INTEGER NOT NULL DEFAULT 0; ALTER TABLE rows ADD COLUMN facts INTEGER;
ALTER TABLE rows ADD COLUMN stated INTEGER; ALTER TABLE rows ADD COLUMN since INTEGER`;

/** Version 1 had open, blocked and recently created keys, and no runs. */
const fromVersion1 = `
INSERT INTO runs VALUES (1, '', '', '(an earlier version)', '', '{}', 'finished', 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, 0);
INSERT INTO rows SELECT 1, row_number() OVER (ORDER BY field, code), line, field, code,
  CASE state WHEN 0 THEN ${open} WHEN 1 THEN ${blocked} ELSE ${created} END, 1, NULL, NULL, NULL, at, NULL, NULL, NULL FROM intents;
DROP TABLE intents;
`;

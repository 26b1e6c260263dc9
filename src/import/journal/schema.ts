import { CliError } from '../../errors.ts';
import type { Sqlite } from '../../system/sqlite.ts';

/** What the journal knows of a row. The numbers stand in files: they never change their meaning. */
export const rowStates = {
  /** Announced, and perhaps sent: the outcome is not known. */
  open: 0,
  /** A 2xx answer or a look-up showed a product with exactly this key, and this run sent it. */
  created: 1,
  /** The store had the key before. */
  existing: 2,
  /** The store said no. */
  rejected: 3,
  /** Given up without an answer; a later run may look it up and send it again. */
  uncertain: 4,
  /** The store answered with another key, or has one that may be this one: no run sends it again. */
  stuck: 5,
  /** Not in the store, as far as a look-up or a request that never left can tell: it is to be sent. */
  absent: 6,
  /** In the store twice. */
  duplicate: 7,
} as const;

export type RowState = keyof typeof rowStates;

/** The name of a state by its number. */
export const stateNames = Object.keys(rowStates) as readonly RowState[];

/** Grows with every change of the tables; older journals are brought up to date, newer ones are refused. */
const version = 2;

const { open, created, stuck, absent } = rowStates;

/** The condition on what outlives its run. It must read the same wherever it is used, so that the index serves it. */
export const isUnsettled = `state IN (${open}, ${stuck}, ${absent})`;

const tables = `
CREATE TABLE runs (
  run INTEGER PRIMARY KEY, store TEXT NOT NULL, identity TEXT NOT NULL, path TEXT NOT NULL, file TEXT NOT NULL, options TEXT NOT NULL, state TEXT NOT NULL,
  started INTEGER NOT NULL, ended INTEGER, rows INTEGER NOT NULL, faulty INTEGER NOT NULL, left_out INTEGER NOT NULL, elsewhere INTEGER NOT NULL,
  products INTEGER, stopped TEXT
);
CREATE TABLE rows (
  run INTEGER NOT NULL, record INTEGER NOT NULL, line INTEGER NOT NULL, field TEXT NOT NULL, code TEXT NOT NULL, state INTEGER NOT NULL,
  attempts INTEGER NOT NULL, product TEXT, member TEXT, message TEXT, at INTEGER NOT NULL, PRIMARY KEY (run, record)
) WITHOUT ROWID;
CREATE INDEX unsettled ON rows (field, code) WHERE ${isUnsettled};
`;

/**
 * Makes the tables, or brings those of an earlier version up to date.
 * @throws CliError `usage` for a journal of a later version
 */
export function prepareTables(database: Sqlite, path: string): void {
  const found = Number(database.get('PRAGMA user_version')?.user_version ?? 0);
  if (found > version) {
    throw new CliError('usage', `The journal ${path} was written by a newer shop-cli.`, {
      hint: 'Use that version for this store, or another journal with --journal.',
    });
  }
  if (found === version) return;
  const isFirstVersion = database.get("SELECT 1 FROM sqlite_master WHERE name = 'intents'") !== undefined;
  database.exec('BEGIN IMMEDIATE');
  database.exec(tables);
  if (isFirstVersion) database.exec(carryOver);
  database.exec(`PRAGMA user_version = ${version}; COMMIT`);
}

/** Version 1 knew open, stuck and lately created keys, and no runs. */
const carryOver = `
INSERT INTO runs VALUES (1, '', '', '(an earlier version)', '', '{}', 'finished', 0, 0, 0, 0, 0, 0, NULL, NULL);
INSERT INTO rows SELECT 1, row_number() OVER (ORDER BY field, code), line, field, code,
  CASE state WHEN 0 THEN ${open} WHEN 1 THEN ${stuck} ELSE ${created} END, 1, NULL, NULL, NULL, at FROM intents;
DROP TABLE intents;
`;

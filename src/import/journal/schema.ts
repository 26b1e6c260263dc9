import { CliError } from '../../errors.ts';
import { firstNoun } from '../../resources/file-table.ts';
import { type Sqlite, type SqlRow, storable } from '../../system/sqlite.ts';
import { foldedText } from '../map/rows/key.ts';
import { isUnsettled, type RowState, rowStates, rowTable } from '../rows/states.ts';
import { type JournalPlace, notAJournal } from './refusals.ts';

/** A text of a row of SQLite. */
export const textOrNull = (value: SqlRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** Grows with every change of the tables or states: newer journals are refused. */
const version = 19;

/** As version 12 adds it to those of earlier versions: a new journal gets it in the same words. */
const nounColumn = `ALTER TABLE runs ADD COLUMN noun TEXT NOT NULL DEFAULT '${firstNoun}'`;

/**
 * What version 15 adds to the rows of earlier ones, in the same words for a new journal: the highest ID that was known before
 * a row was sent first, of a noun that is looked up by IDs.
 */
const lowColumn = 'ALTER TABLE row ADD COLUMN low INTEGER';

/** What version 16 adds to them: how the outcome of a row is known (`OutcomeEvidence`). Null in rows of earlier versions. */
const evidenceColumn = 'ALTER TABLE row ADD COLUMN evidence TEXT';

/**
 * What version 18 adds to them: when the last attempt of a row was announced, in milliseconds since 1970. It left later. Null
 * in rows of earlier versions.
 */
const sentColumn = 'ALTER TABLE row ADD COLUMN sent INTEGER';

/** Columns that versions before 17 named otherwise: their table, and their names before and since. */
const renamedColumns = [
  ['runs', 'faulty', 'invalid'],
  ['runs', 'left_out', 'excluded'],
  ['row', 'product', 'record_id'],
] as const;

/** What 0.1.0 and 0.2.0 had of them, they wrote in the same words, but for those columns. */
const tables = `${rowTable('row')}
CREATE INDEX IF NOT EXISTS unsettled_row ON row (folded) WHERE ${isUnsettled};
CREATE TABLE IF NOT EXISTS runs (
  run INTEGER PRIMARY KEY, store TEXT NOT NULL, identity TEXT NOT NULL, path TEXT NOT NULL, file TEXT NOT NULL, options TEXT NOT NULL, state TEXT NOT NULL,
  started INTEGER NOT NULL, ended INTEGER, rows INTEGER NOT NULL, invalid INTEGER NOT NULL, excluded INTEGER NOT NULL, elsewhere INTEGER NOT NULL,
  products INTEGER, stopped TEXT, clock_differs INTEGER NOT NULL DEFAULT 0, part INTEGER NOT NULL DEFAULT 0, lasted INTEGER NOT NULL DEFAULT 0,
  feed TEXT, gone INTEGER, full INTEGER NOT NULL DEFAULT 0
);
-- The plans that were applied. They outlive their runs, so that no plan is applied twice. Version 0.1.0 needs the column person.
CREATE TABLE IF NOT EXISTS plans (plan TEXT PRIMARY KEY, applied INTEGER NOT NULL, person TEXT NOT NULL);
-- How many products the store had before a run created any.
CREATE TABLE IF NOT EXISTS first_counts (run INTEGER PRIMARY KEY, products INTEGER NOT NULL);
-- What a journal of people needs to know: of which secret its hashes are, and why the IDs of the store prove nothing (journal-facts.ts).
CREATE TABLE IF NOT EXISTS facts (fact TEXT PRIMARY KEY) WITHOUT ROWID;
-- How many rows of each state a run had when it ended (seals.ts).
CREATE TABLE IF NOT EXISTS seals (run INTEGER PRIMARY KEY, counts TEXT NOT NULL);
-- What was wrong with the first invalid rows of a file, without what its cells say (invalid-rows.ts).
CREATE TABLE IF NOT EXISTS invalid_rows (
  run INTEGER NOT NULL, place INTEGER NOT NULL, line INTEGER NOT NULL, code TEXT, field TEXT, reason TEXT NOT NULL, PRIMARY KEY (run, place)
) WITHOUT ROWID;
-- What was deleted since, by its ID alone, and after which run (deleted-records.ts). Its rows are numbered: there may be many.
CREATE TABLE IF NOT EXISTS deleted_record (
  noun TEXT NOT NULL, id TEXT NOT NULL, last_run INTEGER NOT NULL, deleted INTEGER NOT NULL, UNIQUE (noun, id)
);
`;

/** Rows as versions 8 to 12 had them: those to which something had happened, their state as a number. */
const rowsBefore = `
CREATE TABLE IF NOT EXISTS rows (
  run INTEGER NOT NULL, record INTEGER NOT NULL, line INTEGER NOT NULL, field TEXT NOT NULL, code TEXT NOT NULL, state INTEGER NOT NULL,
  attempts INTEGER NOT NULL, product TEXT, member TEXT, message TEXT, at INTEGER NOT NULL, facts INTEGER, stated INTEGER, since INTEGER, PRIMARY KEY (run, record)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS unsettled ON rows (field, code) WHERE state IN (0, 5, 6);
`;

/** What versions 8 to 13 knew of the store: whether it creates what it throttles. */
const factsBefore = 'CREATE TABLE IF NOT EXISTS store (fact TEXT PRIMARY KEY) WITHOUT ROWID;';

/** What the numbers meant. */
const statesBefore = [
  'open',
  'created',
  'existing',
  'rejected',
  'uncertain',
  'blocked',
  'absent',
  'duplicate',
  'unplanned',
  'held',
] as const satisfies readonly RowState[];

/** The tables with the names of columns before version 17. A column that is renamed keeps its place and the text around it. */
const tablesBefore = renamedColumns.reduce(
  (sql, [, before, now]) => sql.replace(new RegExp(`\\b${now} (?=INTEGER|TEXT)`), `${before} `),
  tables,
);

/** The statements of this version, of 17, of 0.1.0 and 0.2.0, and of 12 to 16. */
export const journalSchemas: readonly string[] = [
  `${tables} ${nounColumn}; ${lowColumn}; ${evidenceColumn}; ${sentColumn}`,
  `${tables} ${nounColumn}; ${lowColumn}; ${evidenceColumn}`,
  tablesBefore,
  `${tablesBefore} ${nounColumn}; ${rowsBefore} ${factsBefore}`,
  `${tablesBefore} ${lowColumn}`,
  `${tablesBefore} ${lowColumn}; ${evidenceColumn}`,
];

/**
 * Makes the tables, or those that a journal of 0.1.0 (version 8), 0.2.0 (9) or a later one lacks.
 * @throws CliError `usage` for a journal of a later version
 */
export function prepareTables(database: Sqlite, place: JournalPlace): void {
  const found = Number(database.get('PRAGMA user_version')?.user_version ?? 0);
  if (found > version) {
    throw new CliError('usage', `The journal ${place.path} was written by a newer version of shop-cli.`, {
      hint: place.hasPeople()
        ? 'Update shop-cli. Another journal does not know who was imported.'
        : 'Update shop-cli, or use another file with --journal.',
    });
  }
  database.transaction(() => {
    if (found !== version) makeTables(database);
    // Fails where a column is missing.
    for (const query of everyColumn) database.get(query);
    if (database.get(oddRun) ?? database.get(oddRow)) throw notAJournal(place);
  });
}

function makeTables(database: Sqlite): void {
  database.exec(tables);
  const has = (table: string, column: string): boolean =>
    database.get('SELECT 1 FROM pragma_table_info(?) WHERE name = ?', table, column) !== undefined;
  if (!has('runs', 'noun')) database.exec(nounColumn);
  if (!has('row', 'low')) database.exec(lowColumn);
  if (!has('row', 'evidence')) database.exec(evidenceColumn);
  if (!has('row', 'sent')) database.exec(sentColumn);
  for (const [table, before, now] of renamedColumns)
    if (has(table, before)) database.exec(`ALTER TABLE ${table} RENAME COLUMN ${before} TO ${now}`);
  if (database.get("SELECT 1 FROM sqlite_master WHERE name = 'rows'")) takeOverRows(database);
  // The state that version 16 adds to the 13 before.
  database.exec(
    "UPDATE seals SET counts = counts || ' 0' WHERE length(counts) - length(replace(counts, ' ', '')) = 12",
  );
  database.exec(`DROP TABLE IF EXISTS store; PRAGMA user_version = ${version}`);
}

/** Times are those of JavaScript: ECMA-262, 21.4.1.1. */
const oddRun = `SELECT 1 FROM runs WHERE NOT json_valid(options)
  OR typeof(started) <> 'integer' OR abs(started) > 8640000000000000
  OR typeof(ended) NOT IN ('integer', 'null') OR abs(ended) > 8640000000000000`;

/** Of what never changes of a row, the line and the code are read without a doubt (0.4 s for a million rows). */
const oddRow = `SELECT 1 FROM row WHERE state NOT IN (${rowStates.map((state) => `'${state}'`).join(', ')})
  OR NOT json_valid(cells) OR json_type(cells, '$[0]') IS NOT 'integer' OR json_type(cells, '$[1]') IS NOT 'text' LIMIT 1`;

const everyColumn = [
  'SELECT run, store, identity, path, file, options, state, started, ended, rows, invalid, excluded, elsewhere, products, stopped, clock_differs, part, lasted, feed, gone, full, noun FROM runs LIMIT 0',
  'SELECT run, record, folded, cells, state, attempts, record_id, about, message, at, compared, since, changed, low, evidence, sent FROM row LIMIT 0',
  'SELECT run, place, line, code, field, reason FROM invalid_rows LIMIT 0',
  'SELECT noun, id, last_run, deleted FROM deleted_record LIMIT 0',
];

/**
 * Moves the rows of an earlier version into the table of this one. There `stated` had a hash in its higher bits,
 * `facts` was 0 for a row that was not compared, and `since` negative for a row that had changed.
 */
function takeOverRows(database: Sqlite): void {
  for (const { run } of database.all('SELECT DISTINCT run FROM rows')) {
    for (let after = 0; ; ) {
      const page = database.get(keysPage, ...[Number(run), after].map(BigInt));
      const keys = JSON.parse(String(page?.keys)) as readonly (readonly [number, string, string])[];
      if (keys.length === 0) break;
      const folded = keys.map(([record, field, code]) => [record, storable(foldedText({ field, code }))]);
      database.run(moveRows, BigInt(Number(run)), JSON.stringify(folded));
      after = Number(page?.last);
    }
  }
  database.exec(`DROP TABLE rows;
    UPDATE seals SET counts = '0 ' || counts || ' 0 0'`);
}

/** A page at a time, since libsql takes long to hand out each cell. */
const keysPage = `SELECT max(record) AS last, json_group_array(json_array(record, field, code)) AS keys FROM
  (SELECT record, field, code FROM rows WHERE run = ? AND record > ? ORDER BY record LIMIT 20000)`;

/** How many fields of a product those versions compared. */
const comparedBefore = 9;

const stateBefore = `CASE state ${statesBefore.map((name, number) => `WHEN ${number} THEN '${name}'`).join(' ')} END`;

const moveRows = `WITH folded AS MATERIALIZED (SELECT value ->> 0 AS record, value ->> 1 AS folded FROM json_each(?2))
  INSERT INTO row (run, record, folded, cells, state, attempts, record_id, about, message, at, compared, since, changed)
  SELECT run, record, folded, json_array(line, code, facts, stated & ((1 << ${comparedBefore}) - 1), stated >> ${comparedBefore}),
    ${stateBefore}, attempts, product, member, message, at, facts IS NOT 0, abs(since), coalesce(since < 0, 0)
  FROM folded CROSS JOIN rows USING (record) WHERE run = ?1`;

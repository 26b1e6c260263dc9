import { isUtf8 } from 'node:buffer';
import { openSqlite, type Sqlite } from './sqlite.ts';

/** Rows that are checked at a time. */
const pageSize = 20_000;

/**
 * Whether a database may be read that somebody else may have written. Each statement of its schema must be one of ours: a
 * trigger, a view, or an expression in an index or a CHECK would run code of theirs, which need not end. At text that is
 * not UTF-8 libsql ends the process, so every text is read once, as bytes (1 s for a million rows). The mode of its
 * directory says nothing: an archive or a clone that was unpacked there is as private.
 * @param schemas the statements that make the tables, of each version that may be read and wrote them in other words
 */
export async function isReadable(database: Sqlite, schemas: readonly string[]): Promise<boolean> {
  // In UTF-16 valid bytes may be half a pair, which is no UTF-8.
  if (database.get('PRAGMA encoding')?.encoding !== 'UTF-8') return false;
  const known = new Set<string>();
  const tables = new Set<string>();
  for (const schema of schemas) {
    const own = await openSqlite(':memory:');
    try {
      own.exec(schema);
      for (const statement of statementsOf(own)) known.add(statement);
      for (const { name } of own.all("SELECT name FROM sqlite_master WHERE type = 'table'")) tables.add(String(name));
    } finally {
      own.close();
    }
  }
  return hasOwnSchema(database, known) && [...tables].every((table) => hasValidTexts(database, table));
}

function hasOwnSchema(database: Sqlite, known: ReadonlySet<string>): boolean {
  const count = Number(database.get('SELECT count(*) AS count FROM sqlite_master')?.count);
  return count <= known.size && statementsOf(database).every((statement) => known.has(statement));
}

/** The statements that made a database. The index of a UNIQUE has none, but a name of SQLite's own. */
function statementsOf(database: Sqlite): readonly string[] {
  return database.all('SELECT CAST(coalesce(sql, name) AS BLOB) AS statement FROM sqlite_master').map(({ statement }) =>
    Buffer.from((statement ?? []) as Uint8Array)
      .toString('latin1')
      .replace(/[ \t\r\n]+/g, ' '),
  );
}

function hasValidTexts(database: Sqlite, table: string): boolean {
  const columns = database.all('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => String(name));
  if (columns.length === 0) return true;
  const key = keyOf(database, table);
  const line = columns.map((name) => `coalesce(CAST(${name} AS BLOB), x'')`).join(" || x'0a' || ");
  const place = key.map((name) => `iif(typeof(${name}) = 'integer', ${name}, NULL)`).join(" || ',' || ");
  const after = `(${key.join()}) > (${key.map(() => '?').join()})`;
  for (let last: readonly bigint[] = []; ; ) {
    const isLeft = last.length === 0 ? 'true' : after;
    const rows = `FROM ${table} WHERE ${isLeft} AND (${columns.map(isOdd).join(' OR ')}) ORDER BY ${key.join()} LIMIT`;
    const page = database.get(
      `SELECT CAST(group_concat(line, x'0a') AS BLOB) AS bytes FROM (SELECT ${line} AS line ${rows} ${pageSize})`,
      ...last,
    );
    if (!(page?.bytes instanceof Uint8Array)) return true;
    if (!isUtf8(page.bytes)) return false;
    const end = database.get(`SELECT ${place} AS place ${rows} 1 OFFSET ${pageSize - 1}`, ...last);
    if (!end) return true;
    // Many rows, and something else than numbers to tell them apart: no table of ours has these.
    if (end.place === null) return false;
    last = String(end.place).split(',').map(BigInt);
  }
}

/** Whether a column holds more than ASCII, which is seldom, or a NUL, at which GLOB and `length` end. */
const isOdd = (name: string): string =>
  `typeof(${name}) = 'text' AND (${name} GLOB '*[^' || char(1) || '-' || char(127) || ']*' OR length(${name}) <> octet_length(${name}))`;

/** The columns that order the rows of a table. */
function keyOf(database: Sqlite, table: string): readonly string[] {
  if (database.get('SELECT 1 FROM pragma_table_list(?) WHERE wr = 0', table)) return ['rowid'];
  return database
    .all('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', table)
    .map(({ name }) => String(name));
}

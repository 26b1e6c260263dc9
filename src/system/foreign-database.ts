import { isUtf8 } from 'node:buffer';
import type { Sqlite } from './sqlite.ts';

/** Rows that are checked at a time. */
const pageSize = 20_000;

/**
 * Whether a database may be read that somebody else may have written. Triggers and views would run statements of theirs,
 * which need not end; at text that is not UTF-8 libsql ends the process.
 * @param isOwn whether nobody else can have written it: else every text is read once, as bytes (2 s for a million rows)
 */
export function isReadable(database: Sqlite, isOwn: boolean): boolean {
  const hasCode = database.get(
    "SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE '%virtual%'",
  );
  // Names of our tables and columns have letters alone.
  const hasOddName = database.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name GLOB '*[^A-Za-z_]*'");
  if (hasCode || hasOddName) return false;
  // In UTF-16 valid bytes may be half a pair, which is no UTF-8.
  if (database.get('PRAGMA encoding')?.encoding !== 'UTF-8') return false;
  if (isOwn) return true;
  const tables = database.all("SELECT name FROM sqlite_master WHERE type = 'table'");
  return tables.every(({ name }) => hasValidTexts(database, String(name)));
}

function hasValidTexts(database: Sqlite, table: string): boolean {
  const hasOddColumn = database.get(
    'SELECT 1 FROM pragma_table_xinfo(?) WHERE name GLOB ? OR hidden > 0',
    table,
    '*[^A-Za-z_]*',
  );
  if (hasOddColumn) return false;
  const columns = database.all('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => String(name));
  const texts = columns.map((name) => `coalesce(CAST(${name} AS BLOB), x'')`).join(" || x'0a' || ");
  for (let offset = 0; ; offset += pageSize) {
    const page = database.get(
      `SELECT CAST(group_concat(line, x'0a') AS BLOB) AS bytes, count(*) AS rows
       FROM (SELECT ${texts} AS line FROM ${table} LIMIT ${pageSize} OFFSET ${offset})`,
    );
    if (page?.bytes instanceof Uint8Array && !isUtf8(page.bytes)) return false;
    if (Number(page?.rows) < pageSize) return true;
  }
}

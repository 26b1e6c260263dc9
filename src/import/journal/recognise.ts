import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { openSqlite } from '../../system/sqlite.ts';
import { unwritable } from './lock.ts';

const header = 'SQLite format 3\0';

/**
 * Makes sure that a file is a journal, or empty, or not there: nothing is written to anything else, nor beside it.
 * @throws CliError `usage`
 */
export async function refuseOtherFile(path: string, files: Context['files']): Promise<void> {
  const bytes = await files.beginning(path, header.length);
  if (bytes === undefined || bytes.length === 0) return;
  if (Buffer.from(bytes).toString('latin1') !== header) throw notAJournal(path);
  const database = await openSqlite(path);
  try {
    const tables = database.all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name);
    if (!isOurs(tables)) throw notAJournal(path);
  } catch (cause) {
    throw unwritable(path, cause);
  } finally {
    database.close();
  }
}

/** The tables of this version, or of the first. */
const isOurs = (tables: readonly unknown[]): boolean =>
  tables.length === 0 || tables.includes('intents') || (tables.includes('runs') && tables.includes('rows'));

const notAJournal = (path: string): CliError =>
  new CliError('usage', `${path} is not a journal of shop-cli. It was not touched.`, {
    field: '--journal',
    hint:
      'Name another file with --journal, or one that is not there yet. If it is a journal that was damaged: move it away, wait two minutes, and run the same command: ' +
      'rows that the store shows by then are skipped. Look up by hand what the last import sent before it broke off.',
  });

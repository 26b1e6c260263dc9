import { isReadable } from './foreign-database.ts';
import { checkOwnFile } from './own-file.ts';
import { refuseSideFiles } from './side-files.ts';
import { openSqlite, type Sqlite } from './sqlite.ts';

/** The tables or the text of a database are not those that this program writes. */
export class ForeignDatabase extends Error {
  override readonly name = 'ForeignDatabase';
}

interface OwnDatabase {
  /**
   * The statements that make the tables, of each version that may be read and wrote them in other words. Absent: nothing
   * of it is read.
   */
  readonly schemas?: readonly string[] | undefined;
  /** Called before anything is read, such as to lock it, or to refuse it in other words. */
  readonly begin?: (database: Sqlite) => void;
  /** Whose file it must be; undefined where owners say nothing. */
  readonly userId: number | undefined;
}

/**
 * Opens (or creates) a database that has a file: the only way to do so. Somebody else may have put it there, or written
 * what is in it, so all is checked before anything is read: the file, what lies beside it, its tables and its text.
 * @throws CliError `usage`; `ForeignDatabase`; what `begin` throws; what SQLite says
 */
export async function openOwnDatabase(path: string, { schemas, begin, userId }: OwnDatabase): Promise<Sqlite> {
  if (path !== ':memory:') {
    checkOwnFile(path, path, userId);
    await refuseSideFiles(path);
  }
  return await checkedDatabase(await openSqlite(path), { schemas, begin });
}

/** A copy of a database, which only this process has. @throws as `openOwnDatabase` */
export const openCopiedDatabase = async (path: string, schemas: readonly string[]): Promise<Sqlite> =>
  await checkedDatabase(await openSqlite(path), { schemas });

async function checkedDatabase(
  database: Sqlite,
  { schemas, begin }: { readonly schemas?: readonly string[] | undefined; readonly begin?: OwnDatabase['begin'] },
): Promise<Sqlite> {
  try {
    begin?.(database);
    if (schemas && !(await isReadable(database, schemas))) throw new ForeignDatabase();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

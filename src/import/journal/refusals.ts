import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { nounsOfPeople } from '../../resources/file-table.ts';
import { ForeignDatabase } from '../../system/own-database.ts';
import type { Sqlite } from '../../system/sqlite.ts';

/**
 * Makes sure that a file looks like a journal, or is empty or absent, before SQLite opens it. Any other file stays untouched.
 * @throws CliError `usage`
 */
export async function refuseNoJournal(path: string, files: Context['files']): Promise<void> {
  if (!(await files.exists(path))) return;
  for await (const bytes of files.bytes(path, Number.MAX_SAFE_INTEGER)) {
    if (!Buffer.from(bytes).toString('latin1').startsWith(header)) throw notAJournal(journalPlace(path, files));
    return;
  }
}

/** The file of a journal, and whether it is known to have people: no list of a store shows who of them was sent. */
export interface JournalPlace {
  readonly path: string;
  readonly hasPeople: () => boolean;
}

/** The secret of a journal, which it has if it has people. @param journal its path without symbolic links: it may have several names */
export const secretFileOf = (journal: string): string => `${journal}.key`;

/** @param database where it can be read: its secret may be lost */
export const journalPlace = (
  path: string,
  { fileId, realPath }: Pick<Context['files'], 'fileId' | 'realPath'>,
  database?: Sqlite,
): JournalPlace => ({
  path,
  hasPeople: () =>
    fileId(secretFileOf(realPath(path))) !== undefined || (database !== undefined && namesPeople(database)),
});

/** Runs of people: a condition. */
export const isOfPeople = `noun IN (${nounsOfPeople.map((noun) => `'${noun}'`).join()})`;

/** Whether it has an import of people. A journal that cannot be read does not say. */
function namesPeople(database: Sqlite): boolean {
  try {
    return database.get(`SELECT 1 FROM runs WHERE ${isOfPeople} LIMIT 1`) !== undefined;
  } catch {
    return false;
  }
}

export const notAJournal = (place: JournalPlace): CliError =>
  new CliError('usage', `${place.path} is not a journal of shop-cli. It was not changed.`, {
    field: '--journal',
    hint: place.hasPeople()
      ? `If it is a damaged journal: ${damagedHint(place)}`
      : `Choose another file with --journal. If it is a damaged journal: ${damagedHint(place)}`,
  });

/** Without it, nothing is known of rows that a store may not show yet. */
export const lostHint = ({ hasPeople }: JournalPlace): string =>
  hasPeople()
    ? 'Put the file back, then rerun the command to continue. Without it there is no record of who was sent: before you import again, check in the back office who is there.'
    : 'Put the file back if you can, then rerun the command to continue. Otherwise there is no record of the import: wait two minutes before you import again, and check by hand the rows that it sent last.';

const header = 'SQLite format 3\0';

/** The error for a failure of SQLite. Nothing is retried: after a failed sync the disk may have lost what it reports as written. */
export function unwritable(place: JournalPlace, cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  if (cause instanceof ForeignDatabase) return notAJournal(place);
  const code = String((cause as { readonly code?: unknown }).code ?? cause);
  if (/^SQLITE_ERROR/.test(code)) return notAJournal(place);
  if (/CORRUPT|NOTADB/.test(code)) return damaged(place, code, cause);
  const { why, fix } = reasons[code] ?? { why: code, fix: 'Free disk space' };
  // Another journal does not know the rows that were just sent, and a store may not show them yet.
  const other = place.hasPeople()
    ? 'Do not use another file with --journal: it does not know who was sent.'
    : 'Before you use another file with --journal, wait two minutes.';
  return new CliError(
    'import-stopped',
    `The journal ${place.path} cannot be written (${why}). Nothing more was sent.`,
    {
      hint: `${fix}, then rerun the command. ${other}`,
      cause,
    },
  );
}

/** The error for a journal that has lost something: no run may send what it does not know. @param why what is wrong */
export const damaged = (place: JournalPlace, why: string, cause?: unknown): CliError =>
  new CliError('usage', `The journal ${place.path} is damaged (${why}).`, {
    field: '--journal',
    hint: `To fix it: ${damagedHint(place)}`,
    cause,
  });

const reasons: Readonly<Record<string, { readonly why: string; readonly fix: string }>> = {
  SQLITE_FULL: { why: 'the disk is full', fix: 'Free disk space' },
  SQLITE_READONLY: { why: 'it is read-only', fix: 'Make it writable' },
  // SQLITE_READONLY_DIRECTORY, which libsql does not name: https://www.sqlite.org/rescode.html
  UNKNOWN_SQLITE_ERROR_1544: { why: 'its directory is read-only', fix: 'Make the directory writable' },
};

const damagedHint = ({ hasPeople }: JournalPlace): string =>
  hasPeople()
    ? 'restore it from a backup, with its .key file, and look in the back office for people that later imports have sent. Keep the damaged file, and do not import customers or addresses without it or with another journal: everyone would be sent again.'
    : 'move it away, wait two minutes and rerun the command: rows that the store shows by then are skipped. Check by hand the rows that the last import sent before it stopped.';

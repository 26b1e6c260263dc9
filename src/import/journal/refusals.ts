import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { ForeignDatabase } from '../../system/own-database.ts';

/**
 * Makes sure that a file looks like a journal, or is empty or absent, before SQLite opens it. Any other file stays untouched.
 * @throws CliError `usage`
 */
export async function refuseNoJournal(path: string, files: Context['files']): Promise<void> {
  if (!(await files.exists(path))) return;
  for await (const bytes of files.bytes(path, Number.MAX_SAFE_INTEGER)) {
    if (!Buffer.from(bytes).toString('latin1').startsWith(header)) throw notAJournal(path);
    return;
  }
}

export const notAJournal = (path: string): CliError =>
  new CliError('usage', `${path} is not a journal of shop-cli. It was not changed.`, {
    field: '--journal',
    hint: `Choose another file with --journal. If it is a damaged journal: ${damagedHint}`,
  });

/** Without it, nothing is known of rows that a store may not show yet. */
export const lostHint =
  'Put the file back if you can, then rerun the command to continue. Otherwise the import is no longer known: wait two minutes before you import again, and check by hand the rows that it sent last.';

const header = 'SQLite format 3\0';

/** The error for a failure of SQLite. Nothing is retried: after a failed sync the disk may have lost what it reports as written. */
export function unwritable(path: string, cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  if (cause instanceof ForeignDatabase) return notAJournal(path);
  const code = String((cause as { readonly code?: unknown }).code ?? cause);
  if (/^SQLITE_ERROR/.test(code)) return notAJournal(path);
  if (/CORRUPT|NOTADB/.test(code)) return damaged(path, code, cause);
  const { why, fix } = reasons[code] ?? { why: code, fix: 'Free disk space' };
  return new CliError('import-stopped', `The journal ${path} cannot be written (${why}). Nothing more was sent.`, {
    // Another journal does not know the rows that were just sent, and a store may not show them yet.
    hint: `${fix}, then rerun the command. Before you use another file with --journal, wait two minutes.`,
    cause,
  });
}

/** The error for a journal that has lost something: no run may send what it does not know. @param why what is wrong */
export const damaged = (path: string, why: string, cause?: unknown): CliError =>
  new CliError('usage', `The journal ${path} is damaged (${why}).`, {
    field: '--journal',
    hint: `To fix it: ${damagedHint}`,
    cause,
  });

const reasons: Readonly<Record<string, { readonly why: string; readonly fix: string }>> = {
  SQLITE_FULL: { why: 'the disk is full', fix: 'Free disk space' },
  SQLITE_READONLY: { why: 'it is read-only', fix: 'Make it writable' },
  // SQLITE_READONLY_DIRECTORY, which libsql does not name: https://www.sqlite.org/rescode.html
  UNKNOWN_SQLITE_ERROR_1544: { why: 'its directory is read-only', fix: 'Make the directory writable' },
};

const damagedHint =
  'move it away, wait two minutes and rerun the command: rows that the store shows by then are skipped. Check by hand the rows that the last import sent before it stopped.';

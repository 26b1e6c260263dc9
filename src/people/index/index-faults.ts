import { codeOf } from '../../system/file-errors.ts';

const reasons: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'it is read-only',
  SQLITE_BUSY: 'another search keeps it locked',
  SQLITE_CANTOPEN: 'it cannot be opened',
  SQLITE_IOERR: 'the disk failed',
};

/** Why SQLite could not write, in a few words. */
export function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  // Of extended codes, such as SQLITE_IOERR_WRITE, the beginning is the reason.
  const known = Object.keys(reasons).find((beginning) => code.startsWith(beginning));
  return reasons[known ?? ''] ?? code;
}

import { constants, type Stats } from 'node:fs';
import { CliError } from '../errors.ts';

/**
 * The error for a file that cannot be read, written or created.
 * @param path as the user gave it
 * @param kind `fault` for a result that is lost, maybe after a write was sent
 */
export function unusable(
  action: 'read' | 'write' | 'create' | 'open',
  path: string,
  error: unknown,
  kind: 'usage' | 'fault' = 'usage',
): CliError {
  if (error instanceof CliError) return error;
  const code = codeOf(error);
  return new CliError(
    kind,
    `Cannot ${action} ${path === '' ? 'a file with an empty name' : path}: ${reasons[code] ?? (code || String(error))}.`,
    { field: path, cause: error, hint: code === 'ENOENT' && path !== '' ? missingHints[action] : hints[code] },
  );
}

/** The code of a system error, such as `ENOENT`; empty if it has none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

/** What is thrown where a regular file is expected. */
export const notAFile = (found: Pick<Stats, 'isDirectory'>): { readonly code: string } => ({
  code: found.isDirectory() ? 'EISDIR' : 'ENOTFILE',
});

/** To read what others may have put there: no link is followed, and a pipe is not waited for. Windows has neither flag. */
export const readNoLink = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Bytes: no settings and no token are longer. */
export const longestText = 2 ** 20;

/** What is missing is the file itself, or the folder of one that is written. */
const missingHints = {
  read: 'Check the path.',
  open: 'Check the path.',
  write: 'Create its folder first, or check the path.',
  // Of its own directories shop-cli makes those above, too.
  create: undefined,
} as const;

const hints: Readonly<Record<string, string>> = {
  EFOREIGN: 'Run shop-cli as that user, or point HOME or XDG_CONFIG_HOME to a directory of your own.',
  ENOHOME: 'Set HOME to a directory of your own.',
  EFOREIGNLINK: 'Name the file itself. Nothing was changed.',
  EEMPTYLINK: 'Name the file itself, or delete the link or the file. Nothing was changed.',
  ENOTUTF8: 'Save it as UTF-8.',
};

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EISDIR: 'is a directory',
  ENOTFILE: 'not a regular file',
  EFBIG: 'larger than 1 MiB',
  ELONG: 'larger than 16 MiB',
  EHUGE: 'too large',
  ENOTUTF8: 'not UTF-8 text',
  EOUTSIDE: 'outside the folder it must be in',
  ELINK: 'a symbolic link',
  EFOREIGN: 'belongs to another user',
  EFOREIGNLINK: 'a symbolic link that another user made',
  EEMPTYLINK: 'a symbolic link to an empty file',
  ENOHOME: 'this user has no home directory',
  EWRITABLE: 'other users can change it',
  ENOTDIR: 'part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EMFILE: 'too many open files',
  ENOSPC: 'disk full',
  EROFS: 'read-only file system',
  EEXIST: 'already exists',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'file name too long',
  ENXIO: 'nothing reads from this pipe; start its reader first',
  EBADF: 'already closed',
  EBUSY: 'another command is writing it',
  EPIPE: 'the reader closed the pipe',
};

import { CliError } from './errors.ts';

/** The system's name of a failure: `ENOENT`; empty where there is none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  EISDIR: 'it is a directory',
  ENOTFILE: 'it is not a file',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  EEXIST: 'it is in the way',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ENXIO: 'nothing reads from it; start the reader first',
  EBADF: 'it is closed',
  EBUSY: 'another command writes it at the same time',
  EPIPE: 'its reader has gone',
};

/** A file that cannot be read, written or created, as the user is told. @param path as it was given, or the path that is at fault */
export function unusable(action: 'read' | 'write' | 'create', path: string, error: unknown): CliError {
  if (error instanceof CliError) return error;
  const code = codeOf(error);
  return new CliError(
    'usage',
    `Cannot ${action} ${path === '' ? 'a file without a name' : path}: ${reasons[code] ?? (code || String(error))}.`,
    { field: path, cause: error },
  );
}

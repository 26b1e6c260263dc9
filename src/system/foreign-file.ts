import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { codeOf, longestText, notAFile, readNoLink, unusable } from './file-errors.ts';
import type { User } from './own-directory.ts';

interface ForeignFile {
  readonly path: string;
  /** The path in errors. */
  readonly shown: string;
  /** The directory that must contain the file, links resolved. */
  readonly within: string | undefined;
  /** It is refused where anybody but this user could have written it. */
  readonly onlyBy: User | undefined;
}

/** The text of a file that may have been put there to harm us; undefined if there is none. @throws CliError `usage` */
export async function readForeignText({ path, shown, within, onlyBy }: ForeignFile): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    if (within !== undefined && !contains(await realpath(within), real))
      throw unusable('read', shown, { code: 'EOUTSIDE' });
    const file = await open(real, readNoLink);
    return await (onlyBy ? refuseWritable(file, [path, real], shown, onlyBy) : Promise.resolve())
      .then(() => wholeText(file, shown))
      .finally(() => file.close());
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable('read', shown, error);
  }
}

/**
 * Refuses a file that belongs to another user, or that another user may change or replace. The user's own group is not
 * another user: many systems give each user a group of their own, and let it write.
 */
async function refuseWritable(
  file: FileHandle,
  [path, real]: readonly [string, string],
  shown: string,
  user: User,
): Promise<void> {
  const own = await file.stat();
  // What is no file is refused as such.
  if (!own.isFile()) return;
  // A link and its target are files, each in a directory of its own.
  const link = await lstat(path);
  const above = await Promise.all([path, real].map((each) => stat(dirname(each))));
  if ([own, link, ...above].some(({ uid }) => uid !== user.id && uid !== 0))
    throw unusable('read', shown, { code: 'EFOREIGN' });
  if (isWritable(own, user) || above.some((directory) => isWritable(directory, user) && !isSticky(directory)))
    throw unusable('read', shown, { code: 'EWRITABLE' });
}

/** Only owners may remove files, as in /tmp: nobody can replace this one. */
const isSticky = ({ mode }: Stats): boolean => (mode & 0o1000) !== 0;

const isWritable = ({ mode, gid }: Stats, user: User): boolean =>
  (mode & (gid === user.group || gid === 0 ? 0o002 : 0o022)) !== 0;

/**
 * The bytes of a regular file that others may have written: no pipe is waited for, and no device read.
 * @param most bytes
 * @throws what the file system says; `ENOTFILE`; `EHUGE`
 */
export async function* foreignBytes(path: string, most = Number.MAX_SAFE_INTEGER): AsyncGenerator<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    if (!found.isFile()) throw notAFile(found);
    if (found.size > most) throw { code: 'EHUGE' };
    yield* file.createReadStream({ end: most, autoClose: false }) as AsyncIterable<Uint8Array>;
  } finally {
    await file.close();
  }
}

const contains = (directory: string, path: string): boolean =>
  path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);

async function wholeText(file: FileHandle, shown: string): Promise<string> {
  const found = await file.stat();
  if (!found.isFile()) throw unusable('read', shown, notAFile(found));
  const buffer = Buffer.alloc(Math.min(found.size, longestText) + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < buffer.length; length += read)
    read = (await file.read(buffer, length, buffer.length - length)).bytesRead;
  if (length > longestText) throw unusable('read', shown, { code: 'EFBIG' });
  return buffer.toString('utf8', 0, length);
}

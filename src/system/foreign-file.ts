import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { wholeTextOfAny } from '../text/whole-text.ts';
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
    if (within !== undefined && !contains(await realpath(within), real)) throw { code: 'EOUTSIDE' };
    const check = onlyBy && ((own: Stats) => refuseWritable(own, [path, real], onlyBy));
    const text = await wholeTextOfAny(foreignBytes(real, { flags: readNoLink, check }), longestText);
    if (text === undefined) throw { code: 'EFBIG' };
    return text;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable('read', shown, error);
  }
}

/**
 * Refuses a file that belongs to another user, or that another user may change or replace. The user's own group is not
 * another user: many systems give each user a group of their own, and let it write.
 */
async function refuseWritable(own: Stats, [path, real]: readonly [string, string], user: User): Promise<void> {
  // A link and its target are files, each in a directory of its own.
  const link = await lstat(path);
  const above = await Promise.all([path, real].map((each) => stat(dirname(each))));
  if ([own, link, ...above].some(({ uid }) => uid !== user.id && uid !== 0)) throw { code: 'EFOREIGN' };
  if (isWritable(own, user) || above.some((directory) => isWritable(directory, user) && !isSticky(directory)))
    throw { code: 'EWRITABLE' };
}

/** Only owners may remove files, as in /tmp: nobody can replace this one. */
const isSticky = ({ mode }: Stats): boolean => (mode & 0o1000) !== 0;

const isWritable = ({ mode, gid }: Stats, user: User): boolean =>
  (mode & (gid === user.group || gid === 0 ? 0o002 : 0o022)) !== 0;

interface ForeignBytes {
  /** Bytes. */
  readonly most?: number;
  /** How it is opened. */
  readonly flags?: number;
  /** Throws if the open file is not to be read. */
  readonly check?: ((file: Stats) => Promise<void>) | undefined;
}

/**
 * The bytes of a regular file that others may have written: no pipe is waited for, and no device read.
 * @throws what the file system says; `ENOTFILE`; `EHUGE`
 */
export async function* foreignBytes(
  path: string,
  {
    most = Number.MAX_SAFE_INTEGER,
    flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0),
    check,
  }: ForeignBytes = {},
): AsyncGenerator<Uint8Array> {
  const file = await open(path, flags);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw notAFile(found);
    if (found.size > most) throw { code: 'EHUGE' };
    await check?.(found);
    yield* file.createReadStream({ end: most, autoClose: false }) as AsyncIterable<Uint8Array>;
  } finally {
    await file.close();
  }
}

const contains = (directory: string, path: string): boolean =>
  path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);

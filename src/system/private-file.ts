import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PrivateText } from '../context.ts';
import { codeOf, unusable } from './file-errors.ts';
import { locked } from './file-lock.ts';

/** Who runs this process; nobody known on Windows. */
export interface User {
  readonly id: number;
  /** The primary group. */
  readonly group: number | undefined;
}

/**
 * Reads a file that nobody else may read or have written, such as stored tokens: a regular file of this user, no link,
 * in a directory of this user. Wider permissions are fixed. At once, since most commands begin with it.
 * @returns undefined if there is none
 * @throws CliError `usage`
 */
export function readPrivateText(path: string, user: User | undefined): PrivateText | undefined {
  const directory = dirname(path);
  if (isOutOfReach(directory)) return undefined;
  try {
    const fixed = fixedDirectory(directory, user);
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    try {
      const isWide = refuseForeign(fstatSync(file), 'file', user);
      if (isWide) fchmodSync(file, 0o600);
      return { text: readFileSync(file, 'utf8'), fixed: isWide ? [...fixed, path] : fixed };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable('read', path, codeOf(error) === 'ELOOP' ? { code: 'ELINK' } : error);
  }
}

/** The home directory is another user's, as in a container that runs as nobody's user: nothing of ours can be there. */
function isOutOfReach(directory: string): boolean {
  try {
    lstatSync(directory);
    return false;
  } catch (error) {
    return ['EACCES', 'ENOTDIR'].includes(codeOf(error));
  }
}

/** Whether others may read or change it. Throws for a link, another kind of file, and what belongs to somebody else. */
function refuseForeign(found: Stats, kind: 'file' | 'directory', user: User | undefined): boolean {
  if (found.isSymbolicLink()) throw { code: 'ELINK' };
  if (kind === 'file' ? !found.isFile() : !found.isDirectory())
    throw { code: kind === 'file' ? 'ENOTFILE' : 'ENOTDIR' };
  // Windows has no owner and no mode here: the user's directory of settings is private by its access list.
  if (user === undefined) return false;
  if (found.uid !== user.id) throw { code: 'EFOREIGN' };
  return (found.mode & 0o077) !== 0;
}

/** The directory, if others could enter it: now they cannot. */
function fixedDirectory(path: string, user: User | undefined): readonly string[] {
  if (!refuseForeign(lstatSync(path), 'directory', user)) return [];
  chmodSync(path, 0o700);
  return [path];
}

/**
 * Replaces the text of such a file as a whole, in a directory of mode 0700. Two processes change it one after the other.
 * @param change from the text that is there to the new one; called again if another process was faster
 * @throws CliError `usage`
 */
export async function changePrivateText(
  path: string,
  user: User | undefined,
  change: (text: string | undefined) => string,
): Promise<PrivateText> {
  try {
    const directory = dirname(path);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const fixed = fixedDirectory(directory, user);
    return await locked(`${path}.lock`, async (isHeld) => {
      const found = readPrivateText(path, user);
      const text = change(found?.text);
      return (await replace(path, text, isHeld)) ? { text, fixed: [...fixed, ...(found?.fixed ?? [])] } : undefined;
    });
  } catch (error) {
    throw unusable('write', path, error);
  }
}

/** @returns false if the lock was lost meanwhile: then nothing is changed */
async function replace(path: string, text: string, isHeld: () => boolean): Promise<boolean> {
  const scratch = `${path}.part`;
  await rm(scratch, { force: true });
  try {
    const file = await open(scratch, 'wx', 0o600);
    // On disk before it takes the old one's place: after a power cut one of both is there.
    await file
      .writeFile(text)
      .then(() => file.sync())
      .finally(() => file.close());
    if (!isHeld()) return false;
    renameSync(scratch, path);
    return true;
  } catch (error) {
    if (isHeld()) rmSync(scratch, { force: true });
    throw error;
  }
}

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PrivateText } from '../context.ts';
import { codeOf, longestText, readNoLink, unusable } from './file-errors.ts';
import { makeOwnDirectory, type User } from './own-directory.ts';

/**
 * Reads a file that nobody else may read or have written, such as stored tokens: a regular file of this user, no link,
 * in a directory of this user. Wider permissions are fixed. Synchronous, since most commands begin with it.
 * @returns undefined if there is none
 * @throws CliError `usage`
 */
export function readPrivateText(path: string, user: User | undefined): PrivateText | undefined {
  const directory = dirname(path);
  if (isNowhere(directory)) return undefined;
  try {
    const fixed = fixedDirectory(directory, user);
    const file = openSync(path, readNoLink);
    try {
      const found = fstatSync(file);
      const isWide = refuseForeign(found, 'file', user);
      if (found.size > longestText) throw { code: 'EFBIG' };
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

/** Whether the home directory is no directory: then no file of this user is in it. */
function isNowhere(directory: string): boolean {
  try {
    lstatSync(directory);
    return false;
  } catch (error) {
    return codeOf(error) === 'ENOTDIR';
  }
}

/** Whether others may read or change it. Throws for links, other kinds of file, and files of other users. */
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
    makeOwnDirectory(directory, user);
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
  await removeLeft(path);
  // Of this change alone: a process that lost the lock, and does not know it yet, may still be writing its own.
  const scratch = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    const file = await open(scratch, 'wx', 0o600);
    // On disk before it takes the old one's place: after a power cut one of both is there.
    await file
      .writeFile(text)
      .then(() => file.sync())
      .finally(() => file.close());
    const wasHeld = isHeld();
    if (wasHeld) renameSync(scratch, path);
    return wasHeld;
  } finally {
    rmSync(scratch, { force: true });
  }
}

/** Removes what killed processes were writing. */
async function removeLeft(path: string): Promise<void> {
  const names = await readdir(dirname(path));
  for (const name of names.filter((each) => each.startsWith(`${basename(path)}.`) && each.endsWith('.part'))) {
    const left = join(dirname(path), name);
    const stats = found(left);
    if (stats && isStale(stats)) rmSync(left, { force: true });
  }
}

/** Milliseconds. What is done under a lock takes a few of them; an older one is left by a killed process. */
const staleAfter = 5000;

/**
 * Does something under a lock, which is a file; another process waits.
 * @param work gets whether the lock is still its own: another process may have taken it away. Returns undefined if it then
 * changed nothing, and is called again.
 */
async function locked<T>(path: string, work: (isHeld: () => boolean) => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const own = await create(path);
    if (own === undefined) await waitFor(path);
    else {
      const isHeld = (): boolean => isSame(own, found(path)) && !isStale(own);
      const done = await work(isHeld).finally(() => isHeld() && rmSync(path, { force: true }));
      if (done !== undefined) return done;
    }
  }
}

/** @returns undefined if it is there */
async function create(path: string): Promise<Stats | undefined> {
  try {
    const lock = await open(path, 'wx', 0o600);
    return await lock.stat().finally(() => lock.close());
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
}

async function waitFor(path: string): Promise<void> {
  const lock = found(path);
  // If another process was faster, this is its new lock: it notices, and starts again.
  if (lock && isStale(lock)) rmSync(path, { force: true });
  else await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Of a link, the link itself. */
const found = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Also one from the future: the clock was set back. */
const isStale = ({ mtimeMs }: Stats): boolean => Math.abs(Date.now() - mtimeMs) > staleAfter;

/** File systems reuse the inode numbers of removed files. */
const isSame = (one: Stats, other: Stats | undefined): boolean =>
  one.ino === other?.ino && one.mtimeMs === other.mtimeMs;

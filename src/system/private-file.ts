import {
  type BigIntStats,
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
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, longestText, readNoLink, unusable } from './file-errors.ts';
import { narrowOwnDirectory, prepareOwnDirectory, type User } from './own-directory.ts';
import { refuseNotOurs } from './own-file.ts';
import { isSameFile } from './same-file.ts';

/** Gets each path whose permissions were fixed. */
export type OnFixed = (path: string) => void;

/**
 * Reads a file that nobody else may read or have written, such as stored tokens: a regular file of this user, no link,
 * in a directory of ours. Wider permissions are fixed, of the directory too. Synchronous, since most commands begin with
 * it.
 * @returns undefined if there is none
 * @throws CliError `usage`
 */
export function readPrivateText(path: string, user: User | undefined, onFixed: OnFixed): string | undefined {
  const directory = dirname(path);
  if (isNowhere(directory)) return undefined;
  return unlessMissing(path, () => {
    narrowOwnDirectory(directory, user, onFixed);
    return readText(path, user, (found) => refuseForeign(found, user), onFixed);
  });
}

/** The same of a file of ours in a folder of the user, of which nothing is checked or changed. */
export const readOwnText = (path: string, user: User | undefined, onFixed: OnFixed): string | undefined =>
  unlessMissing(path, () => readText(path, user, (found) => refuseNotOurs(path, path, found, user?.id), onFixed));

function readText(path: string, user: User | undefined, refuse: (found: Stats) => void, onFixed: OnFixed): string {
  const file = openSync(path, readNoLink);
  try {
    const found = fstatSync(file);
    refuse(found);
    if (found.size > longestText) throw { code: 'EFBIG' };
    // Windows has no mode here.
    if (user !== undefined && (found.mode & 0o077) !== 0) {
      fchmodSync(file, 0o600);
      onFixed(path);
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function unlessMissing(path: string, read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable('read', path, codeOf(error) === 'ELOOP' ? { code: 'ELINK' } : error);
  }
}

/** Whether it is below a device, as in `HOME=/dev/null`: no file of this user is there. A file in its way is an error. */
function isNowhere(directory: string): boolean {
  try {
    return lstatSync(directory).isCharacterDevice();
  } catch (error) {
    return codeOf(error) === 'ENOTDIR' && isNowhere(dirname(directory));
  }
}

/** @throws for another kind of file, and for the file of another user */
function refuseForeign(found: Stats, user: User | undefined): void {
  if (!found.isFile()) throw { code: 'ENOTFILE' };
  // Windows has no owner here: the user's directory of settings is private by its access list.
  if (user !== undefined && found.uid !== user.id) throw { code: 'EFOREIGN' };
}

type TextChange = (text: string | undefined) => string;

/**
 * Replaces the text of such a file as a whole, in a directory of ours (0700). Two processes change it one after the other.
 * @param change from the text that is there to the new one; called again if another process was faster
 * @throws CliError `usage`
 */
export async function changePrivateText(
  path: string,
  user: User | undefined,
  change: TextChange,
  onFixed: OnFixed,
): Promise<string> {
  try {
    prepareOwnDirectory(dirname(path), user, onFixed);
    return await changeText(path, () => change(readPrivateText(path, user, onFixed)));
  } catch (error) {
    throw unusable('write', path, error);
  }
}

/** The same of a file of ours in a folder of the user, which is there, and stays as it is. */
export async function changeOwnText(
  path: string,
  user: User | undefined,
  change: TextChange,
  onFixed: OnFixed,
): Promise<string> {
  try {
    return await changeText(path, () => change(readOwnText(path, user, onFixed)));
  } catch (error) {
    throw unusable('write', path, error);
  }
}

async function changeText(path: string, changed: () => string): Promise<string> {
  for (;;) {
    const text = await changeLocked(path, changed);
    if (text !== undefined) return text;
  }
}

/**
 * Writes the new text to the lock, which is a file, and puts it in the place of the old one.
 * @returns undefined, with nothing changed, if another process took the lock away meanwhile
 */
async function changeLocked(path: string, changed: () => string): Promise<string | undefined> {
  const lock = `${path}.lock`;
  const file = await openLock(lock);
  const opened = await file.stat({ bigint: true });
  // The disk may have another clock than this machine, as those of networks do.
  const now = Date.now();
  const isHeld = (): boolean => {
    const named = found(lock);
    return isSameFile(named, opened) && named !== undefined && !isStale(named, now - Number(opened.mtimeMs));
  };
  try {
    const text = changed();
    await file.writeFile(text);
    // On disk before it takes the old one's place: after a power cut one of both is there.
    await file.sync();
    if (!isHeld()) return undefined;
    renameSync(lock, path);
    return text;
  } finally {
    if (isHeld()) rmSync(lock, { force: true });
    await file.close();
  }
}

/** Waits while another process holds the lock. */
async function openLock(path: string): Promise<FileHandle> {
  for (;;) {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const left = found(path);
    // If another process was faster, this is its new lock: it notices, and starts again.
    if (left && isStale(left)) removeLock(path);
    else await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** In a folder that others use it may be theirs, or no file: Node then says what a directory would have needed. */
function removeLock(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    throw unusable('write', path, { code: 'EPERM' });
  }
}

/** Milliseconds. A change takes a few of them; an older lock is left by a killed process. */
const staleAfter = 5000;

/** Also one from the future: the clock was set back. @param ahead milliseconds that the clock is before that of the disk */
const isStale = ({ mtimeMs }: BigIntStats, ahead = 0): boolean =>
  Math.abs(Date.now() - ahead - Number(mtimeMs)) > staleAfter;

/** Of a link, the link itself. */
const found = (path: string): BigIntStats | undefined => lstatSync(path, { bigint: true, throwIfNoEntry: false });

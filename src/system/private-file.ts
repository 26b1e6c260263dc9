import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PrivateText } from '../context.ts';
import { codeOf, unusable } from './file-errors.ts';

/** Who runs this process; nobody known on Windows. */
export interface User {
  readonly id: number;
  /** The primary group. */
  readonly group: number | undefined;
}

/**
 * Reads a file that nobody else may read or have written, such as stored tokens: a regular file of this user, no link,
 * in a directory of this user. Wider permissions are mended. At once, since most commands begin with it.
 * @returns undefined if there is none
 * @throws CliError `usage`
 */
export function readPrivateText(path: string, user: User | undefined): PrivateText | undefined {
  try {
    const directory = dirname(path);
    const mended = refuseForeign(lstatSync(directory), 'directory', user) ? [mend(directory, 0o700)] : [];
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    try {
      const isWide = refuseForeign(fstatSync(file), 'file', user);
      if (isWide) fchmodSync(file, 0o600);
      return { text: readFileSync(file, 'utf8'), mended: isWide ? [...mended, path] : mended };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable('read', path, codeOf(error) === 'ELOOP' ? { code: 'ELINK' } : error);
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

function mend(path: string, mode: number): string {
  chmodSync(path, mode);
  return path;
}

/**
 * Replaces the text of such a file as a whole, in a directory of mode 0700. Two processes change it one after the other.
 * @param change from the text that is there to the new one
 * @throws CliError `usage`
 */
export async function changePrivateText(
  path: string,
  user: User | undefined,
  change: (text: string | undefined) => string,
): Promise<PrivateText> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return await locked(`${path}.lock`, async () => {
      const found = readPrivateText(path, user);
      const text = change(found?.text);
      await replace(path, text);
      return { text, mended: found?.mended ?? [] };
    });
  } catch (error) {
    throw unusable('write', path, error);
  }
}

async function replace(path: string, text: string): Promise<void> {
  const scratch = `${path}.part`;
  await rm(scratch, { force: true });
  const file = await open(scratch, 'wx', 0o600);
  try {
    await file.writeFile(text);
    // On disk before it takes the old one's place: after a power cut one of both is there.
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(scratch, path);
}

/** Milliseconds. A change takes a few of them; an older lock is left by a killed process. */
const staleAfter = 5000;

async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const lock = await open(path, 'wx', 0o600).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
      return undefined;
    });
    if (lock) {
      await lock.close();
      return await work().finally(() => rm(path, { force: true }));
    }
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > staleAfter) await rm(path, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

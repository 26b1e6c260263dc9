import { accessSync, constants, type Stats } from 'node:fs';
import { lstat, statfs } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { dirname } from 'node:path';
import type { FileFacts, Machine } from '../context.ts';
import type { User } from './own-directory.ts';
import { openSqlite } from './sqlite.ts';

interface Running {
  /** Who runs this process; undefined on Windows. */
  readonly user: User | undefined;
  /** The version of Node. */
  readonly node: string;
}

/** This machine. */
export async function inspectMachine({ user, node }: Running): Promise<Machine> {
  return {
    node,
    system: `${platform()} ${release()} (${arch()})`,
    hasSqlite: await succeeds(async () => (await openSqlite(':memory:')).close()),
    inspect: (path) => lstat(path).then((found) => factsOf(path, found, user), nothing),
    freeSpace,
  };
}

const nothing = (): undefined => undefined;

const succeeds = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

function factsOf(path: string, found: Stats, user: User | undefined): FileFacts {
  const isFile = found.isFile() ? 'file' : 'other';
  const kind = found.isSymbolicLink() ? 'link' : found.isDirectory() ? 'directory' : isFile;
  return {
    kind,
    owner: ownerOf(found, user),
    mode: user && found.mode & 0o777,
    isWritable: isWritable(path),
  };
}

function ownerOf({ uid }: Stats, user: User | undefined): FileFacts['owner'] {
  if (user === undefined) return 'unknown';
  if (uid === user.id) return 'you';
  return uid === 0 ? 'root' : 'another user';
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Of the nearest directory that exists. */
async function freeSpace(path: string): Promise<number | undefined> {
  const found = await statfs(path).catch(nothing);
  if (found) return found.bavail * found.bsize;
  return dirname(path) === path ? undefined : await freeSpace(dirname(path));
}

import { accessSync, constants, type Stats } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath, stat, statfs } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { dirname } from 'node:path';
import type { FileFacts, LockHolder, Machine } from '../context.ts';
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
    lockHolders,
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

/**
 * From the list of locks of the Linux kernel, which SQLite's are among. They are known by inode; a file system in layers
 * gives its own device number, so the open files of a process decide where they can be read.
 */
async function lockHolders(path: string): Promise<readonly LockHolder[] | undefined> {
  const [locks, found] = await Promise.all([readFile('/proc/locks', 'utf8').catch(nothing), stat(path).catch(nothing)]);
  if (locks === undefined || found === undefined) return undefined;
  const real = await realpath(path);
  const holders: LockHolder[] = [];
  for (const pid of pidsAt(locks, found.ino)) {
    if ((await hasOpen(pid, real)) === false) continue;
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(nothing);
    holders.push({ pid, name: name?.trim() });
  }
  return holders;
}

/** Of lines such as `1: POSIX  ADVISORY  WRITE 1234 08:01:131091 0 EOF`. */
function pidsAt(locks: string, inode: number): readonly number[] {
  const fields = locks.split('\n').map((line) => line.split(/ +/));
  const pids = fields.filter((line) => line.at(-3)?.endsWith(`:${inode}`)).map((line) => Number(line.at(-4)));
  return [...new Set(pids)];
}

/** Undefined for a process of another user, or of another container. */
async function hasOpen(pid: number, path: string): Promise<boolean | undefined> {
  const directory = `/proc/${pid}/fd`;
  const open = await readdir(directory).catch(nothing);
  if (open === undefined) return undefined;
  const targets = await Promise.all(open.map((name) => readlink(`${directory}/${name}`).catch(nothing)));
  return targets.includes(path);
}

import { accessSync, constants, existsSync, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import type { FileFacts, Machine } from '../context.ts';
import type { User } from './own-directory.ts';

interface Running {
  /** Who runs this process; undefined on Windows. */
  readonly user: User | undefined;
  /** The version of Node. */
  readonly node: string;
}

/** This machine. */
export function inspectMachine({ user, node }: Running): Machine {
  return {
    node,
    system: `${platform()} ${release()} (${arch()})`,
    inspect: (path) => lstat(path).then((found) => factsOf(path, found, user), nothing),
    list: (path) =>
      readdir(path).then(
        (names) => names.sort(),
        () => [],
      ),
  };
}

const nothing = (): undefined => undefined;

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

/** Whether there is a file, or a folder, of this absolute path. */
export const isThere = (path: string): boolean => existsSync(path);

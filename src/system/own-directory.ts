import { chmodSync, lstatSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user who runs this process; not known on Windows. */
export interface User {
  readonly id: number;
  /** The primary group. */
  readonly group: number | undefined;
  /** May be that of another user: root keeps it where `sudo` does. */
  readonly home?: string;
}

/** The home of a user who has none: nothing is there, and nothing is made there. */
export const noHome = '/nonexistent';

/**
 * Makes a directory for this user alone (0700), and those above it. One by one: Node's `recursive` never ends where the
 * system says that a parent is missing which is there, as in /proc.
 * @throws what the file system says; `ENOHOME`; `EFOREIGN` where root would make it in a directory of another user, who
 * could not use it any more
 */
export function makeOwnDirectory(path: string, user: User | undefined): void {
  const missing: string[] = [];
  let existing = path;
  for (; found(existing) === undefined; existing = dirname(existing)) missing.unshift(existing);
  if (missing.length === 0) return;
  if (missing[0] === noHome) throw { code: 'ENOHOME' };
  if (user?.id === 0 && statSync(existing).uid !== 0) throw { code: 'EFOREIGN' };
  for (const each of missing) makeUnlessThere(each);
}

/**
 * Makes a directory of ours (config, state, data) private: what is not ours is refused, and what others could enter is
 * narrowed. Never for a folder that the user names.
 * @param onFixed gets the path if others could enter it
 * @throws `ELINK`, `ENOTDIR`, `EFOREIGN`; what the file system says, such as `ENOENT`
 */
export function narrowOwnDirectory(path: string, user: User | undefined, onFixed: (path: string) => void): void {
  const directory = lstatSync(path);
  if (directory.isSymbolicLink()) throw { code: 'ELINK' };
  if (!directory.isDirectory()) throw { code: 'ENOTDIR' };
  // Windows has no owner and no mode here: the directories of a user are private by their access lists.
  if (user === undefined) return;
  if (directory.uid !== user.id) throw { code: 'EFOREIGN' };
  if ((directory.mode & 0o077) === 0) return;
  chmodSync(path, 0o700);
  onFixed(path);
}

/** Makes it where it is missing, too. @throws as both */
export function prepareOwnDirectory(path: string, user: User | undefined, onFixed: (path: string) => void): void {
  makeOwnDirectory(path, user);
  narrowOwnDirectory(path, user, onFixed);
}

const found = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Another process may be faster. */
function makeUnlessThere(path: string): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    if (found(path) === undefined) throw error;
  }
}

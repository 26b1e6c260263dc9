import { lstatSync, mkdirSync, type Stats, statSync } from 'node:fs';
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

const found = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Another process may be faster. */
function makeUnlessThere(path: string): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    if (found(path) === undefined) throw error;
  }
}

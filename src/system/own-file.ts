import {
  chmodSync,
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../errors.ts';
import { shellWord } from '../text/escape.ts';
import { notAFile, unusable } from './file-errors.ts';
import { randomHex } from './random.ts';

/**
 * Checks a file of ours, such as a journal, in whatever folder the user named: a regular file of this user with one name.
 * Links lead to it, unless another user made them. The
 * folder is neither checked nor changed. Nothing is opened: to close a database again would end the locks that SQLite has
 * on it.
 * @param shown the path in errors
 * @returns undefined if there is none
 * @throws CliError `usage`
 */
export function checkOwnFile(path: string, shown: string, userId: number | undefined): Stats | undefined {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (!link) return undefined;
  if (link.isSymbolicLink() && userId !== undefined && link.uid !== userId && link.uid !== 0)
    throw unusable('open', shown, foreignLink);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  refuseNotOurs(path, shown, found, userId);
  return found;
}

/** The same before one is made. @throws CliError `usage`, also for a link to an empty file: it would become ours */
export function checkFileToMake(path: string, shown: string, userId: number | undefined): Stats | undefined {
  const found = checkOwnFile(path, shown, userId);
  if (found?.size === 0 && lstatSync(path).isSymbolicLink()) throw unusable('open', shown, { code: 'EEMPTYLINK' });
  return found;
}

const foreignLink = { code: 'EFOREIGNLINK' };

/** The same of a file that was found, links followed. @throws CliError `usage`; of another owner, with the command that mends it */
export function refuseNotOurs(path: string, shown: string, found: Stats, userId: number | undefined): void {
  if (!found.isFile()) throw unusable('open', shown, notAFile(found));
  refuseOtherOwner(path, shown, found, userId);
  if (found.nlink > 1) throw otherNames(shown, found.nlink);
}

function refuseOtherOwner(path: string, shown: string, found: Stats, userId: number | undefined): void {
  if (userId === undefined || found.uid === userId) return;
  // Some file systems, such as those of networks, give every file to one user, no matter who makes it.
  if (ownerOfNew(dirname(realpathSync(path))) === found.uid) return;
  const files = besideOf(path).filter((each) => (lstatSync(each, { throwIfNoEntry: false })?.uid ?? userId) !== userId);
  const command = `${userId === 0 ? '' : 'sudo '}chown ${userId} ${files.map(shellWord).join(' ')}`;
  throw new CliError('usage', `Cannot use ${shown}: it belongs to another user (uid ${found.uid}).`, {
    field: shown,
    hint: `If you trust the file, make it yours: ${command}`,
  });
}

/** What lies beside a database of ours, and belongs to the same user: the files of SQLite, and the secret of a journal. */
const ends = ['', '-journal', '-wal', '-shm', '.key'];

function besideOf(path: string): readonly string[] {
  const database = realpathSync(path).replace(/\.key$/, '');
  return ends.map((end) => database + end);
}

/** Who gets a new file in a directory; undefined where none can be made. */
function ownerOfNew(directory: string): number | undefined {
  const path = join(directory, `.shop-cli-${randomHex(12)}`);
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      return fstatSync(file).uid;
    } finally {
      closeSync(file);
      rmSync(path, { force: true });
    }
  } catch {
    return undefined;
  }
}

const otherNames = (shown: string, count: number): CliError =>
  new CliError('usage', `Cannot use ${shown}: it has ${count} names (hard links).`, {
    field: shown,
    hint: 'Keep one name and delete the others, or use a symbolic link. Nothing was sent.',
  });

/** Makes a file for this user alone, as far as its file system allows. Not by opening it: that would end locks of SQLite. */
export function narrowOwnFile(path: string, { mode }: Stats): void {
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch {
    // Its file system has no modes.
  }
}

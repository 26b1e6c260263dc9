import type { Stats } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { CliError } from '../errors.ts';
import { codeOf, readNoLink } from './file-errors.ts';

/** What SQLite keeps beside a database: https://www.sqlite.org/tempfiles.html */
const ends = ['-journal', '-wal', '-shm'] as const;

/** The end of a journal that names a super-journal, which SQLite deletes: https://www.sqlite.org/fileformat2.html */
const superJournalEnd = Buffer.from('d9d505f920a163d7', 'hex');

/** Bytes. A million rows that are written in one transaction take a tenth of it. */
const maxSize = 2 ** 32;

/**
 * Refuses files beside a database that SQLite did not make. SQLite believes them before the database can be looked at: it
 * waits for a pipe, and deletes whatever file a journal names.
 * @throws CliError `usage`
 */
export async function refuseSideFiles(path: string): Promise<void> {
  const real = await realpath(path).catch(() => path);
  const database = await found(real);
  for (const end of ends) {
    const side = await found(real + end);
    const fault = side && (await faultOf(real + end, side, database));
    if (fault !== undefined) throw refused(path, real + end, fault);
  }
}

async function faultOf(path: string, side: Stats, database: Stats | undefined): Promise<string | undefined> {
  if (!side.isFile()) return 'is not a regular file';
  // SQLite gives what it makes to the owner of the database.
  if (database && side.uid !== database.uid) return 'belongs to another user';
  if (side.nlink > 1) return 'has another name (a hard link)';
  if (side.size > maxSize || hasHoles(side)) return 'is too large';
  return (await namesSuperJournal(path, side.size)) ? 'names another file, which SQLite would delete' : undefined;
}

/** A copy of a file with holes could fill the disk. A file system that compresses stores a few times less than the size. */
export const hasHoles = ({ size, blocks }: Stats): boolean => blocks !== 0 && blocks * 512 * 16 < size;

/** shop-cli never opens two databases in one transaction, which is what a super-journal is for. */
async function namesSuperJournal(path: string, size: number): Promise<boolean> {
  const length = superJournalEnd.length;
  if (!path.endsWith('-journal') || size < length) return false;
  const file = await open(path, readNoLink).catch(unlessGone);
  if (!file) return false;
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length).finally(() => file.close());
  return buffer.equals(superJournalEnd);
}

/** Of a link, the link itself. */
const found = (path: string): Promise<Stats | undefined> => lstat(path).catch(unlessGone);

/** Another process may just have ended its transaction. */
function unlessGone(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

const refused = (database: string, path: string, fault: string): CliError =>
  new CliError('usage', `Cannot open the database ${database}: ${basename(path)} beside it ${fault}.`, {
    hint: 'shop-cli did not write that file. Move it away, or use another database. Nothing was changed.',
  });

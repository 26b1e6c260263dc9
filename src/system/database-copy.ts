import { constants } from 'node:fs';
import { copyFile, mkdtemp, open, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, unusable } from './file-errors.ts';

/** A copy for this user alone, in the temporary directory. */
interface DatabaseCopy {
  readonly path: string;
  remove(): Promise<void>;
}

/** The log is started anew now and then: rarely twice while the files are copied. */
const mostTries = 20;

/**
 * Copies a SQLite database that another process may be writing, with its write-ahead log. The log only grows until it is
 * started anew, which changes its header: under the same header the copied log, taken last, has every page that was
 * moved into the file meanwhile (https://www.sqlite.org/fileformat2.html#walformat).
 * @throws CliError `usage`
 */
export async function copyDatabase(path: string): Promise<DatabaseCopy> {
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-journal-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const copy = join(directory, 'copy.db');
  try {
    const original = await realpath(path);
    for (let tries = 1; ; tries++) {
      const before = await logHeader(original);
      await copyFile(original, copy, constants.COPYFILE_FICLONE);
      await copyLog(original, copy);
      if ((await logHeader(original)) === before || tries === mostTries) return { path: copy, remove };
    }
  } catch (error) {
    await remove();
    throw unusable('read', path, error);
  }
}

/** The first 32 bytes, which hold the salts; empty without a log. */
async function logHeader(path: string): Promise<string> {
  try {
    const file = await open(`${path}-wal`, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0).finally(() => file.close());
    return buffer.toString('hex', 0, bytesRead);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

async function copyLog(path: string, copy: string): Promise<void> {
  await rm(`${copy}-wal`, { force: true });
  await copyFile(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

import { constants } from 'node:fs';
import { copyFile, type FileHandle, mkdtemp, open, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TemporaryFile } from '../context.ts';
import { codeOf, unusable } from './file-errors.ts';
import { randomHex } from './random.ts';
import { hasHoles, refuseSideFiles } from './side-files.ts';

/**
 * An empty file that only this process reads. It is unlinked before it has content, where the system allows that: a killed
 * process leaves nothing behind.
 */
export async function createTemporary(): Promise<TemporaryFile> {
  const path = join(tmpdir(), `shop-cli-${randomHex(12)}`);
  const described = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw unusable('write', path, error);
    });
  const file = await described(open(path, 'wx+', 0o600));
  const isNamed = await rm(path).then(
    () => false,
    () => true,
  );
  return {
    write: (chunk) => described(file.writeFile(chunk)),
    bytes: (start = 0, end = Number.POSITIVE_INFINITY) => pieces(file, start, end),
    size: async () => (await file.stat()).size,
    async remove() {
      await file.close();
      if (isNamed) await rm(path, { force: true });
    },
  };
}

/** Copies of what is read, since the next reading replaces it. */
async function* pieces(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  const read = Buffer.alloc(Math.min(readAtOnce, end - start));
  for (let at = start; at < end; ) {
    const { bytesRead } = await file.read(read, 0, Math.min(read.length, end - at), at);
    if (bytesRead === 0) return;
    at += bytesRead;
    for (let from = 0; from < bytesRead; from += pieceSize)
      yield Uint8Array.prototype.slice.call(read, from, Math.min(from + pieceSize, bytesRead));
  }
}

/**
 * Small pieces keep garbage short-lived: an import of a million rows needs 40 MB less than with 64 KiB, at the same
 * speed.
 */
const pieceSize = 8 * 1024;
/** Several pieces: each reading waits for another thread. */
const readAtOnce = 128 * 1024;

/** A copy for this user alone, in the temporary directory. */
interface DatabaseCopy {
  readonly path: string;
  remove(): Promise<void>;
}

/** The log is started anew now and then: rarely twice while the files are copied. */
const maxTries = 20;

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
    await refuseHoles(original);
    await refuseSideFiles(original);
    for (let tries = 1; ; tries++) {
      const before = await logHeader(original);
      await copyFile(original, copy, constants.COPYFILE_FICLONE);
      await rm(`${copy}-wal`, { force: true });
      if (isLog(before)) await copyLog(original, copy);
      if ((await logHeader(original)) === before || tries === maxTries) return { path: copy, remove };
    }
  } catch (error) {
    await remove();
    throw unusable('read', path, error);
  }
}

/** A database has no holes. */
async function refuseHoles(path: string): Promise<void> {
  if (hasHoles(await stat(path))) throw { code: 'EHUGE' };
}

/** SQLite ignores a log that begins otherwise: one of holes alone has no content, and its copy would fill the disk. */
const isLog = (header: string): boolean => /^377f068[23]/.test(header);

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
  await copyFile(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

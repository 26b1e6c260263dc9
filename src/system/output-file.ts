import { constants, createWriteStream, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { FileWriter } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Secrets } from '../text/redact.ts';

interface OutputPath {
  /** Absolute. */
  readonly path: string;
  /** As the user gave it. */
  readonly shown: string;
  /** Of a file that is made. */
  readonly mode: number;
}

/** Where bytes go; failures are the system's own. */
interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * A file that is replaced as a whole at the end; anything else (a pipe, a device, an open descriptor as /dev/stdout) is written as it comes.
 * @throws CliError `usage` when it cannot be written, before anything is
 */
export async function createOutputFile({ path, shown, mode }: OutputPath, secrets: Secrets): Promise<FileWriter> {
  const told = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw unusable('write', shown, error);
    });
  const sink = await told(sinkFor(path, mode));
  return {
    write: (chunk) => told(sink.write(typeof chunk === 'string' ? Buffer.from(secrets.removeFrom(chunk)) : chunk)),
    close: () => told(sink.close()),
    discard: () => sink.discard(),
  };
}

async function sinkFor(path: string, mode: number): Promise<Sink> {
  const found = await there(path);
  // Found out now and not when it is to be renamed: a write may have been sent by then.
  if (found?.isDirectory()) throw { code: 'EISDIR' };
  const target = await destinationOf(path);
  if (typeof target === 'number' && !found) throw { code: 'ENOENT' };
  // A pipe is opened anew: writing to it as this process has it may not wait for its reader.
  if (typeof target === 'number' && !found?.isFIFO()) return descriptor(target);
  return typeof target === 'number' || (found && !found.isFile())
    ? await openStream(path)
    : await replacing(target, mode);
}

const there = (path: string): Promise<Stats | undefined> =>
  stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Where the links of a path end: links stay as they are. A number is a descriptor that this process has open. */
async function destinationOf(path: string): Promise<string | number> {
  const directory = await realpath(dirname(path));
  const name = basename(path);
  if (directory === '/dev/fd' || directory === (await realpath('/proc/self/fd').catch(() => undefined)))
    return Number(name);
  const link = await readlink(path).catch(() => undefined);
  if (link === undefined) return join(directory, name);
  // Not normalised: .. behind a link is where the link leads.
  return await destinationOf(isAbsolute(link) ? link : `${directory}/${link}`);
}

/** Opened at once, so that its reader sees no end before there is one. Not waited for: a pipe that nobody reads would hold the program up, even at its end. */
async function openStream(path: string): Promise<Sink> {
  const isRead = await open(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
  const file = await open(path, 'w').finally(() => isRead.close());
  return { write: (bytes) => file.writeFile(bytes), close: () => file.close(), discard: () => file.close() };
}

/** A file that somebody else opened, as the shell does for `> file`: what both write stands in its order. */
function descriptor(fd: number): Sink {
  const stream = createWriteStream('', { fd, autoClose: false });
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve()))),
    close: () => finished(stream.end()),
    discard: async () => undefined,
  };
}

/**
 * Written beside the file and renamed at the end, so that it is either the old one or the whole new one. The scratch file has one name, and is made at the
 * first write: what a killed process left is taken over by the next.
 */
async function replacing(target: string, mode: number): Promise<Sink> {
  const scratch = `${target}.shop-cli.part`;
  // Whether it can be made, while nothing has happened yet.
  await (await createScratch(scratch, mode)).close();
  await rm(scratch);
  let made: FileHandle | undefined;
  let isClosed = false;
  const opened = async (): Promise<FileHandle> => {
    if (isClosed) throw { code: 'EBADF' };
    made ??= await createScratch(scratch, mode);
    return made;
  };
  const discard = async (): Promise<void> => {
    const file = made;
    made = undefined;
    if (file && (await isStill(scratch, file))) await rm(scratch, { force: true });
    await file?.close();
  };
  return {
    write: async (bytes) => (await opened()).writeFile(bytes),
    async close() {
      const file = await opened();
      isClosed = true;
      try {
        if (!(await isStill(scratch, file))) throw { code: 'EBUSY' };
        await rename(scratch, target);
      } catch (error) {
        await discard();
        throw error;
      }
      made = undefined;
      await file.close();
    },
    discard,
  };
}

async function createScratch(path: string, mode: number): Promise<FileHandle> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isFile()) throw unusable('write', path, { code: 'EEXIST' });
  await rm(path, { force: true });
  return await open(path, 'wx', mode);
}

/** False when another process, which writes the same file, has taken the name over. */
const isStill = async (path: string, handle: FileHandle): Promise<boolean> => {
  const [named, opened] = await Promise.all([stat(path).catch(() => undefined), handle.stat()]);
  return named !== undefined && named.ino === opened.ino && named.dev === opened.dev;
};

/** The system's name of a failure: `ENOENT`; empty where there is none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  EISDIR: 'it is a directory',
  ENOTFILE: 'it is not a file',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  EEXIST: 'it is in the way',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ENXIO: 'nothing reads from it; start the reader first',
  EBADF: 'it is closed',
  EBUSY: 'another command writes it at the same time',
  EPIPE: 'its reader has gone',
};

/** A file that cannot be read, written or created, as the user is told. @param path as it was given, or the path that is at fault */
export function unusable(action: 'read' | 'write' | 'create', path: string, error: unknown): CliError {
  if (error instanceof CliError) return error;
  const code = codeOf(error);
  return new CliError(
    'usage',
    `Cannot ${action} ${path === '' ? 'a file without a name' : path}: ${reasons[code] ?? (code || String(error))}.`,
    { field: path, cause: error },
  );
}

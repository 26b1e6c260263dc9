import { constants, createWriteStream, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse } from 'node:path';
import { finished } from 'node:stream/promises';
import type { FileWriter } from '../context.ts';
import type { Secrets } from '../text/redact.ts';
import { codeOf, unusable } from './file-errors.ts';
import { isSameFile } from './same-file.ts';

interface OutputPath {
  /** Absolute. */
  readonly path: string;
  /** As the user gave it. */
  readonly shown: string;
  /** Of a new file, less the umask. */
  readonly mode: number;
  /** The user of this process, where the system has such. */
  readonly userId: number | undefined;
}

/** What a file needs besides its path. */
interface OutputNeeds {
  readonly secrets: Pick<Secrets, 'removeFrom'>;
  /** Says where the file is, if not at its path. */
  readonly warn?: ((text: string) => void) | undefined;
  /** Renames a file. */
  readonly move?: typeof rename | undefined;
}

/** Where bytes go. It throws the errors of the system. */
interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Why it could not take the place of the file that was there, and where it is instead. */
  close(): Promise<Displaced | undefined>;
  discard(): Promise<void>;
}

interface Displaced {
  /** Absolute. */
  readonly path: string;
  readonly cause: unknown;
}

/**
 * Opens a file to write. A regular file is replaced as a whole on close; a pipe, a device or an open descriptor
 * (/dev/stdout) is written directly. Where another program keeps the old file open, as Excel does on Windows, the new one
 * stays beside it under another name, which is said.
 * @throws CliError `usage` if it cannot be written, before the first write; `fault` if a write fails
 */
export async function createOutputFile(
  { path, shown, mode, userId }: OutputPath,
  { secrets, warn, move = rename }: OutputNeeds,
): Promise<FileWriter> {
  const described = <T>(work: Promise<T>, kind?: 'fault'): Promise<T> =>
    work.catch((error: unknown) => {
      throw unusable('write', shown, error, kind);
    });
  const sink = await described(sinkFor(path, { mode: { mode, isExact: false }, userId, move }));
  let instead: string | undefined;
  return {
    get instead() {
      return instead;
    },
    write: (chunk) =>
      described(sink.write(typeof chunk === 'string' ? Buffer.from(secrets.removeFrom(chunk)) : chunk), 'fault'),
    async close() {
      const displaced = await described(sink.close(), 'fault');
      if (!displaced) return;
      instead = join(dirname(shown), basename(displaced.path));
      const { message } = unusable('write', shown, displaced.cause);
      warn?.(`${message} If it is open in another program, close it. The new file is ${instead}`);
    },
    discard: () => sink.discard(),
  };
}

interface Mode {
  readonly mode: number;
  /** Whether the umask does not count: that of the file that is replaced. */
  readonly isExact: boolean;
}

interface Replacement {
  readonly mode: Mode;
  readonly move: typeof rename;
}

async function sinkFor(path: string, { mode, userId, move }: Replacement & Pick<OutputPath, 'userId'>): Promise<Sink> {
  const found = await statOf(path);
  // Checked now, not at the rename: by then a write may have been sent.
  if (found?.isDirectory()) throw { code: 'EISDIR' };
  const target = await destinationOf(path);
  if (typeof target === 'number' && !found) throw { code: 'ENOENT' };
  // A pipe is opened again: a write to the descriptor of this process may not wait for the reader.
  if (typeof target === 'number' && !found?.isFIFO()) return descriptor(target);
  if (typeof target === 'number' || (found && !found.isFile())) return await openStream(path);
  // Somebody else could have made the file, for all to read.
  const isOurs = found !== undefined && (userId === undefined || found.uid === userId);
  return await replacing(target, { mode: isOurs ? { mode: found.mode & 0o777, isExact: true } : mode, move });
}

const statOf = (path: string): Promise<Stats | undefined> =>
  stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** The target of a path, links followed. A number is an open descriptor of this process. */
export async function destinationOf(path: string): Promise<string | number> {
  const directory = await realpath(dirname(path));
  const name = basename(path);
  if (directory === '/dev/fd' || directory === (await realpath('/proc/self/fd').catch(() => undefined)))
    return Number(name);
  const link = await readlink(path).catch(() => undefined);
  if (link === undefined) return join(directory, name);
  // Not normalised: `..` after a link is relative to its target.
  return await destinationOf(isAbsolute(link) ? link : `${directory}/${link}`);
}

/**
 * Opened at once, so that its reader sees no early end. Does not wait for a reader: that would block the program, even
 * at exit.
 */
async function openStream(path: string): Promise<Sink> {
  const probe = await open(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
  const file = await open(path, 'w').finally(() => probe.close());
  return {
    write: (bytes) => file.writeFile(bytes),
    close: () => file.close().then(() => undefined),
    discard: () => file.close(),
  };
}

/** A descriptor that another process opened, as the shell does for `> file`: the order of writes is preserved. */
function descriptor(fd: number): Sink {
  const stream = createWriteStream('', { fd, autoClose: false });
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve()))),
    close: () => finished(stream.end()).then(() => undefined),
    discard: async () => undefined,
  };
}

/**
 * Writes a scratch file next to the target and renames it on close: the target is either the old or the whole new file.
 * The scratch file has a fixed name, so that the next run replaces what a killed process left.
 */
async function replacing(target: string, { mode, move }: Replacement): Promise<Sink> {
  const scratch = `${target}.shop-cli.part`;
  // Checks that it can be created, before anything is sent.
  await (await createScratch(scratch, mode)).close();
  await rm(scratch);
  let scratchFile: FileHandle | undefined;
  let isClosed = false;
  const opened = async (): Promise<FileHandle> => {
    if (isClosed) throw { code: 'EBADF' };
    scratchFile ??= await createScratch(scratch, mode);
    return scratchFile;
  };
  const discard = async (): Promise<void> => {
    const file = scratchFile;
    scratchFile = undefined;
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
        const displaced = await putInPlace(scratch, target, move);
        scratchFile = undefined;
        await file.close();
        return displaced;
      } catch (error) {
        await discard();
        throw error;
      }
    },
    discard,
  };
}

/** What Windows says where another program keeps a file open that is to be replaced. */
const keptOpen: readonly string[] = ['EPERM', 'EACCES', 'EBUSY'];

/** Names that are tried beside a file. */
const maxNames = 20;

/** Renames the new file. @returns where it is instead, if the old one cannot be replaced: what it has is not lost */
async function putInPlace(scratch: string, target: string, move: typeof rename): Promise<Displaced | undefined> {
  try {
    return await move(scratch, target).then(() => undefined);
  } catch (cause) {
    if (!keptOpen.includes(codeOf(cause))) throw cause;
    for (let number = 1; number <= maxNames; number++) {
      const path = besideOf(target, number);
      if (await lstat(path).catch(() => undefined)) continue;
      const isMoved = await move(scratch, path).then(
        () => true,
        () => false,
      );
      if (isMoved) return { path, cause };
    }
    throw cause;
  }
}

/** `results.new.csv`, `results.new-2.csv`: the ending says what it is. */
function besideOf(target: string, number: number): string {
  const { dir, name, ext } = parse(target);
  return join(dir, `${name}.new${number === 1 ? '' : `-${number}`}${ext}`);
}

async function createScratch(path: string, { mode, isExact }: Mode): Promise<FileHandle> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isFile()) throw unusable('write', path, { code: 'EEXIST' });
  await rm(path, { force: true });
  const file = await open(path, 'wx', mode);
  if (isExact) await file.chmod(mode);
  return file;
}

/** False if another process, which writes the same file, has replaced it. */
const isStill = async (path: string, handle: FileHandle): Promise<boolean> => {
  const named = stat(path, { bigint: true }).catch(() => undefined);
  return isSameFile(await named, await handle.stat({ bigint: true }));
};

import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Files, FileWriter, TemporaryFile } from './context.ts';
import { CliError } from './errors.ts';
import type { Secrets } from './text/redact.ts';

/** The one door to the file system. Paths are relative to `directory`; everything written is redacted. */
export function createFiles(directory: string, secrets: Secrets): Files {
  const absolute = (path: string): string => resolve(directory, path);
  return {
    async readText(path) {
      try {
        return await readFile(absolute(path), 'utf8');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw unusable('read', path, error);
      }
    },
    async *bytes(path) {
      try {
        yield* createReadStream(absolute(path), { highWaterMark: chunkSize }) as AsyncIterable<Uint8Array>;
      } catch (error) {
        throw unusable('read', path, error);
      }
    },
    async same(left, right) {
      const [one, other] = await Promise.all([left, right].map((path) => stat(absolute(path)).catch(() => undefined)));
      return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
    },
    create: (path, options = {}) => createReplacing(absolute(path), path, options.private ? 0o600 : 0o666, secrets),
    async ensurePrivate(path) {
      const file = await open(absolute(path), 'a', 0o600).catch((error: unknown) => {
        throw unusable('write', path, error);
      });
      await file.close();
    },
    async makePrivateDirectory(path) {
      await mkdir(absolute(path), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw unusable('create', path, error);
      });
    },
    temporary: () => createTemporary(undefined),
    async temporaryCopy(path) {
      const found = await stat(absolute(path)).catch((error: unknown) => {
        throw unusable('read', path, error);
      });
      return found.isFile() ? await createTemporary({ original: absolute(path), shown: path }) : undefined;
    },
    exists: (path) =>
      stat(absolute(path)).then(
        () => true,
        () => false,
      ),
  };
}

/** Written beside the target and renamed at the end, so that a file is either the old one or the whole new one. Devices are written as they are. */
async function createReplacing(target: string, shown: string, mode: number, secrets: Secrets): Promise<FileWriter> {
  // Found out now and not when it is to be renamed: a write may have been sent by then.
  if (await isDirectory(target)) throw unusable('write', shown, { code: 'EISDIR' });
  const isDevice = target.startsWith('/dev/');
  const scratch = isDevice ? target : `${target}.${randomBytes(6).toString('hex')}.part`;
  const file = await open(scratch, isDevice ? 'w' : 'wx', mode).catch((error: unknown) => {
    throw unusable('write', shown, error);
  });
  const writer = writerOf(file, shown, secrets);
  return {
    write: writer.write,
    async close() {
      await writer.close();
      if (isDevice) return;
      await rename(scratch, target).catch(async (error: unknown) => {
        await rm(scratch, { force: true });
        throw unusable('write', shown, error);
      });
    },
    async discard() {
      await writer.close();
      if (!isDevice) await rm(scratch, { force: true });
    },
  };
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Unlinked as soon as it is open, where the system allows it: a process that is killed leaves nothing behind. */
async function createTemporary(copy: { readonly original: string; readonly shown: string } | undefined): Promise<TemporaryFile> {
  const path = join(tmpdir(), `shop-cli-${randomBytes(12).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600).catch((error: unknown) => {
    throw unusable('write', path, error);
  });
  // Into the file that is there: its mode stays.
  if (copy) {
    await copyFile(copy.original, path, constants.COPYFILE_FICLONE).catch(async (error: unknown) => {
      await file.close();
      await rm(path, { force: true });
      throw unusable('read', copy.shown, error);
    });
  }
  const unlinked = await rm(path).then(
    () => true,
    () => false,
  );
  return {
    async write(chunk) {
      await file.writeFile(chunk).catch((error: unknown) => {
        throw unusable('write', path, error);
      });
    },
    async *bytes() {
      const chunk = Buffer.alloc(chunkSize);
      for (let at = 0; ; ) {
        const { bytesRead } = await file.read(chunk, 0, chunkSize, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        yield Uint8Array.prototype.slice.call(chunk, 0, bytesRead);
      }
    },
    async remove() {
      await file.close();
      if (!unlinked) await rm(path, { force: true });
    },
  };
}

const chunkSize = 64 * 1024;

function writerOf(file: FileHandle, shown: string, secrets: Secrets): Omit<FileWriter, 'discard'> {
  return {
    async write(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(secrets.removeFrom(chunk)) : chunk;
      await file.writeFile(bytes).catch((error: unknown) => {
        throw unusable('write', shown, error);
      });
    },
    close: () => file.close(),
  };
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  EEXIST: 'it is in the way',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

function unusable(action: 'read' | 'write' | 'create', path: string, error: unknown): CliError {
  if (error instanceof CliError) return error;
  const code = codeOf(error);
  return new CliError(
    'usage',
    `Cannot ${action} ${path === '' ? 'a file without a name' : path}: ${reasons[code] ?? (code || String(error))}.`,
    { field: path, cause: error },
  );
}

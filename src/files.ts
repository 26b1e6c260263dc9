import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
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
        yield* createReadStream(absolute(path), { highWaterMark: 64 * 1024 }) as AsyncIterable<Uint8Array>;
      } catch (error) {
        throw unusable('read', path, error);
      }
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
    temporary: () => createTemporary(secrets),
  };
}

/** Written beside the target and renamed at the end, so that a file is either the old one or the whole new one. Devices are written as they are. */
async function createReplacing(target: string, shown: string, mode: number, secrets: Secrets): Promise<FileWriter> {
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

async function createTemporary(secrets: Secrets): Promise<TemporaryFile> {
  const path = join(tmpdir(), `shop-cli-${randomBytes(12).toString('hex')}`);
  const writer = writerOf(await open(path, 'wx', 0o600), path, secrets);
  return {
    path,
    ...writer,
    async remove() {
      await writer.close();
      await rm(path, { force: true });
    },
  };
}

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
};

function unusable(action: 'read' | 'write' | 'create', path: string, error: unknown): CliError {
  if (error instanceof CliError) return error;
  const code = codeOf(error);
  return new CliError('usage', `Cannot ${action} ${path}: ${reasons[code] ?? (code || String(error))}.`, { field: path, cause: error });
}

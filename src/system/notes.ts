import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Notes } from '../context.ts';
import { codeOf, readNoLink } from './file-errors.ts';
import { makeOwnDirectory } from './own-directory.ts';

/** Bytes. No note is longer. */
const longest = 1024;
/** Notes that are read at most: more than there are processes on one machine. */
const most = 100;
/** Milliseconds after which a note was left by a process that was killed. One that was frozen writes it anew. */
const forgotten = 60_000;

/** No link is followed: others may have put it there. */
const { O_NOFOLLOW = 0, O_WRONLY, O_CREAT, O_TRUNC } = constants;

/** A note of this process in a directory that it shares with other processes. */
export function openNotes(directory: string): Notes {
  const name = `${randomBytes(6).toString('hex')}.json`;
  const path = join(directory, name);
  return {
    name,
    async read() {
      const names = (await found(() => readdir(directory))) ?? [];
      const others = names.filter((other) => other !== name && isNote(other)).slice(0, most);
      const texts = await Promise.all(
        others.map(async (other) => [other, await found(() => readNote(join(directory, other)))] as const),
      );
      return new Map(texts.flatMap(([other, text]) => (text === undefined ? [] : [[other, text] as const])));
    },
    async write(text) {
      await writeNote(path, text).catch(async (error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
        makeOwnDirectory(directory, undefined);
        await writeNote(path, text).catch((again: unknown) => {
          // Another process may just have removed it, as it was empty: the next note is soon enough.
          if (codeOf(again) !== 'ENOENT') throw again;
        });
      });
    },
    async remove() {
      await unlink(path).catch(() => undefined);
      for (const each of await family(directory)) await removeLeft(each);
    },
  };
}

const isNote = (name: string): boolean => /^[0-9a-f]{12}\.json$/.test(name);

/** The directories beside this one whose names differ from the last hyphen on: those of other stores and tokens. */
async function family(directory: string): Promise<readonly string[]> {
  const own = basename(directory);
  const start = own.slice(0, own.lastIndexOf('-') + 1);
  const entries = await readdir(dirname(directory), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && (entry.name === own || (start !== '' && entry.name.startsWith(start))))
    .map(({ name }) => join(dirname(directory), name));
}

/**
 * Removes what processes left that were killed, and the directory if nothing else is in it. A process that runs writes
 * its note several times a second, and anew if it is gone.
 */
async function removeLeft(directory: string): Promise<void> {
  for (const name of (await readdir(directory).catch(() => [])).filter(isNote)) {
    const path = join(directory, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isFile() && Date.now() - stats.mtimeMs > forgotten) await unlink(path).catch(() => undefined);
  }
  // Fails while others have notes there.
  await rmdir(directory).catch(() => undefined);
}

async function writeNote(path: string, text: string): Promise<void> {
  const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  await file.writeFile(text).finally(() => file.close());
}

/** Undefined for what is no note, or one that was left long ago: that is removed. */
async function readNote(path: string): Promise<string | undefined> {
  const file = await open(path, readNoLink);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return undefined;
    const { mtimeMs, size } = stats;
    if (Date.now() - mtimeMs > forgotten) await unlink(path).catch(() => undefined);
    if (size === 0 || size > longest) return undefined;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Undefined for what is not there, or not to be read by this user. */
async function found<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  return await attempt().catch((error: unknown) => {
    if (['ENOENT', 'ELOOP', 'EACCES', 'EISDIR', 'ENXIO'].includes(codeOf(error))) return undefined;
    throw error;
  });
}

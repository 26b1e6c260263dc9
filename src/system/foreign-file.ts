import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { codeOf, unusable } from './file-errors.ts';

interface ForeignFile {
  readonly path: string;
  /** The path in errors. */
  readonly shown: string;
  /** The directory that must contain the file, links resolved. */
  readonly within: string | undefined;
}

/** Bytes: no settings and no token are longer. */
const longest = 2 ** 20;

/** The text of a file that may have been put there to harm us; undefined if there is none. @throws CliError `usage` */
export async function readForeignText({ path, shown, within }: ForeignFile): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    if (within !== undefined && !contains(await realpath(within), real))
      throw unusable('read', shown, { code: 'EOUTSIDE' });
    // Not blocking: opening a pipe would wait for its writer. No link: it would have been put there since the path was
    // resolved.
    const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    return await wholeText(file, shown).finally(() => file.close());
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable('read', shown, error);
  }
}

const contains = (directory: string, path: string): boolean =>
  path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);

async function wholeText(file: FileHandle, shown: string): Promise<string> {
  const found = await file.stat();
  if (!found.isFile()) throw unusable('read', shown, { code: found.isDirectory() ? 'EISDIR' : 'ENOTFILE' });
  const buffer = Buffer.alloc(Math.min(found.size, longest) + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < buffer.length; length += read)
    read = (await file.read(buffer, length, buffer.length - length)).bytesRead;
  if (length > longest) throw unusable('read', shown, { code: 'EFBIG' });
  return buffer.toString('utf8', 0, length);
}

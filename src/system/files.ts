import { closeSync, createReadStream, openSync, realpathSync, statSync } from 'node:fs';
import { appendFile, open, realpath, type rename, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import { dirname, resolve, sep } from 'node:path';
import type { FileContents, Files, Messages } from '../context.ts';
import { CliError } from '../errors.ts';
import { escapeText } from '../text/escape.ts';
import type { Secrets } from '../text/redact.ts';
import { exactText, wholeText } from '../text/whole-text.ts';
import { codeOf, notAFile, unusable } from './file-errors.ts';
import { foreignBytes, readForeignText } from './foreign-file.ts';
import { createOutputFile, destinationOf } from './output-file.ts';
import { makeOwnDirectory, prepareOwnDirectory, type User } from './own-directory.ts';
import { checkFileToMake, narrowOwnFile } from './own-file.ts';
import { changeOwnText, changePrivateText, type OnFixed, readOwnText, readPrivateText } from './private-file.ts';
import { isSameFile } from './same-file.ts';
import { copyDatabase, createTemporary } from './temporary-file.ts';

interface Outside {
  /** Where it is said that others could read a private file, and that a file could not be replaced. */
  readonly stderr?: Pick<Messages, 'write'>;
  /** Renames a file that was written. */
  readonly move?: typeof rename;
}

/**
 * The file system for the context. Paths are relative to `directory`; text is redacted before it is written.
 * @param user who runs this process; undefined on Windows, where owners and modes say nothing
 */
export function createFiles(directory: string, secrets: Secrets, user?: User, { stderr, move }: Outside = {}): Files {
  const absolute = (path: string): string => resolve(directory, path);
  return {
    ...ownFiles(absolute, user, stderr),
    readText: (path, options) => readNamedText(absolute(path), path, options),
    readForeignText: (path, { within, trusted = false } = {}) =>
      readForeignText({
        path: absolute(path),
        shown: path,
        within: within === undefined ? undefined : absolute(within),
        onlyBy: trusted ? user : undefined,
      }),
    realPath(path) {
      try {
        return realpathSync(absolute(path));
      } catch {
        return absolute(path);
      }
    },
    async *bytes(path, most) {
      try {
        if (most !== undefined) yield* foreignBytes(absolute(path), { most });
        else yield* createReadStream(absolute(path), { highWaterMark: chunkSize }) as AsyncIterable<Uint8Array>;
      } catch (error) {
        throw unusable('read', path, error);
      }
    },
    async same(left, right) {
      const found = [left, right].map((path) => stat(absolute(path), { bigint: true }).catch(() => undefined));
      const [one, other] = await Promise.all(found);
      return isSameFile(one, other);
    },
    fileId: (path) => fileIdOf(absolute(path), path),
    databaseCopy: (path) => copyDatabase(absolute(path)),
    create: (path, contents) =>
      createOutputFile(
        { path: absolute(path), shown: path, mode: modeOf(contents), userId: user?.id },
        { secrets, warn: (text) => void stderr?.write(`Warning: ${escapeText(text)}.\n`), move },
      ),
    append: (path, text, contents) =>
      append({ path: absolute(path), shown: path, mode: modeOf(contents) }, Buffer.from(secrets.removeFrom(text))),
    temporary: createTemporary,
    written: (path, end) => openWritten(absolute(path), end),
    requireDescriptors,
    exists: async (path) => (await stat(absolute(path)).catch(() => undefined)) !== undefined,
  };
}

type OwnFiles = Pick<
  Files,
  'readPrivate' | 'changePrivate' | 'ensurePrivate' | 'readOwn' | 'changeOwn' | 'ensureOwn' | 'userId'
>;

/** What is ours, in directories of ours and in folders of the user. */
function ownFiles(
  absolute: (path: string) => string,
  user: User | undefined,
  stderr: Pick<Messages, 'write'> | undefined,
): OwnFiles {
  const onFixed = (path: string): void =>
    void stderr?.write(`Warning: other users could access ${escapeText(path)}. Its permissions are now yours alone.\n`);
  return {
    userId: user?.id,
    readPrivate: (path) => readPrivateText(absolute(path), user, onFixed),
    changePrivate: (path, change) => changePrivateText(absolute(path), user, change, onFixed),
    readOwn: (path) => readOwnText(absolute(path), user, onFixed),
    changeOwn: (path, change) => changeOwnText(absolute(path), user, change, onFixed),
    ensurePrivate: (path) => ensurePrivate(absolute(path), path, user, onFixed),
    ensureOwn: (path) => ensureOwn(absolute(path), path, user),
  };
}

/** Of a new file, less the umask. */
const modeOf = ({ isOfPeople }: FileContents): number => (isOfPeople ? 0o600 : 0o666);

/** A named pipe is not waited for, and no device read; a descriptor of this process is: `<(...)`, /dev/stdin. */
async function readNamedText(
  path: string,
  shown: string,
  { isExact = true }: { readonly isExact?: boolean } = {},
): Promise<string | undefined> {
  try {
    const isDescriptor = typeof (await destinationOf(path)) === 'number';
    const bytes = isDescriptor ? createReadStream(path) : foreignBytes(path);
    const text = await (isExact ? exactText(bytes) : wholeText(bytes));
    if (text === undefined) throw { code: 'ELONG' };
    return text;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable('read', shown, error);
  }
}

/** SQLite and undici do not say what is missing, and libsql ends the process. */
function requireDescriptors(count: number, kind: 'import-stopped' | 'usage' = 'import-stopped'): void {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'));
  } catch (cause) {
    const limit = `This process can open only ${opened.length} more files and connections, and needs ${count}.`;
    throw new CliError(kind, `${limit} Nothing was sent.`, {
      hint: "Raise the limit in the shell ('ulimit -n 1024'), or of the service or container, then rerun the command.",
      cause,
    });
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

function fileIdOf(path: string, shown: string): ReturnType<Files['fileId']> {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!found) return undefined;
    if (!found.isFile()) throw notAFile(found);
    return {
      id: `${found.dev}:${found.ino}`,
      names: Number(found.nlink),
      bytes: Number(found.size),
    };
  } catch (error) {
    throw unusable('read', shown, error);
  }
}

async function openWritten(path: string, end: string): ReturnType<Files['written']> {
  // For writing: Windows syncs nothing else.
  const file = await open((await realpath(path)) + end, 'r+');
  return { sync: () => file.datasync(), close: () => file.close() };
}

const maxAppended = 1024 * 1024;

async function append(
  { path, shown, mode }: { readonly path: string; readonly shown: string; readonly mode: number },
  bytes: Uint8Array,
): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  try {
    // A pipe without a reader would make us wait.
    if (found && !found.isFile()) throw notAFile(found);
    if ((found?.size ?? 0) + bytes.length > maxAppended) throw { code: 'EFBIG' };
    await appendFile(path, bytes, { mode });
  } catch (error) {
    throw unusable('write', shown, error);
  }
}

/** A file in a directory of ours. */
async function ensurePrivate(path: string, shown: string, user: User | undefined, onFixed: OnFixed): Promise<void> {
  try {
    prepareOwnDirectory(dirname(path), user, onFixed);
  } catch (error) {
    throw unusable('create', dirname(shown), error);
  }
  await ensureFile(path, shown, user);
}

/** A file of ours in a folder of the user. A folder that is missing is made, in another user's home by nobody. */
async function ensureOwn(path: string, shown: string, user: User | undefined): Promise<void> {
  const directory = dirname(path);
  const isInHome = user?.home !== undefined && path.startsWith(`${user.home}${sep}`);
  try {
    makeOwnDirectory(directory, isInHome ? user : undefined);
  } catch (error) {
    throw unusable('create', dirname(shown), error);
  }
  await ensureFile(path, shown, user);
}

async function ensureFile(path: string, shown: string, user: User | undefined): Promise<void> {
  const found = checkFileToMake(path, shown, user?.id);
  if (found) return narrowOwnFile(path, found);
  try {
    const file = await open(path, 'a', 0o600);
    await file.close();
  } catch (error) {
    throw unusable('write', shown, error);
  }
}

const chunkSize = 64 * 1024;

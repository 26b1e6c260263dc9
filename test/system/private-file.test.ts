import { spawnSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, rename, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Files } from '../../src/context.ts';
import { createFiles } from '../../src/system/files.ts';
import { Secrets } from '../../src/text/redact.ts';
import { ownDirectory } from '../support/run.ts';

const me = { id: process.getuid?.() ?? 0, group: process.getgid?.() };
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

/** Files of this user, and the paths that they said others could access. */
function watched(directory: string): { readonly files: Files; readonly fixed: string[] } {
  const fixed: string[] = [];
  const write = async (text: string): Promise<void> => {
    fixed.push(/could access (.*?)\. Its permissions/.exec(text)?.[1] ?? text);
  };
  return { files: createFiles(directory, new Secrets(), me, { stderr: { write } }), fixed };
}

/** A private directory, and the file `tokens` in it, which is there with a text. */
async function privateFile() {
  const outer = ownDirectory();
  const path = join(outer, 'settings', 'tokens');
  const { files, fixed } = watched(outer);
  await files.changePrivate(path, () => 'old');
  return { path, files, directory: dirname(path), fixed: fixed as readonly string[] };
}

async function failureOf(work: () => unknown): Promise<string> {
  try {
    return `no failure: ${JSON.stringify(await work())}`;
  } catch (error) {
    return `${(error as { kind?: string }).kind}: ${(error as Error).message}`;
  }
}

describe('a private file', () => {
  test('is made for its user alone, in a directory for its user alone, whatever the umask', async () => {
    const usual = process.umask(0);
    try {
      const { path, files, directory, fixed } = await privateFile();
      expect(files.readPrivate(path)).toBe('old');
      await files.changePrivate(join(directory, 'new', 'tokens'), () => 'new');
      expect(fixed).toEqual([]);
      expect([await modeOf(path), await modeOf(directory)]).toEqual(['600', '700']);
      expect(await readdir(directory)).toEqual(['new', 'tokens']);
    } finally {
      process.umask(usual);
    }
  });

  test('that is not there is undefined, also without its directory, or where that is a device: HOME=/dev/null', async () => {
    const { path, files } = await privateFile();
    for (const absent of [`${path}2`, `${path}2/none`, '/dev/null/.config/shop-cli/config.json'])
      expect(files.readPrivate(absent)).toBeUndefined();
  });

  test('is an error, not undefined, where a file is in the place of a directory above it: it may hold a mark', async () => {
    const { path, files } = await privateFile();
    for (const config of [join(path, 'config.json'), join(path, 'shop-cli', 'config.json')])
      expect(await failureOf(() => files.readPrivate(config))).toBe(
        `usage: Cannot read ${config}: part of the path is not a directory.`,
      );
  });

  test('is an error, not undefined, where its directory cannot be entered: it may hold a mark', async () => {
    const { files, directory } = await privateFile();
    const config = join(directory, 'shop-cli', 'config.json');
    await chmod(directory, 0);
    // Root may enter it.
    if (me.id === 0) process.seteuid?.(65534);
    try {
      expect(await failureOf(() => files.readPrivate(config))).toBe(`usage: Cannot read ${config}: permission denied.`);
    } finally {
      if (me.id === 0) process.seteuid?.(0);
      await chmod(directory, 0o700);
    }
  });

  test.each([
    ['group may read', 0o640, 0o700],
    ['everybody may write', 0o606, 0o700],
    ['group may enter the directory', 0o600, 0o710],
    ['everybody may do everything', 0o666, 0o777],
  ])('is fixed when read, and what was fixed is named: %s', async (_, fileMode, directoryMode) => {
    const { path, files, directory, fixed } = await privateFile();
    await chmod(path, fileMode);
    await chmod(directory, directoryMode);
    const wide = [...(directoryMode === 0o700 ? [] : [directory]), ...(fileMode === 0o600 ? [] : [path])];
    expect([files.readPrivate(path), fixed]).toEqual(['old', wide]);
    expect([await modeOf(path), await modeOf(directory)]).toEqual(['600', '700']);
    expect([files.readPrivate(path), fixed]).toEqual(['old', wide]);
  });

  test('a directory that was there before its first file is fixed and named', async () => {
    const outer = ownDirectory();
    const directory = join(outer, 'settings');
    await mkdir(directory, { mode: 0o755 });
    const { files, fixed } = watched(outer);
    expect([await files.changePrivate(join(directory, 'tokens'), () => 'new'), fixed]).toEqual(['new', [directory]]);
    expect(await modeOf(directory)).toBe('700');
  });

  test.each<[string, (path: string) => unknown, string]>([
    ['a link', (path) => symlink(`${path}2`, path), 'a symbolic link'],
    ['a link to nothing', (path) => symlink('gone', path), 'a symbolic link'],
    ['a pipe, without waiting for its writer', (path) => spawnSync('mkfifo', [path]), 'not a regular file'],
    ['a directory', (path) => mkdir(path), 'not a regular file'],
  ])('is refused for reading and writing if it is %s', async (_, make, why) => {
    const { path, files } = await privateFile();
    await rename(path, `${path}2`);
    await make(path);
    const before = await lstat(path);
    expect(await failureOf(() => files.readPrivate(path))).toBe(`usage: Cannot read ${path}: ${why}.`);
    expect(await failureOf(() => files.changePrivate(path, () => 'new'))).toContain(`${path}: ${why}.`);
    expect([(await lstat(path)).ino, await readFile(`${path}2`, 'utf8')]).toEqual([before.ino, 'old']);
  });

  test('is refused in a directory that is a link', async () => {
    const { path, files, directory } = await privateFile();
    await rename(directory, `${directory}2`);
    await symlink(`${directory}2`, directory);
    expect(await failureOf(() => files.readPrivate(path))).toBe(`usage: Cannot read ${path}: a symbolic link.`);
    expect(await failureOf(() => files.changePrivate(path, () => 'new'))).toContain(`${path}: a symbolic link.`);
    expect([await readdir(directory), await readFile(path, 'utf8')]).toEqual([['tokens'], 'old']);
  });

  test('of another user, or in the directory of another user, is neither read nor fixed nor changed', async () => {
    const { path, directory } = await privateFile();
    await chmod(path, 0o666);
    const another = createFiles(directory, new Secrets(), { id: me.id + 1, group: me.group });
    const foreign = `${path}: belongs to another user.`;
    expect(await failureOf(() => another.readPrivate(path))).toBe(`usage: Cannot read ${foreign}`);
    expect(await failureOf(() => another.changePrivate(path, () => 'new'))).toContain(foreign);
    expect([await readFile(path, 'utf8'), await modeOf(path)]).toEqual(['old', '666']);
  });

  test.runIf(me.id === 0)('of another user in a directory of this user is refused (root: chown)', async () => {
    const { path, files } = await privateFile();
    spawnSync('chown', ['12345', path]);
    expect(await failureOf(() => files.readPrivate(path))).toBe(`usage: Cannot read ${path}: belongs to another user.`);
  });

  test('that cannot be written stays as it is, and nothing is left beside it', async () => {
    const { path, directory } = await privateFile();
    const failure = await asOrdinaryUser(directory, async (user) => {
      await chmod(directory, 0o500);
      const theirs = createFiles(directory, new Secrets(), { id: user, group: undefined });
      return await failureOf(() => theirs.changePrivate(path, () => 'new'));
    });
    await chmod(directory, 0o700);
    expect(failure).toBe(`usage: Cannot write ${path}: permission denied.`);
    expect([await readdir(directory), await readFile(path, 'utf8')]).toEqual([['tokens'], 'old']);
  });

  test.each([-5, 5])('is changed on a disk whose clock is %i hours before that of this machine', async (hours) => {
    const { path, files } = await privateFile();
    const now = vi
      .spyOn(Date, 'now')
      .mockImplementation(() => performance.timeOrigin + performance.now() - hours * 3_600_000);
    try {
      await files.changePrivate(path, () => 'new');
    } finally {
      now.mockRestore();
    }
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  test('whose change fails stays as it is, and is not locked afterwards', async () => {
    const { path, files, directory } = await privateFile();
    const failing = files.changePrivate(path, () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readdir(directory)).toEqual(['tokens']);
    expect(await files.changePrivate(path, (text) => `${text}, new`)).toBe('old, new');
  });
});

/** Root may write everywhere. */
async function asOrdinaryUser<T>(directory: string, work: (user: number) => Promise<T>): Promise<T> {
  if (me.id !== 0) return await work(me.id);
  const nobody = 65_534;
  spawnSync('chown', ['-R', `${nobody}`, dirname(directory)]);
  process.seteuid?.(nobody);
  return await work(nobody).finally(() => {
    process.seteuid?.(0);
    spawnSync('chown', ['-R', '0', dirname(directory)]);
  });
}

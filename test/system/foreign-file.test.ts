import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, lchown, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAll } from '../../src/input/json-file.ts';
import { createFiles } from '../../src/system/files.ts';
import { Secrets } from '../../src/text/redact.ts';
import { ownDirectory, shopCli } from '../support/run.ts';

/** Root gives the files of these tests to others. */
const isRoot = process.getuid?.() === 0;
const [me, another, myGroup, anotherGroup] = [12_345, 23_456, 12_345, 23_456];

/** What comes of reading `.env` in a directory, as the user 12345: its text, or why not. */
async function readAfter(prepare: (directory: string) => Promise<unknown>): Promise<string | undefined> {
  const outer = ownDirectory();
  const directory = join(outer, 'folder');
  await mkdir(directory, { mode: 0o755 });
  await writeFile(join(directory, '.env'), 'SHOP_URL=x', { mode: 0o644 });
  for (const path of [directory, join(directory, '.env')]) await chown(path, me, myGroup);
  await prepare(directory);
  const files = createFiles(directory, new Secrets(), { id: me, group: myGroup });
  return await files.readForeignText('.env', { trusted: true }).catch((error: Error) => error.message);
}

const [foreign, writable] = [
  'Cannot read .env: belongs to another user.',
  'Cannot read .env: other users can change it.',
];
const env = (directory: string): string => join(directory, '.env');

describe.runIf(isRoot)(
  'a file that others may have written is refused where only this user may write (needs root)',
  () => {
    test.each<[string, string, (directory: string) => Promise<unknown>]>([
      ['as it is', 'SHOP_URL=x', async () => undefined],
      ['of root', 'SHOP_URL=x', (directory) => chown(env(directory), 0, 0)],
      ['in a directory of root', 'SHOP_URL=x', (directory) => chown(directory, 0, 0)],
      ['of another user', foreign, (directory) => chown(env(directory), another, myGroup)],
      ['in a directory of another user', foreign, (directory) => chown(directory, another, myGroup)],
      ['that everybody may write', writable, (directory) => chmod(env(directory), 0o646)],
      ['in a directory that everybody may write', writable, (directory) => chmod(directory, 0o757)],
      ['that my own group may write', 'SHOP_URL=x', (directory) => chmod(env(directory), 0o664)],
      ['in a directory that my own group may write', 'SHOP_URL=x', (directory) => chmod(directory, 0o775)],
      ['that another group may write', writable, (directory) => grouped(env(directory), 0o664)],
      ['in a directory that another group may write', writable, (directory) => grouped(directory, 0o775)],
      ['in a directory like /tmp, mine', 'SHOP_URL=x', (directory) => likeTmp(directory)],
      ['in a directory like /tmp, of another user', foreign, (directory) => likeTmp(directory, another)],
      ['linked by this user', 'SHOP_URL=x', (directory) => linked(directory)],
      ['linked by another user', foreign, (directory) => linked(directory, { owner: another })],
      ['linked where everybody may write', writable, (directory) => linked(directory, { mode: 0o777 })],
      ['linked in a directory of another user', foreign, (directory) => linked(directory, { directoryOf: another })],
      ['linked to where everybody may write', writable, (directory) => linked(directory, { modeElsewhere: 0o777 })],
    ])('a .env %s that says %s', async (_, expected, prepare) => {
      expect(await readAfter(prepare)).toBe(expected);
    });
  },
);

const grouped = (path: string, mode: number): Promise<void> =>
  chown(path, me, anotherGroup).then(() => chmod(path, mode));

/** Everybody may write in the directory, but remove only what is their own; the file is of this owner. */
async function likeTmp(directory: string, owner = me): Promise<void> {
  await chown(directory, 0, 0);
  await chmod(directory, 0o1777);
  await chown(env(directory), owner, myGroup);
}

/** Puts the file into another directory, and a link of this owner in its place. */
async function linked(
  directory: string,
  { owner = me, mode = 0o755, directoryOf = me, modeElsewhere = 0o755 } = {},
): Promise<void> {
  const elsewhere = `${directory}-elsewhere`;
  await mkdir(elsewhere);
  await chown(elsewhere, me, myGroup);
  await chmod(elsewhere, modeElsewhere);
  await rename(env(directory), env(elsewhere));
  await symlink(env(elsewhere), env(directory));
  await lchown(env(directory), owner, owner);
  await chmod(directory, mode);
  await chown(directory, directoryOf, myGroup);
}

test('a file that may be hostile is read only up to its limit, in chunks', async () => {
  const directory = ownDirectory();
  const path = join(directory, 'huge.plan');
  const files = createFiles(directory, new Secrets());
  const read = (most: number, name = path): Promise<unknown> =>
    readAll(files.bytes(name, most)).catch((error: Error) => error.message);
  await writeFile(path, 'abc');
  expect(await read(3)).toBe('abc');
  expect(await read(2)).toBe(`Cannot read ${path}: too large.`);
  expect(await read(3, '/dev/zero')).toBe('Cannot read /dev/zero: not a regular file.');
  await truncate(path, 2 ** 35);
  expect(await read(2 ** 28)).toBe(`Cannot read ${path}: too large.`);
  // The test that looks for the token reads all files.
  await rm(path);
});

describe('a file that the user named is read as a whole', () => {
  /** Its text, or why not. */
  const read = (path: string): Promise<string | undefined> =>
    createFiles('/', new Secrets())
      .readText(path)
      .catch((error: Error) => error.message);

  test('but not without end: up to 16 MiB, and no device or named pipe', async () => {
    const directory = ownDirectory();
    const [long, pipe] = [join(directory, 'long'), join(directory, 'pipe')];
    await writeFile(long, '');
    await truncate(long, 16 * 2 ** 20 + 1);
    spawnSync('mkfifo', [pipe]);
    expect([await read(long), await read(pipe), await read('/dev/zero'), await read(directory)]).toEqual([
      `Cannot read ${long}: larger than 16 MiB.`,
      `Cannot read ${pipe}: not a regular file.`,
      'Cannot read /dev/zero: not a regular file.',
      `Cannot read ${directory}: is a directory.`,
    ]);
    await rm(long);
  });

  test('also what the shell opened, such as <(...), and standard input', async () => {
    const descriptor = openSync('/dev/zero', 'r');
    expect(await read(`/dev/fd/${descriptor}`)).toBe(`Cannot read /dev/fd/${descriptor}: larger than 16 MiB.`);
    closeSync(descriptor);
    const stdin = '1'.repeat(16 * 2 ** 20 + 1);
    expect((await shopCli('baskets create --body - --dry-run', { stdin })).err).toBe(
      'Error: Cannot read standard input: larger than 16 MiB.\n',
    );
  });
});

import { chmod, chown, lchown, link, mkdir, readdir, readFile, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createFiles } from '../../src/system/files.ts';
import { Secrets } from '../../src/text/redact.ts';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

// A file of ours in a folder that others use too.

const isRoot = process.geteuid?.() === 0;
const me = process.geteuid?.() ?? 0;
const another = 23_456;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** A folder with files to import, a store, and the number of its products and customers. */
async function folder() {
  const directory = ownDirectory({
    'in.csv': 'sku,name\nA-1,Mug\n',
    'more.csv': 'sku,name\nA-2,Cup\n',
    'people.csv': 'email,voornaam,achternaam\nann@shop.test,Ann,Claes\n',
    'note.txt': '',
  });
  const store = await serveSandbox();
  const run = (line: string) => store.run(line, { directory });
  const count = async () => (await run('products list --all -q')).out.split('\n').length;
  return { directory, run, count };
}

describe.runIf(isRoot)('a journal of another user (needs root)', () => {
  test('is refused before anything is sent, with the command that makes it ours', async () => {
    const { directory, run, count } = await folder();
    await run('products import in.csv --journal j.db');
    const path = join(directory, 'j.db');
    await chown(path, another, another);
    const before = await count();
    const { code, err } = await run('products import more.csv --journal j.db');
    expect([code, err, await count()]).toEqual([
      2,
      expect.stringContaining(
        `Error: Cannot use ${path}: it belongs to another user (uid ${another}).\nIf you trust the file, make it yours: chown 0 ${path}\n`,
      ),
      before,
    ]);
    await chown(path, 0, 0);
    expect((await run('products import more.csv --journal j.db')).code).toBe(0);
  });

  test('is taken over with the secret of its people by one command', async () => {
    const { directory, run } = await folder();
    await run('customers import people.csv --journal j.db');
    const paths = ['j.db', 'j.db.key'].map((name) => join(directory, name));
    for (const path of paths) await chown(path, another, another);
    const { code, err } = await run('customers import people.csv --journal j.db');
    expect([code, err]).toEqual([2, expect.stringContaining(`make it yours: chown 0 ${paths.join(' ')}\n`)]);
    for (const path of paths) await chown(path, 0, 0);
    expect((await run('customers import people.csv --journal j.db')).code).toBe(0);
  });

  test('can be listed', async () => {
    const { directory, run } = await folder();
    await run('products import in.csv --journal j.db');
    await chown(join(directory, 'j.db'), another, another);
    expect((await run('imports list --journal j.db -q')).out).toBe('1\n');
  });
});

describe.runIf(isRoot)('a sandbox of another user (needs root)', () => {
  test('is not opened, and stays as it is', async () => {
    const { directory, run } = await folder();
    await run('products list --store sandbox:shop.db');
    // SQLite writes its log into the file when it is closed, which it is once its statements are collected.
    collectGarbage();
    await expect.poll(async () => (await readdir(directory)).filter((name) => name.startsWith('shop.db-'))).toEqual([]);
    await chown(join(directory, 'shop.db'), another, another);
    const before = await stat(join(directory, 'shop.db'));
    const { code, err } = await run('products list --store sandbox:shop.db');
    const after = await stat(join(directory, 'shop.db'));
    expect([code, err, after.mtimeMs, after.uid]).toEqual([
      2,
      expect.stringContaining('belongs to another user'),
      before.mtimeMs,
      another,
    ]);
  });
});

describe('a link', () => {
  test.each([
    ['journal', 'products import in.csv --journal j.db'],
    ['sandbox', 'products list --store sandbox:j.db'],
  ])('to an empty file does not make it a %s', async (_, line) => {
    const { directory, run } = await folder();
    await symlink('note.txt', join(directory, 'j.db'));
    const { code, err } = await run(line);
    expect([
      code,
      err.includes('a symbolic link to an empty file'),
      (await readFile(join(directory, 'note.txt'))).length,
    ]).toEqual([2, true, 0]);
  });

  test.runIf(isRoot).each([
    ['to a journal', 'j.db'],
    ['to nothing', 'gone.db'],
  ])('that another user made is refused: %s (needs root)', async (_, target) => {
    const { directory, run } = await folder();
    await run('products import in.csv --journal j.db');
    await symlink(target, join(directory, 'link.db'));
    await lchown(join(directory, 'link.db'), another, another);
    const { code, err } = await run('products import more.csv --journal link.db');
    expect([code, err]).toEqual([2, expect.stringContaining('a symbolic link that another user made')]);
  });
});

test('a file with two names is refused, whatever it is for', async () => {
  const { directory, run } = await folder();
  await run('customers import people.csv --journal j.db');
  await run('products list --store sandbox:shop.db');
  for (const name of ['j.db', 'j.db.key', 'shop.db']) await link(join(directory, name), join(directory, `${name}.2`));
  const lines = ['products import in.csv --journal j.db', 'customers import people.csv --journal j.db'];
  for (const line of [...lines, 'products list --store sandbox:shop.db'])
    expect((await run(line)).err).toContain('has 2 names (hard links)');
});

test('where a file system gives every file to one user, that user is who runs this', async () => {
  const directory = ownDirectory({ 'j.db': 'x' });
  const files = createFiles(directory, new Secrets(), { id: me + 1, group: undefined });
  await files.ensureOwn('j.db');
  await files.ensureOwn('new.db');
  expect((await stat(join(directory, 'new.db'))).mode & 0o777).toBe(0o600);
});

test('a file of ours that others could read is narrowed, its folder is not', async () => {
  const { directory, run } = await folder();
  await run('customers import people.csv --journal j.db');
  await chmod(directory, 0o775);
  for (const name of ['j.db', 'j.db.key']) await chmod(join(directory, name), 0o664);
  const { code, err } = await run('customers import people.csv --journal j.db');
  const modes = ['j.db', 'j.db.key', '.'].map(async (name) => (await stat(join(directory, name))).mode & 0o777);
  expect([code, await Promise.all(modes)]).toEqual([0, [0o600, 0o600, 0o775]]);
  expect(err).toContain(
    `other users could access ${join(directory, 'j.db.key')}. Its permissions are now yours alone.`,
  );
});

test('a lock that cannot be removed is named', async () => {
  const directory = ownDirectory();
  const files = createFiles(directory, new Secrets(), { id: me, group: undefined });
  await mkdir(join(directory, 'j.db.key.lock'));
  await utimes(join(directory, 'j.db.key.lock'), 1, 1);
  await expect(files.changeOwn('j.db.key', () => 'x')).rejects.toThrow(
    `Cannot write ${join(directory, 'j.db.key.lock')}: permission denied.`,
  );
});

test('an index that is a link to an empty file is not written to', async () => {
  const directory = ownDirectory({ 'note.txt': '' });
  const files = createFiles(directory, new Secrets(), { id: me, group: undefined });
  await symlink(join(directory, 'note.txt'), join(directory, 'people.db'));
  await expect(files.ensurePrivate('people.db')).rejects.toThrow('a symbolic link to an empty file');
});

import { execFileSync } from 'node:child_process';
import { mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openNotes } from '../../src/system/notes.ts';
import { inDirectory } from '../support/directory.ts';

const name = (at: number): string => `00000000000${at}.json`;

test('processes read the notes of one another, and the last one removes the directory', async () => {
  await inDirectory(async (parent) => {
    const directory = join(parent, 'a', 'rate');
    const [one, other] = [openNotes(directory), openNotes(directory)];
    expect([...(await one.read())]).toEqual([]);
    await one.write('first, and longer');
    await one.write('first');
    await other.write('second');
    expect([[...(await one.read())], [...(await other.read())]]).toEqual([
      [[other.name, 'second']],
      [[one.name, 'first']],
    ]);
    const mode = (await stat(join(directory, one.name))).mode & 0o777;
    await one.remove();
    const left = await readdir(directory);
    await other.remove();
    expect([mode, left, await readdir(join(parent, 'a'))]).toEqual([0o600, [other.name], []]);
  });
});

test('a note is written again when somebody removed the directory', async () => {
  await inDirectory(async (parent) => {
    const directory = join(parent, 'rate');
    const [one, other] = [openNotes(directory), openNotes(directory)];
    await one.write('first');
    await one.remove();
    await other.write('second');
    await one.write('first');
    expect([...(await other.read())]).toEqual([[one.name, 'first']]);
  });
});

test('what is no note is left alone: a pipe, a link, a directory, another name, too much text', async () => {
  await inDirectory(async (directory) => {
    execFileSync('mkfifo', [join(directory, name(1))]);
    await writeFile(join(directory, 'secret'), 'secret');
    await symlink(join(directory, 'secret'), join(directory, name(2)));
    await mkdir(join(directory, name(3)));
    await writeFile(join(directory, name(4)), 'x'.repeat(5000));
    await writeFile(join(directory, name(5)), '');
    expect([...(await openNotes(directory).read())]).toEqual([]);
    expect((await readdir(directory)).length).toBe(6);
  });
});

test('a note that was left a minute ago is removed', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, name(1)), 'old');
    await utimes(join(directory, name(1)), 0, Date.now() / 1000 - 61);
    await openNotes(directory).read();
    expect(await readdir(directory)).toEqual([]);
  });
});

test('a directory that cannot be made is an error, and removing the note is none', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'file'), '');
    const notes = openNotes(join(directory, 'file', 'rate'));
    await expect(notes.write('x')).rejects.toThrow('ENOTDIR');
    await notes.remove();
  });
});

test('what killed processes left in directories beside it is removed at the end, and nothing else', async () => {
  await inDirectory(async (parent) => {
    const [own, left, living, other] = ['shop-cli-rate-11', 'shop-cli-rate-22', 'shop-cli-rate-33', 'rate'].map(
      (each) => join(parent, each),
    ) as [string, string, string, string];
    const past = Date.now() / 1000 - 61;
    for (const directory of [own, left, living, other]) {
      await mkdir(directory);
      await writeFile(join(directory, name(1)), 'old');
      await utimes(join(directory, name(1)), 0, past);
    }
    await writeFile(join(living, name(2)), 'of a process that runs');
    const notes = openNotes(own);
    await notes.write('first');
    await notes.remove();
    expect([(await readdir(parent)).sort(), await readdir(living)]).toEqual([['rate', 'shop-cli-rate-33'], [name(2)]]);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';
import { describe, expect, test } from 'vitest';
import { createFiles } from '../../src/system/files.ts';
import { Secrets } from '../../src/text/redact.ts';
import { ownDirectory } from '../support/run.ts';

const me = { id: process.getuid?.() ?? 0, group: process.getgid?.() };

describe('changes by several processes', () => {
  test('lose no line that another wrote', async () => {
    const { change, path } = await ownProgram();
    const codes = await Promise.all(Array.from({ length: 4 }, (_, at) => change(`${at}`, 15).ended));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect((await readFile(path, 'utf8')).split(',').sort()).toEqual(
      Array.from({ length: 60 }, (_, at) => `${at % 4}`).sort(),
    );
  });

  test('lose nothing either if all of them find the lock of a killed process', async () => {
    const { change, path } = await ownProgram();
    await writeFile(`${path}.lock`, '');
    await utimes(`${path}.lock`, 0, 0);
    // A process that lost the lock to another may still be writing when that one begins.
    const codes = await Promise.all(Array.from({ length: 4 }, (_, at) => change(`${at}`, 5).ended));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect((await readFile(path, 'utf8')).split(',')).toHaveLength(20);
    expect(await readdir(dirname(path))).toEqual(['tokens']);
  });

  test('one that is killed in the middle leaves the old file whole, and does not block the next for long', async () => {
    const { change, path } = await ownProgram();
    await change('old', 1).ended;
    const killed = change('x'.repeat(100), 10_000);
    await expect.poll(() => readFile(path, 'utf8')).toContain('x,x');
    killed.process.kill('SIGKILL');
    await killed.ended;
    const left = await readFile(path, 'utf8');
    expect(left).toMatch(/^old(,x+)*$/);
    expect([(await stat(path)).mode & 0o777, await change('new', 1).ended]).toEqual([0o600, 0]);
    expect(await readFile(path, 'utf8')).toBe(`${left},new`);
  });
});

describe('a lock', () => {
  test.each<[string, (lock: string) => Promise<unknown>]>([
    ['an old one', (lock) => writeFile(lock, '').then(() => utimes(lock, 0, 0))],
    ['one from the future: the clock was set back', (lock) => writeFile(lock, '').then(() => utimes(lock, 9e9, 9e9))],
    ['a link to nothing', (lock) => symlink('gone', lock)],
  ])('that nobody holds is taken over: %s', async (_, make) => {
    const { path, files, directory } = await privateFile();
    await make(`${path}.lock`);
    expect(await files.changePrivate(path, () => 'new')).toBe('new');
    expect(await readdir(directory)).toEqual(['tokens']);
  });

  test('whose holder was so slow that another took it over: both changes are there', async () => {
    const { path, files } = await privateFile();
    let calls = 0;
    const text = await files.changePrivate(path, (text) => {
      calls++;
      if (calls === 1) {
        // What a process does that holds the lock while this one sleeps.
        rmSync(`${path}.lock`);
        writeFileSync(path, `${text}, theirs`);
        writeFileSync(`${path}.lock`, '');
        utimesSync(`${path}.lock`, 86_400, 86_400);
      }
      return `${text}, mine`;
    });
    expect([text, await readFile(path, 'utf8'), calls]).toEqual(['old, theirs, mine', 'old, theirs, mine', 2]);
  });
});

/** A private file that is there. */
async function privateFile() {
  const outer = ownDirectory();
  const files = createFiles(outer, new Secrets(), me);
  const path = join(outer, 'settings', 'tokens');
  await files.changePrivate(path, () => 'old');
  return { path, files, directory: dirname(path) };
}

interface Started {
  readonly process: ReturnType<typeof spawn>;
  readonly ended: Promise<unknown>;
}

/** A private file, and a way to start a process that adds a word to it so many times. */
async function ownProgram() {
  const directory = ownDirectory();
  const output = { file: join(directory, 'change.mjs') };
  await build({ input: 'src/system/private-file.ts', platform: 'node', output });
  await writeFile(
    join(directory, 'main.mjs'),
    `import { changePrivateText } from './change.mjs';
       const [path, word, times] = process.argv.slice(2);
       for (let at = 0; at < Number(times); at++)
         await changePrivateText(path, { id: ${me.id} }, (text) => (text === undefined ? word : text + ',' + word), () => undefined);`,
  );
  const path = join(directory, 'settings', 'tokens');
  await mkdir(dirname(path), { mode: 0o700 });
  const change = (word: string, times: number): Started => {
    const argv = [join(directory, 'main.mjs'), path, word, `${times}`];
    const child = spawn(process.execPath, argv, { stdio: 'inherit' });
    return { process: child, ended: once(child, 'exit').then(([code]) => code) };
  };
  return { change, path };
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createFiles } from '../../src/system/files.ts';
import { Secrets } from '../../src/text/redact.ts';
import { emptyStore } from '../support/replies.ts';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox, serveStore, type TestStore } from '../support/store.ts';

const filesIn = (directory: string) => createFiles(directory, new Secrets());

const forAll = { isOfPeople: false };

/** Writes a file in two chunks, to its end. */
async function written(directory: string, name: string): Promise<void> {
  const file = await filesIn(directory).create(name, forAll);
  await file.write('new ');
  await file.write('text');
  await file.close();
}

describe('a file that is replaced', () => {
  test('is the old file until the end, and leaves no other file', async () => {
    const directory = ownDirectory();
    await writeFile(join(directory, 'a'), 'old');
    const file = await filesIn(directory).create('a', forAll);
    expect(await readdir(directory)).toEqual(['a']);
    await file.write('new');
    expect(await readFile(join(directory, 'a'), 'utf8')).toBe('old');
    await file.close();
    await expect(file.write('more')).rejects.toMatchObject({ kind: 'fault' });
    await file.discard();
    expect([await readFile(join(directory, 'a'), 'utf8'), await readdir(directory)]).toEqual(['new', ['a']]);
  });

  test('keeps the mode of the file', async () => {
    const directory = ownDirectory();
    await writeFile(join(directory, 'a'), 'old');
    await chmod(join(directory, 'a'), 0o640);
    await written(directory, 'a');
    expect((await stat(join(directory, 'a'))).mode & 0o777).toBe(0o640);
  });

  test.each([
    [0o666, true],
    [0o644, true],
    [0o777, false],
  ])('that somebody else made does not keep the mode %o (root: chown)', async (mode, isPrivate) => {
    if (process.geteuid?.() !== 0) return;
    const directory = ownDirectory();
    for (const name of ['a', 'target']) {
      await writeFile(join(directory, name), 'old');
      await chmod(join(directory, name), mode);
      await chown(join(directory, name), 12_345, 12_345);
    }
    await symlink('target', join(directory, 'link'));
    const files = createFiles(directory, new Secrets(), { id: 0, group: 0, home: directory });
    for (const name of ['a', 'link']) {
      const file = await files.create(name, { isOfPeople: isPrivate });
      await file.write('new');
      await file.close();
      const { uid, mode: now } = await stat(join(directory, name));
      expect([uid, now & 0o777]).toEqual([0, (isPrivate ? 0o600 : 0o666) & ~process.umask()]);
    }
  });

  test('takes away what an earlier one left, and nothing else', async () => {
    const directory = ownDirectory();
    const others = ['a.part', 'a.0123456789ab.part', 'b.shop-cli.part'];
    for (const name of [...others, 'a.shop-cli.part']) await writeFile(join(directory, name), 'left');
    await written(directory, 'a');
    expect([await readFile(join(directory, 'a'), 'utf8'), await readdir(directory)]).toEqual([
      'new text',
      ['a', ...others].sort(),
    ]);
  });

  test('is refused where the name of its temporary file is a directory', async () => {
    const directory = ownDirectory();
    await mkdir(join(directory, 'a.shop-cli.part'));
    await expect(written(directory, 'a')).rejects.toThrow('a.shop-cli.part: already exists');
  });

  test('does not replace a file that another command has replaced meanwhile', async () => {
    const directory = ownDirectory();
    const [first, second] = [
      await filesIn(directory).create('a', forAll),
      await filesIn(directory).create('a', forAll),
    ];
    await first.write('first');
    await second.write('second');
    await expect(first.close()).rejects.toMatchObject({ message: 'Cannot write a: another command is writing it.' });
    await second.close();
    expect([await readFile(join(directory, 'a'), 'utf8'), await readdir(directory)]).toEqual(['second', ['a']]);
  });

  test.each([
    ['a link to a file', 'old', 'there/b'],
    ['a link that leads nowhere yet', undefined, 'there/b'],
    ['a link that leads up again', undefined, 'there/../there/b'],
  ])('stays %s, and is replaced where it leads', async (_, content, to) => {
    const directory = ownDirectory();
    await mkdir(join(directory, 'there'));
    if (content !== undefined) await writeFile(join(directory, 'there', 'b'), content);
    await symlink(to, join(directory, 'a'));
    await written(directory, 'a');
    const b = join(directory, 'there', 'b');
    expect([await readlink(join(directory, 'a')), (await lstat(b)).isFile()]).toEqual([to, true]);
    expect(await readFile(b, 'utf8')).toBe('new text');
  });
});

describe.skipIf(process.platform === 'win32')('what is no file is written as it comes', () => {
  test('a device is written to and stays a device', async () => {
    const directory = ownDirectory();
    await written(directory, '/dev/null');
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  test('a pipe reaches its reader', async () => {
    const directory = ownDirectory();
    spawnSync('mkfifo', [join(directory, 'pipe')]);
    const reader = spawn('cat', ['pipe'], { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] });
    const text = reader.stdout.toArray();
    await until(() => written(directory, 'pipe'));
    expect(Buffer.concat(await text).toString()).toBe('new text');
    expect((await stat(join(directory, 'pipe'))).isFIFO()).toBe(true);
  });

  test('a pipe without a reader is refused at once', async () => {
    const directory = ownDirectory();
    spawnSync('mkfifo', [join(directory, 'pipe')]);
    await expect(written(directory, 'pipe')).rejects.toMatchObject({
      message: 'Cannot write pipe: nothing reads from this pipe; start its reader first.',
    });
  });
});

/** Tries until it works: the reader must have opened the pipe. */
const until = (work: () => Promise<void>): Promise<void> => vi.waitFor(work, { timeout: 30_000 });

const program = [process.execPath, resolve('bin/shop-cli.cjs'), 'products', 'import', 'in.csv', '--journal', 'j.db'];
const environment = (directory: string, { variables }: TestStore) => ({
  PATH: process.env.PATH,
  HOME: directory,
  ...variables,
});

describe.skipIf(process.platform === 'win32')('the files of an import', () => {
  test.each(['> out.txt', '| cat > out.txt'])('may be standard output: --results /dev/stdout %s', async (to) => {
    const directory = ownDirectory();
    await writeFile(join(directory, 'in.csv'), 'sku,name\nA,x\nB,y\n');
    const store = await serveSandbox({ empty: true });
    const line = [...program, '--results', '/dev/stdout', '-o', 'ndjson'].join(' ');
    const options = { cwd: directory, env: environment(directory, store), stdio: 'ignore' } as const;
    const [code] = await once(spawn('bash', ['-c', `set -o pipefail; ${line} ${to}`], options), 'exit');
    expect(code).toBe(0);
    expect(await readFile(join(directory, 'out.txt'), 'utf8')).toMatch(
      /^\{"run":1,[^\n]*\}\nline,key,outcome,productId,message,evidence,store\n2,A,created,\d+,,answered,\S+\n3,B,created,\d+,,answered,\S+\n$/,
    );
  });

  test('are gone after kill -9, with no part of them left', async () => {
    const directory = ownDirectory();
    await writeFile(join(directory, 'in.csv'), 'sku,name\nA,x\n');
    let child: ReturnType<typeof spawn>;
    const store = await serveStore((request, ...rest) => {
      if (request.method === 'POST') child.kill('SIGKILL');
      else emptyStore(request, ...rest);
    });
    const [command = '', ...words] = program;
    const outputs = ['--report', 'report.json', '--results', 'results.csv', '--rejected', 'rejected.csv'];
    const options = { cwd: directory, env: environment(directory, store), stdio: 'ignore' } as const;
    child = spawn(command, [...words, ...outputs], options);
    const [, signal] = await once(child, 'exit');
    const left = (await readdir(directory)).filter((name) => !/^(?:j\.db.*|\.local|shop-cli-rate-.*)$/.test(name));
    expect([signal, left]).toEqual(['SIGKILL', ['in.csv']]);
  });
});

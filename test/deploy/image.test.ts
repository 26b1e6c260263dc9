import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory, removeDirectory } from '../support/directory.ts';
import { catalogueOf, openShop, type Shop } from '../support/shop.ts';

// The steps of deploy/Dockerfile in a plain folder, as another user where the tests run as root. Needs a build.

interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** The instructions of a stage, with continued lines joined. */
const stages = readFileSync('deploy/Dockerfile', 'utf8')
  .replace(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split(/^(?=FROM )/m)
  .map((stage) =>
    stage
      .trim()
      .split('\n')
      .map(
        (line): Instruction => ({ name: line.split(' ')[0] ?? '', value: line.slice(line.indexOf(' ') + 1).trim() }),
      ),
  );
const [installing = [], image = []] = stages.filter((stage) => stage[0]?.name === 'FROM');
const lastOf = (name: string): string => image.findLast((each) => each.name === name)?.value ?? '';

const isRoot = process.getuid?.() === 0;
const [uid = 0, gid = 0] = lastOf('USER').split(':').map(Number);
const user = isRoot ? { uid, gid } : {};

let root = '';
/** A path of the image in the folder of this test. */
const inside = (text: string): string => text.replace(/(^|[ =:])\/(?=opt|tmp|work|journal)/g, `$1${root}/`);

beforeAll(async () => {
  root = makeDirectory();
  // As in an image, everybody may look, and only two folders are for writing.
  chmodSync(root, 0o755);
  for (const name of ['opt', 'tmp', 'work', 'journal']) mkdirSync(join(root, name));
  await promisify(execFile)('npm', ['pack', '--pack-destination', join(root, 'tmp')]);
  for (const { value } of installing.filter(({ name }) => name === 'RUN'))
    await promisify(execFile)('bash', ['-ec', inside(`${value} --prefer-offline`)]);
  if (isRoot) for (const name of ['tmp', 'journal']) chownSync(join(root, name), uid, gid);
});

afterAll(() => removeDirectory(root));

test('the image runs as a user without a name, under tini, and has no npm', () => {
  expect({ user: uid > 0 && gid > 0, entry: JSON.parse(lastOf('ENTRYPOINT')) }).toEqual({
    user: true,
    entry: ['/sbin/tini', '--', 'shop-cli'],
  });
  expect(image.map(({ value }) => value).join('\n')).not.toMatch(/npm|yarn/);
});

/** The variables of the image with those of its user. */
function environment(shop: Shop): Record<string, string> {
  const pairs = lastOf('ENV').split(/\s+/);
  const set = Object.fromEntries(
    pairs.map((pair) => [pair.split('=')[0] ?? '', inside(pair.slice(pair.indexOf('=') + 1))]),
  );
  return {
    ...set,
    PATH: `${set.PATH}:${process.env.PATH}`,
    HOME: '/nonexistent',
    TMPDIR: join(root, 'tmp'),
    ...shop.variables,
  };
}

/** Runs the program as the container does; `wrapper` goes before it. */
function start(shop: Shop, argv: readonly string[], wrapper: readonly string[] = []): ChildProcess {
  const [command = '', ...rest] = [...wrapper, process.execPath, join(root, 'opt/shop-cli/bin/shop-cli'), ...argv];
  return spawn(command, rest, {
    cwd: join(root, 'work'),
    env: environment(shop),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
}

async function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly err: string }> {
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, err };
}

function writeCatalogue(rows: number): readonly string[] {
  const skus = Array.from({ length: rows }, (_, at) => `SKU-${at}`);
  writeFileSync(join(root, 'work', 'catalogue.csv'), catalogueOf(skus));
  return skus.sort();
}

const importing = ['products', 'import', 'catalogue.csv', '--settle', '3s'];

test('an import writes its journal to /journal and nothing else outside /tmp', async () => {
  const shop = await openShop({ options: ['--empty'] });
  const before = everything(join(root, 'opt'));
  const skus = writeCatalogue(50);
  const { code, err } = await ended(start(shop, importing));
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(await shop.skus()).toEqual(skus);
  expect(everything(join(root, 'journal')).some((path) => path.endsWith('imports.db'))).toBe(true);
  expect({ work: readdirSync(join(root, 'work')), opt: everything(join(root, 'opt')) }).toEqual({
    work: ['catalogue.csv'],
    opt: before,
  });
});

test('a container that is stopped ends with 143, and the next one continues', async () => {
  const shop = await openShop({ options: ['--empty', '--rate-limit', '30/s'] });
  const skus = writeCatalogue(80);
  const first = start(shop, importing);
  await sending(first);
  first.kill('SIGTERM');
  expect((await ended(first)).code).toBe(143);
  const second = await ended(start(shop, importing));
  expect({ code: second.code, continues: second.err.includes('Continuing import') }).toEqual({
    code: 0,
    continues: true,
  });
  expect(await shop.skus()).toEqual(skus);
});

/** Not in a container without the right to make another one. */
const canUnshare = isRoot && spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

test.skipIf(!canUnshare)(
  'as process 1 of a container without tini an import ends at SIGTERM as elsewhere',
  async () => {
    const shop = await openShop({ options: ['--empty', '--rate-limit', '30/s'] });
    writeCatalogue(80);
    const argv = [process.execPath, join(root, 'opt/shop-cli/bin/shop-cli'), ...importing];
    const command = ['--pid', '--fork', `--setuid=${uid}`, `--setgid=${gid}`, ...argv];
    const outer = spawn('unshare', command, {
      cwd: join(root, 'work'),
      env: environment(shop),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await sending(outer);
    const [inner = ''] = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim().split(' ');
    process.kill(Number(inner), 'SIGTERM');
    expect((await ended(outer)).code).toBe(143);
  },
);

/** Resolves when an import says that it sends. */
async function sending({ stderr }: ChildProcess): Promise<void> {
  for await (const [chunk] of on(stderr as Readable, 'data')) if (String(chunk).includes('Sending')) return;
}

const everything = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();

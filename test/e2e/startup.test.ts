import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeProfiles } from '../support/profiles.ts';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox, type TestStore } from '../support/store.ts';

// What short commands load: a stray import is seen here before anybody has to wait for it. Needs a build.

interface Loaded {
  readonly files: readonly string[];
  /** What of Intl was used. */
  readonly languages: readonly string[];
  readonly kilobytes: number;
}

async function loadedBy(argv: readonly string[], { variables }: Pick<TestStore, 'variables'>): Promise<Loaded> {
  const child = spawn(process.execPath, ['-r', './test/support/loaded.cjs', 'bin/shop-cli.cjs', ...argv], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...variables },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdio[3] as never),
    text(child.stderr as never),
    once(child, 'close'),
  ]);
  expect(code, errors).toBe(0);
  const loaded = JSON.parse(output) as Loaded;
  // The bundler gives its helpers, 2 KB, a file of their own, or puts them into main.cjs, as what else there is requires.
  return { ...loaded, files: loaded.files.filter((name) => name !== 'rolldown-runtime.cjs') };
}

const launcher = ['shop-cli.cjs', 'package.json'];
const program = [...launcher, 'start.cjs', 'main.cjs'];

test.each([
  ['--version', launcher, 10],
  ['--help', [...launcher, 'help.json'], 107],
  ['', [...launcher, 'help.json'], 107],
  ['products', [...launcher, 'help.json'], 107],
  ['commands --json', launcher, 10],
  ['help products import', [...launcher, 'help.json'], 107],
  ['__complete zsh products get --', [...launcher, 'completion.cjs', 'completion.json'], 340],
  ['products get 206 --json', [...program, 'reads.cjs', 'session.cjs', 'connection.cjs'], 1000],
  ['products list --limit 2', [...program, 'reads.cjs', 'session.cjs', 'connection.cjs'], 1000],
  ['customers get 101 -o ndjson', [...program, 'reads.cjs', 'session.cjs', 'connection.cjs'], 1000],
])('shop-cli %s loads no more than it needs', async (line, files, kilobytes) => {
  const store = await serveSandbox();
  const loaded = await loadedBy(line.split(' '), store);
  expect([...loaded.files].sort()).toEqual([...files].sort());
  expect(loaded.kilobytes).toBeLessThan(kilobytes);
  expect(loaded.languages).toEqual([]);
});

test('no file has an expression of emoji as a literal, which takes as long to check as half of Node takes to start', async () => {
  const files = (await readdir('dist')).filter((name) => name.endsWith('.cjs'));
  const texts = await Promise.all(files.map((name) => readFile(join('dist', name), 'utf8')));
  expect(files.filter((_, at) => /\/[^/`'"\n]*\\p\{RGI_Emoji\}/.test(texts[at] ?? ''))).toEqual([]);
});

test('a command that asks no store does not load how one is reached', async () => {
  const { files } = await loadedBy(['imports', 'list'], await serveSandbox());
  expect(files).not.toContain('connection.cjs');
});

test('a profile whose token is in the file loads nothing of the keychain', async () => {
  const { url } = await serveSandbox();
  const home = ownDirectory();
  await writeProfiles(home, { shop: { url } }, 'shop');
  const loaded = await loadedBy(['products', 'get', '206', '--json'], {
    variables: { HOME: home, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  });
  expect([...loaded.files].sort()).toEqual(
    [...program, 'reads.cjs', 'session.cjs', 'connection.cjs', 'credentials.cjs'].sort(),
  );
});

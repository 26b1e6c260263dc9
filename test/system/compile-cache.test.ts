import { chmod, chown, mkdir, readdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';

type Cache = (running: {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: string;
  readonly geteuid?: () => number;
}) => string | undefined;

const cacheDirectory: Cache = createRequire(import.meta.url)('../../bin/compile-cache.cjs');

/** Root gives the directories of these tests to others. */
const isRoot = process.getuid?.() === 0;
const [me, another] = [process.getuid?.() ?? 0, 23_456];

const directoryFor = (cache: string): string | undefined =>
  cacheDirectory({ env: { XDG_CACHE_HOME: cache }, platform: 'linux', geteuid: () => me });

/** Where code is kept after these preparations, as the end of its path; undefined for nowhere. */
async function placeAfter(prepare: (cache: string) => Promise<unknown>): Promise<string | undefined> {
  const outer = ownDirectory();
  const cache = join(outer, 'cache');
  await mkdir(cache, { mode: 0o755 });
  await prepare(cache);
  return directoryFor(cache)?.slice(outer.length);
}

const own = '/cache/shop-cli/compiled';
const kept = (cache: string): string => join(cache, 'shop-cli', 'compiled');
const make = (path: string, mode = 0o700) => mkdir(path, { recursive: true, mode });

test.each<[string, string | undefined, (cache: string) => Promise<unknown>]>([
  ['is made where it is missing', own, async () => undefined],
  ['is used again', own, (cache) => make(kept(cache))],
  [
    'is not where others may read or write',
    undefined,
    (cache) => make(kept(cache)).then(() => chmod(kept(cache), 0o770)),
  ],
  ['is not where others may replace it', undefined, (cache) => chmod(cache, 0o777)],
  ['is in a directory where nobody replaces it, such as /tmp', own, (cache) => chmod(cache, 0o1777)],
  ['is not behind a link into nowhere', undefined, (cache) => symlink(join(cache, 'none'), join(cache, 'shop-cli'))],
  [
    'follows a link of this user',
    '/cache/real/compiled',
    (cache) => make(join(cache, 'real')).then(() => symlink('real', join(cache, 'shop-cli'))),
  ],
])('compiled code of this program %s', async (_, expected, prepare) => {
  expect(await placeAfter(prepare)).toBe(expected);
});

describe.runIf(isRoot)('what another account on the machine has prepared is not used (needs root)', () => {
  test.each<[string, (cache: string) => Promise<unknown>]>([
    ['the directory for compiled code', (cache) => make(kept(cache)).then(() => chown(kept(cache), another, another))],
    [
      'the directory above it, in one like /tmp',
      (cache) =>
        chmod(cache, 0o1777)
          .then(() => make(kept(cache)))
          .then(() => chown(join(cache, 'shop-cli'), another, another)),
    ],
  ])('prepared at %s', async (_, prepare) => {
    expect(await placeAfter(prepare)).toBeUndefined();
  });

  test('root makes nothing in the home of another user', async () => {
    const home = ownDirectory();
    await chown(home, another, another);
    expect([directoryFor(join(home, '.cache')), await readdir(home)]).toEqual([undefined, []]);
    await chown(home, me, me);
  });
});

test('without a home directory there is none', () => {
  expect(directoryFor('/proc')).toBeUndefined();
  expect(cacheDirectory({ env: {}, platform: 'win32' })).toBeUndefined();
});

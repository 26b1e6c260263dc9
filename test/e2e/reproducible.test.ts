import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';
import { packageSources } from '../support/programs.ts';

// Whoever builds the package gets the bytes that we publish: what it contains can be checked.

interface Builder {
  readonly umask: string;
  readonly TZ: string;
  readonly LANG: string;
}

/** Builds and packs in this folder, and returns the SHA-256 of the tarball. */
async function packedIn(folder: string, { umask, TZ, LANG }: Builder): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const source of packageSources) await cp(source, join(folder, source), { recursive: true });
  const script = `umask ${umask} && cp -al "$OLDPWD/node_modules" . && node build.mjs && npm pack --silent`;
  const env = { PATH: process.env.PATH, HOME: folder, TZ, LANG };
  const { stdout } = await promisify(execFile)('bash', ['-c', script.replace('$OLDPWD', process.cwd())], {
    cwd: folder,
    env,
  });
  const tarball = await readFile(join(folder, stdout.trim().split('\n').at(-1) ?? ''));
  return createHash('sha256').update(tarball).digest('hex');
}

test('two builds in two folders, by two users, are the same bytes', async () => {
  const directory = ownDirectory();
  const one = await packedIn(join(directory, 'one'), { umask: '022', TZ: 'UTC', LANG: 'C' });
  const other = await packedIn(join(directory, 'a b', 'ü'), { umask: '077', TZ: 'Asia/Tokyo', LANG: 'nl_NL.UTF-8' });
  expect(other).toBe(one);
});

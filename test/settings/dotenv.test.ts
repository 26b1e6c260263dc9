import { spawnSync } from 'node:child_process';
import { lchown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyStore } from '../support/replies.ts';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';

/** Lists products in a folder whose `.env` names this token file. Gives the token that an empty store received, too. */
async function listIn(folder: string, tokenFile: string) {
  const { url, seen } = await serveStore(emptyStore);
  await writeFile(join(folder, '.env'), `SHOP_URL=${url}\nSHOP_TOKEN_FILE=${tokenFile}\n`);
  const { code, err } = await shopCli('products list --json', { directory: folder });
  return { code, err, token: seen[0]?.query.get('token') };
}

describe('a .env in the working directory', () => {
  test('may name a token file inside its own folder', async () => {
    const folder = ownDirectory();
    await mkdir(join(folder, 'secrets'));
    await writeFile(join(folder, 'secrets', 'token'), `${canary}\n`);
    await symlink(join('secrets', 'token'), join(folder, 'link'));
    for (const file of ['secrets/token', './secrets/../secrets/token', 'link', join(folder, 'secrets', 'token')])
      expect(await listIn(folder, file)).toMatchObject({ code: 0, token: canary });
  });

  test('cannot send the first line of a file outside its folder to the address it names', async () => {
    const home = ownDirectory();
    const folder = join(home, 'cloned');
    await mkdir(folder);
    await writeFile(join(home, 'private-key'), `${canary}\n`);
    await symlink(join(home, 'private-key'), join(folder, 'token'));
    await symlink('..', join(folder, 'up'));
    for (const file of ['../private-key', join(home, 'private-key'), 'token', 'up/private-key']) {
      const { code, err, token } = await listIn(folder, file);
      expect([code, token]).toEqual([2, undefined]);
      expect(err).toContain('SHOP_TOKEN_FILE in .env must be a file inside the folder of the .env.');
    }
  });

  test.runIf(process.getuid?.() === 0)(
    'is refused if the link to it, or the directory of the link, is of another user (root: chown)',
    async () => {
      for (const foreign of ['.', '.env'] as const) {
        const home = ownDirectory();
        await writeFile(join(home, 'real.env'), 'SHOP_URL=https://shop.example\nSHOP_TOKEN=a-token-of-mine\n');
        await mkdir(join(home, 'project'));
        await symlink(join(home, 'real.env'), join(home, 'project', '.env'));
        await lchown(join(home, 'project', foreign), 65534, 65534);
        const { code, err } = await shopCli('auth status', { directory: join(home, 'project') });
        expect([code, err]).toEqual([2, expect.stringContaining('it or its directory belongs to another user')]);
      }
    },
  );

  test.each([
    ['a pipe', (path: string) => spawnSync('mkfifo', [path]), 'not a regular file'],
    ['a device', (path: string) => symlink('/dev/zero', path), 'not a regular file'],
    ['a directory', (path: string) => mkdir(path), 'is a directory'],
    ['larger than any .env', (path: string) => writeFile(path, 'A=1\n'.repeat(300_000)), 'larger than 1 MiB'],
  ])('is refused at once if it is %s', async (_, make, why) => {
    const folder = ownDirectory();
    await make(join(folder, '.env'));
    expect(await shopCli('products list', { directory: folder })).toEqual({
      code: 2,
      out: '',
      err: `Error: Cannot read .env: ${why}.\n`,
    });
  });

  test('names no pipe as its token file, which would make the command wait', async () => {
    const folder = ownDirectory();
    spawnSync('mkfifo', [join(folder, 'token')]);
    const { code, err } = await listIn(folder, 'token');
    expect([code, err]).toEqual([2, expect.stringContaining('not a regular file')]);
  });
});

test.each([
  ['the token itself', canary],
  ['a token that is longer than a file name may be', canary.repeat(30)],
])('a value of SHOP_TOKEN_FILE that is no file is not repeated: %s', async (_, value) => {
  const { code, out, err } = await shopCli('products list --json', {
    env: { SHOP_URL: 'https://shop.example', SHOP_TOKEN_FILE: value },
  });
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('SHOP_TOKEN_FILE points to a file that cannot be read.');
  for (const part of [value.slice(0, 12), encodeURIComponent(canary)]) expect(err).not.toContain(part);
});

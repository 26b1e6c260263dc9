import { spawnSync } from 'node:child_process';
import { lchown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import { json, serveStore } from '../support/store.ts';

/** Lists products in a folder with this `.env`. */
async function listIn(folder: string, store: string, tokenFile: string) {
  await writeFile(join(folder, '.env'), `SHOP_URL=${store}\nSHOP_TOKEN_FILE=${tokenFile}\n`);
  return await shopCli('products list --json', { directory: folder });
}

/** The tokens that an empty store received. */
async function tokensSentTo(use: (url: string) => Promise<void>): Promise<readonly unknown[]> {
  const { url, seen } = await serveStore((_, response) => json(response, 200, { numRows: 0, data: [] }));
  await use(url);
  return seen.map(({ query }) => query.get('token'));
}

describe('a .env in the working directory', () => {
  test('may name a token file inside its own folder', async () => {
    const folder = ownDirectory();
    await mkdir(join(folder, 'secrets'));
    await writeFile(join(folder, 'secrets', 'token'), `${canary}\n`);
    await symlink(join('secrets', 'token'), join(folder, 'link'));
    const codes: number[] = [];
    const tokens = await tokensSentTo(async (url) => {
      for (const file of ['secrets/token', './secrets/../secrets/token', 'link', join(folder, 'secrets', 'token')])
        codes.push((await listIn(folder, url, file)).code);
    });
    expect([codes, tokens]).toEqual([Array(4).fill(0), Array(4).fill(canary)]);
  });

  test('cannot send the first line of a file outside its folder to the address it names', async () => {
    const home = ownDirectory();
    const folder = join(home, 'cloned');
    await mkdir(folder);
    await writeFile(join(home, 'private-key'), `${canary}\n`);
    await symlink(join(home, 'private-key'), join(folder, 'token'));
    await symlink('..', join(folder, 'up'));
    const outcomes: unknown[] = [];
    const tokens = await tokensSentTo(async (url) => {
      for (const file of ['../private-key', join(home, 'private-key'), 'token', 'up/private-key'])
        outcomes.push(await listIn(folder, url, file));
    });
    const refused = {
      code: 2,
      out: '',
      err: expect.stringContaining('SHOP_TOKEN_FILE in .env must be a file inside the folder of the .env.'),
    };
    expect([outcomes, tokens]).toEqual([Array(4).fill(refused), []]);
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
    const { code, err } = await listIn(folder, 'https://shop.example', 'token');
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
  expect([code, out, err.includes(value.slice(0, 12)), err.includes(encodeURIComponent(canary))]).toEqual([
    2,
    '',
    false,
    false,
  ]);
  expect(err).toContain('SHOP_TOKEN_FILE names a file that cannot be read.');
});

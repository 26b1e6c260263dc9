import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, type Ended, runProgram } from '../support/programs.ts';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

// Homes that are not as they should be, and users without one. Needs a build (`npm test` makes one).

const run = (
  argv: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly uid?: number },
): Promise<Ended> => runProgram(process.execPath, [bin, ...argv], { cwd: '/', timeout: 20_000, ...options });

const tab = (home: string): Promise<Ended> =>
  run(['__complete', 'zsh', '--profile', ''], { env: { HOME: home, XDG_CONFIG_HOME: home } });

test.each<[string, string, (config: string) => unknown]>([
  ['names the profiles', 'words\nshop\n', (config) => writeFile(config, '{"profiles":{"shop":{}}}')],
  ['does not wait for a pipe', 'words\n', (config) => execFileSync('mkfifo', [config])],
  ['does not read a device', 'words\n', (config) => symlink('/dev/zero', config)],
])('Tab, after --profile, %s', async (_, expected, prepare) => {
  const home = ownDirectory();
  const config = join(home, 'shop-cli', 'config.json');
  await mkdir(join(home, 'shop-cli'));
  await prepare(config);
  expect(await tab(home)).toEqual({ code: 0, out: expected, err: '' });
  // The test that looks for the token reads all files.
  await rm(config);
});

test.runIf(process.getuid?.() === 0)(
  'a user without an account and without HOME, as in a container, uses a store that the environment names (needs root)',
  async ({ skip }) => {
    const own = { uid: 54_321 };
    const { code: canRead } = await run(['--version'], { ...own, env: {} });
    skip(canRead !== 0, 'The program is where only root reads it.');
    const { variables } = await serveSandbox();
    const { PATH } = process.env;
    const found = await run(['products', 'get', '206', '--json'], { ...own, env: { PATH, ...variables } });
    expect([found.code, found.err, JSON.parse(found.out)]).toEqual([
      0,
      '',
      expect.objectContaining({ productId: 206 }),
    ]);
    const directory = ownDirectory();
    await chmod(directory, 0o755);
    await writeFile(join(directory, 'a.csv'), 'sku,name\nA-1,Mug\n');
    const imported = await run(['products', 'import', join(directory, 'a.csv')], {
      ...own,
      env: { PATH, ...variables },
    });
    expect([imported.code, imported.err]).toEqual([
      2,
      expect.stringContaining('this user has no home directory.\nSet HOME to a directory of your own.\n'),
    ]);
  },
);

test.runIf(process.getuid?.() === 0).each(['', '.', 'home'])(
  'a HOME of "%s" is no home: nothing is written in the working directory, and a store that is named is used (needs root)',
  async (home) => {
    const { variables } = await serveSandbox();
    const cwd = ownDirectory();
    await chmod(cwd, 0o777);
    const env = { PATH: process.env.PATH, HOME: home };
    const here = (argv: readonly string[], stdin = ''): Promise<Ended> =>
      runProgram(process.execPath, [bin, ...argv], {
        cwd,
        timeout: 20_000,
        uid: 54_321,
        stdin,
        env: { ...env, ...variables },
      });
    const { SHOP_URL: url = '', SHOP_TOKEN: token = '' } = variables;
    const login = await here(['auth', 'login', 'x', '--store', url, '--token-stdin', '--insecure-storage'], token);
    expect([login.code, login.err]).toEqual([2, expect.stringContaining('this user has no home directory.')]);
    expect((await here(['products', 'get', '206', '-q'])).out).toBe('206\n');
    expect(await readdir(cwd)).toEqual([]);
    await writeFile(join(cwd, 'a.csv'), 'sku,name\nA-1,Mug\n');
    const imported = await here(['products', 'import', 'a.csv', '--journal', 'j.db', '--settle', '1s']);
    expect([imported.code, (await readdir(cwd)).includes('j.db')]).toEqual([0, true]);
  },
);

test('a ~/.config that is a file is no absence of profiles: they cannot be read, and no write is sent', async () => {
  const { variables } = await serveSandbox();
  const home = ownDirectory();
  await writeFile(join(home, '.config'), '');
  const env = { PATH: process.env.PATH, HOME: home, ...variables };
  const listed = await run(['products', 'list', '-q', '--limit', '1'], { env });
  expect([listed.code, listed.err]).toEqual([
    0,
    expect.stringContaining('part of the path is not a directory. No profile is used.'),
  ]);
  const created = await run(['products', 'create', '--sku', 'A'], { env });
  expect([created.code, created.err]).toEqual([2, expect.stringContaining('which may be read-only or production.')]);
});

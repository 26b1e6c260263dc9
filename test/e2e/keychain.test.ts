import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, type Ended, runProgram } from '../support/programs.ts';
import { canary } from '../support/run.ts';
import { type Session, serveSecrets, withoutSecretService } from '../support/secret-service.ts';
import { serveSandbox } from '../support/store.ts';
import { words } from '../support/words.ts';

// `auth` with a real Secret Service, as a user has it. Needs a build.

const shopCli = ({ env, home }: Session, line: string, stdin = ''): Promise<Ended> =>
  runProgram(process.execPath, [bin, ...words(line)], { env, cwd: home, stdin });

const filesIn = (home: string): Promise<string[]> => readdir(join(home, 'config', 'shop-cli'));

describe.skipIf(withoutSecretService !== '')(`auth with a real Secret Service ${withoutSecretService}`, () => {
  test('login, a command, status and logout: the token is in the keychain alone', async () => {
    const { url } = await serveSandbox();
    const session = await serveSecrets();
    const run = (line: string, stdin?: string) => shopCli(session, line, stdin);
    const login = await run(`auth login shop --store ${url} --token-stdin`, canary);
    expect([login.code, login.err]).toEqual([0, expect.stringContaining('with its token in the keychain.')]);
    expect(await filesIn(session.home)).toEqual(['config.json']);
    expect((await stat(join(session.home, 'config/shop-cli/config.json'))).mode & 0o777).toBe(0o600);
    expect(await run('products get BEL-001 --fields sku -o csv')).toMatchObject({ code: 0, out: 'sku\nBEL-001\n' });
    const status = JSON.parse((await run('auth status --json')).out);
    expect(status).toMatchObject({ profile: 'shop', store: url, source: 'current profile', tokenIn: 'keychain' });
    const config = join(session.home, 'config/shop-cli/config.json');
    const before = await readFile(config, 'utf8');
    expect((await run('auth logout shop --yes')).code).toBe(0);
    const none = { code: 4, err: expect.stringContaining('No token is stored for the profile shop') };
    expect(await run('products list')).toMatchObject(none);
    // Gone from the keychain, not just from the profile.
    await writeFile(config, before);
    expect(await run('products list')).toMatchObject(none);
  });

  test('a token moves between keychain and file, and is never in both', async () => {
    const { url } = await serveSandbox();
    const session = await serveSecrets();
    const login = (more: string) => shopCli(session, `auth login shop --store ${url} --token-stdin${more}`, canary);
    const tokens = async () =>
      JSON.parse(await readFile(join(session.home, 'config/shop-cli/credentials.json'), 'utf8')).tokens;
    await login(' --insecure-storage');
    expect(Object.keys(await tokens())).toEqual(['shop']);
    await login('');
    expect([await tokens(), (await shopCli(session, 'products list -q --limit 1')).code]).toEqual([{}, 0]);
  });

  test('a locked keychain: a script gives up and says what to do', async () => {
    const { url } = await serveSandbox();
    const session = await serveSecrets();
    await shopCli(session, `auth login shop --store ${url} --token-stdin`, canary);
    session.lock();
    const { code, out, err } = await shopCli(session, 'products list');
    expect({ code, out, err }).toEqual({
      code: 4,
      out: '',
      err: 'Error: Cannot use the Secret Service: it is locked.\nUnlock it, or store the token in a file: shop-cli auth login --insecure-storage\n',
    });
    // What needs no token does not ask for it.
    expect(await shopCli(session, 'auth status --json')).toMatchObject({ code: 0, err: '' });
    expect((await shopCli(session, 'products list -q --limit 1 --store sandbox')).code).toBe(0);
    const again = await shopCli(session, `auth login other --store ${url} --token-stdin`, canary);
    expect([again.code, await filesIn(session.home)]).toEqual([4, ['config.json']]);
  });
});

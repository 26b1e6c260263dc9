import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { suggestedName } from '../../src/commands/auth/address.ts';
import type { Keychain } from '../../src/context.ts';
import { parseBaseUrl } from '../../src/settings/base-url.ts';
import { writeProfiles } from '../support/profiles.ts';
import { answers } from '../support/replies.ts';
import { canary, type Outcome, ownDirectory, type RunOptions, shopCli } from '../support/run.ts';
import { openTestSandbox } from '../support/sandbox.ts';
import { serveStore } from '../support/store.ts';

type Run = (line: string | readonly string[], options?: RunOptions) => Promise<Outcome>;

interface Laptop {
  readonly run: Run;
  /** Logs in with the token of the store. */
  readonly login: (rest: string, options?: RunOptions) => Promise<Outcome>;
  /** Logs in to the store at another address. */
  readonly loginTo: (url: string, rest: string) => Promise<Outcome>;
  readonly url: string;
  readonly file: (name: string) => Promise<string>;
  readonly write: (name: string, text: string) => Promise<void>;
  readonly mode: (name: string) => Promise<string>;
}

/** A home directory without profiles, and a store. */
async function onLaptop(): Promise<Laptop> {
  const home = ownDirectory();
  const sandbox = await openTestSandbox({ token: canary, now: () => new Date('2026-01-31T12:00:00Z') });
  onTestFinished(() => sandbox.close());
  const run: Run = (line, options = {}) => shopCli(line, { home, directory: home, ...options });
  const config = join(home, '.config', 'shop-cli');
  const loginTo = (url: string, rest: string, options: RunOptions = {}) =>
    run(`auth login --store ${url} --token-stdin ${rest}`, { stdin: `${canary}\n`, ...options });
  return {
    run,
    loginTo,
    login: (rest, options) => loginTo(sandbox.url, rest, options),
    url: sandbox.url,
    write: (name, text) => writeFile(join(config, name), text),
    file: (name) => readFile(join(config, name), 'utf8'),
    mode: async (name) => ((await stat(join(config, name))).mode & 0o777).toString(8),
  };
}

/** A keychain in memory. */
function memoryKeychain(): Keychain & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    name: 'the keychain of this test',
    read: async (account) => entries.get(account),
    write: async (account, secret) => entries.set(account, secret).size > 0,
    remove: async (account) => void entries.delete(account),
  };
}

const list = async (run: Run): Promise<unknown> => JSON.parse((await run('auth list --json')).out);

describe('auth login', () => {
  test('stores a token that the store accepts, for this user alone, and the next command uses it', async () => {
    const { login, run, url, mode } = await onLaptop();
    const { code, out, err } = await login('local');
    expect({ code, out, err: err.replaceAll(url, 'URL').replace(/token in \S+/, 'token in FILE,') }).toEqual({
      code: 0,
      out: '',
      err:
        '✓ URL accepts the token: it has 62 products.\n' +
        '✓ Stored the profile local, with its token in FILE, which only you can read.\nCommands now use it.\n',
    });
    expect([await mode('config.json'), await mode('credentials.json'), await mode('')]).toEqual(['600', '600', '700']);
    expect((await run('products get BEL-001 --fields sku -o csv')).out).toBe('sku\nBEL-001\n');
  });

  test('stores nothing where the store refuses the token', async () => {
    const { login, run } = await onLaptop();
    const { code, err } = await login('local', { stdin: 'another-token-of-somebody' });
    expect(code).toBe(4);
    expect(err).toMatch(/^Error: The store \S+ refused the token \(401\).* Nothing was stored\.\nCopy the token again/);
    expect(await list(run)).toEqual([]);
  });

  test('says to check the address where it has no products', async () => {
    const { url } = await serveStore(answers(404, { error: 'no route' }));
    const { code, err } = await (await onLaptop()).loginTo(url, 'x');
    expect(code).toBe(3);
    expect(err).toContain('no route. Nothing was stored.\nCheck the store URL:');
  });

  test('stores nothing with --dry-run', async () => {
    const { login, run } = await onLaptop();
    expect((await login('local --dry-run')).err).toContain('Would store the profile local');
    expect(await list(run)).toEqual([]);
  });

  test('a token as an argument is refused and not repeated', async () => {
    const { run, url } = await onLaptop();
    const { code, err } = await run(['auth', 'login', 'local', '--store', url, '--token', canary]);
    expect([code, err]).toEqual([2, expect.stringContaining('Tokens cannot be passed as arguments')]);
  });

  test.each([
    ['auth login x', 'Missing store URL.'],
    ['auth login x --store URL', 'Missing token.'],
    ['auth login x --store htp:/shop.example --token-stdin', 'The store URL in --store must begin with https://.'],
    ['auth login x --store sandbox', 'The embedded store needs no profile.'],
    ['auth login x --store URL --token-stdin', 'Invalid token in --token-stdin: empty.'],
    ['auth login x --store URL --token-file none.txt', 'File not found: none.txt.'],
    [
      'auth login x --store URL --token-file none.txt --token-stdin',
      'Use either --token-stdin or --token-file, not both.',
    ],
    ['auth login x --profile y --store URL --token-stdin', 'Use either the name x or --profile y, not both.'],
  ])('refuses "shop-cli %s": %s', async (line, message) => {
    const { run, url } = await onLaptop();
    const { code, err } = await run(line.replace('URL', url));
    expect([code, err]).toEqual([2, expect.stringMatching(new RegExp(message))]);
  });

  test('the first profile becomes the current one, the second does not', async () => {
    const { login, run } = await onLaptop();
    await login('first');
    expect((await login('second')).err).toContain('Commands use the profile first. To use this one: --profile second');
    expect(await list(run)).toMatchObject([
      { profile: 'first', current: true },
      { profile: 'second', current: false },
    ]);
  });

  test('without a name, the name comes from the address', async () => {
    const { login, run } = await onLaptop();
    await login('');
    expect((await run('auth list -q')).out).toBe('local\n');
  });

  test('a profile of another store is replaced only with --yes', async () => {
    const [{ login, loginTo, run }, other] = [await onLaptop(), await onLaptop()];
    await login('shop');
    expect((await loginTo(other.url, 'shop')).err).toContain('Pass another name, or --yes');
    expect((await loginTo(other.url, 'shop --yes')).code).toBe(0);
    expect(await list(run)).toMatchObject([{ profile: 'shop', store: other.url }]);
  });

  test.each(['--production', '--read-only'])(
    'a profile that is marked %s is not replaced by another store, not even with --yes: the mark would be lost',
    async (mark) => {
      const [{ login, loginTo, run, url }, other] = [await onLaptop(), await onLaptop()];
      await login(`shop ${mark}`);
      const before = await list(run);
      const { code, err } = await loginTo(other.url, 'shop --yes');
      expect(code).toBe(2);
      expect(err).toContain(
        `Error: The profile shop marks ${url} as ${mark.slice(2)}. Nothing was stored.\n` +
          'Pass another name, or remove the profile and its settings: shop-cli auth logout shop --forget\n',
      );
      expect(await list(run)).toEqual(before);
    },
  );

  test('a profile of the same store in another spelling is replaced, and the mark stays', async () => {
    const { login, loginTo, run, url } = await onLaptop();
    await login('shop --production');
    expect((await loginTo(`${url.replace('127.0.0.1', 'localhost')}//api`, 'shop')).code).toBe(0);
    expect(await list(run)).toMatchObject([{ profile: 'shop', production: true }]);
  });

  test('a mark that another profile of the store has is said', async () => {
    const { login } = await onLaptop();
    await login('live --production');
    await login('ro --read-only');
    const { err } = await login('staging');
    expect(err).toContain('✓ Stored the profile staging (production and read-only), with its token in ');
    expect((await login('ro')).err).toContain('✓ Stored the profile ro (production and read-only), with its token in ');
  });

  test('a token goes to the keychain where there is one, and to the file when asked for', async () => {
    const { login, run, file, url } = await onLaptop();
    const keychain = memoryKeychain();
    await login('shop --insecure-storage', { keychain });
    expect([keychain.entries.size, await file('credentials.json')]).toEqual([0, expect.stringContaining(canary)]);
    expect((await login('shop', { keychain })).err).toContain('with its token in the keychain');
    expect([[...keychain.entries], await file('credentials.json')]).toEqual([
      [[`shop ${url}`, canary]],
      expect.not.stringContaining(canary),
    ]);
    expect((await run('products list --limit 1 -q', { keychain })).out).toBe('200\n');
    expect(await run('products list --limit 1 -q')).toMatchObject({
      code: 4,
      err: expect.stringContaining('is in a keychain that cannot be reached from here'),
    });
  });
});

describe('auth status', () => {
  test('names the store, what selects it, and a fingerprint of the token', async () => {
    const { login, run, url } = await onLaptop();
    await login('shop --read-only');
    expect(JSON.parse((await run('auth status --json')).out)).toEqual({
      profile: 'shop',
      store: url,
      source: 'current profile',
      production: false,
      readOnly: true,
      tokenIn: 'file',
      tokenFingerprint: expect.stringMatching(/^[\da-f]{8}$/),
      since: '2026-01-31 12:00:00',
    });
  });

  test('the same token has the same fingerprint and fields in the same order, wherever it is kept', async () => {
    const { login, run, url } = await onLaptop();
    await login('shop');
    const status = async (env: Readonly<Record<string, string>>) =>
      JSON.parse((await run('auth status --json', { env })).out);
    const [ofProfile, ofVariables] = [await status({}), await status({ SHOP_URL: url, SHOP_TOKEN: canary })];
    expect(ofVariables.tokenFingerprint).toBe(ofProfile.tokenFingerprint);
    expect([...Object.keys(ofVariables), 'since']).toEqual(Object.keys(ofProfile));
    const other = await status({ SHOP_URL: url, SHOP_TOKEN: `${canary}x` });
    expect(other.tokenFingerprint).not.toBe(ofProfile.tokenFingerprint);
  });

  test('a .env that names another store than the current profile is said', async () => {
    const [{ login, run }, other] = [await onLaptop(), await onLaptop()];
    await login('shop');
    const directory = ownDirectory({ '.env': `SHOP_URL=${other.url}\nSHOP_TOKEN=${canary}\n` });
    const { err } = await run('products list --limit 1 -q', { directory });
    expect(err).toContain('from .env, not the profile shop.');
  });
});

test('auth list shows the marks that apply to the store, whichever profile has them', async () => {
  const { login, loginTo, run, url } = await onLaptop();
  await login('prod');
  await login('production --production');
  expect((await loginTo(url.replace('127.0.0.1', 'localhost'), 'ro --read-only')).code).toBe(0);
  expect((await run('auth list --fields profile,production,readOnly -o csv')).out).toBe(
    'profile,production,readOnly\nprod,true,true\nproduction,true,true\nro,true,true\n',
  );
});

test('auth list at 80 columns shows the whole address of each store; other columns go first', async () => {
  const home = ownDirectory();
  const stores = { production: 'https://shop-nl.example.com', staging: 'https://shop-nl.staging.example.com:8443/nl' };
  await writeProfiles(home, { production: { url: stores.production }, staging: { url: stores.staging } }, 'staging');
  const { out, err } = await shopCli('auth list --no-color', { home, terminal: 80 });
  for (const store of Object.values(stores)) expect(out).toContain(` ${store} `);
  expect([out.split('\n')[0]?.split(/ {2,}/), err]).toEqual([
    ['Profile', 'Store', 'Current', 'Production'],
    '4 more columns do not fit this terminal; --output json shows everything.\n',
  ]);
});

test('an address that was written by hand reaches the terminal escaped', async () => {
  const { login, run, url, file, write } = await onLaptop();
  await login('shop');
  await write('config.json', (await file('config.json')).replace(url, 'https://shop.example/\\u001b[2J'));
  for (const line of ['auth switch shop', 'auth logout shop --yes', 'auth list'])
    expect(Object.values(await run(line)).join('')).not.toContain('\x1b');
});

test('auth switch changes the store of the next command', async () => {
  const { login, run } = await onLaptop();
  await login('first');
  await login('second');
  expect((await run('auth switch second')).err).toMatch(/^✓ Commands now use http:\S+ \(profile second\)\.\n$/);
  expect(JSON.parse((await run('auth status --json')).out)).toMatchObject({ profile: 'second' });
  await login('third --read-only');
  expect((await run('auth switch second')).err).toMatch(/ \(profile second, a read-only store\)\.\n$/);
  expect(await run('auth switch secon')).toMatchObject({
    code: 2,
    err: expect.stringContaining("Did you mean 'second'?"),
  });
});

describe.each([
  ['SHOP_URL', { env: { SHOP_URL: 'sandbox' } }, 'SHOP_URL'],
  ['SHOP_PROFILE', { env: { SHOP_PROFILE: 'first' } }, 'SHOP_PROFILE'],
  ['.env', { dotenv: 'SHOP_URL=sandbox\n' }, '.env'],
] as const)('While %s names another store', (_, { env = {}, dotenv }: Named, source) => {
  test('auth switch and auth login do not say that commands use the profile', async () => {
    const { login, run } = await onLaptop();
    await login('first');
    await login('second');
    const directory = ownDirectory();
    if (dotenv !== undefined) await writeFile(join(directory, '.env'), dotenv);
    const here = { directory, env };
    const text = `Commands here still use the store that ${source} selects. To use this one: --profile second, or remove ${source}`;
    const switched = await run('auth switch second', here);
    expect(switched).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^✓ The current profile is second \(http:\S+\)\.\n/),
    });
    expect(switched.err).toContain(text);
    expect((await login('second', { ...here, stdin: `${canary}\n` })).err).toContain(text);
    expect(JSON.parse((await run('auth status --json', here)).out)).toMatchObject({ source });
    expect(JSON.parse((await run('auth list --json')).out)).toContainEqual(
      expect.objectContaining({ profile: 'second', current: true }),
    );
  });
});

interface Named {
  readonly env?: Readonly<Record<string, string>>;
  readonly dotenv?: string;
}

test('a profile that a variable names, too, is the one that commands use', async () => {
  const { login, run } = await onLaptop();
  await login('first');
  expect((await run('auth switch first', { env: { SHOP_PROFILE: 'first' } })).err).toMatch(/^✓ Commands now use /);
});

describe('auth logout', () => {
  test('removes the token and keeps the mark, unless the profile is to be forgotten', async () => {
    const { login, run, file } = await onLaptop();
    await login('shop --production');
    expect((await run('auth logout')).err).toContain('Pass --yes.');
    expect((await run('auth logout --yes')).err).toMatch(/^✓ Removed the token of the profile shop/);
    expect(await file('credentials.json')).not.toContain(canary);
    expect(await list(run)).toMatchObject([{ profile: 'shop', production: true, tokenIn: null }]);
    expect(await run('products list')).toMatchObject({
      code: 4,
      err: expect.stringContaining('shop-cli auth login shop'),
    });
    await run('auth logout shop --forget --yes');
    expect(await list(run)).toEqual([]);
  });

  test('takes the token out of the keychain', async () => {
    const { login, run } = await onLaptop();
    const keychain = memoryKeychain();
    await login('shop', { keychain });
    await run('auth logout shop --yes', { keychain });
    expect(keychain.entries.size).toBe(0);
  });
});

/** Shows the request that tries this address, and sends nothing. */
const tryAddress = (address: string): Promise<Outcome> =>
  shopCli(['auth', 'login', 'shop', '--store', address, '--token-stdin', '--curl'], { stdin: `${canary}\n` });

describe('the address of a store', () => {
  test.each([
    ['https://shop.example', 'https://shop.example', undefined],
    ['shop.example', 'https://shop.example', ''],
    ['localhost:8080', 'http://localhost:8080', ''],
    ['https://shop.example/nl/', 'https://shop.example/nl', undefined],
    ['https://shop.example/api/v2', 'https://shop.example', ' (without /api/v2)'],
    ['https://shop.example/nl/api/v2/products', 'https://shop.example/nl', ' (without /api/v2/products)'],
    [
      'shop.example/api/v2/products?token=abc&limit=2',
      'https://shop.example',
      ' (without /api/v2/products and its query)',
    ],
    ['https://shop.example/apian', 'https://shop.example/apian', undefined],
    ['  https://shop.example  ', 'https://shop.example', undefined],
  ])('typed as %s is read as %s', async (typed, url, without) => {
    const { out, err } = await tryAddress(typed);
    expect(out).toContain(`'${url}/api/v2/products'`);
    expect(err.match(/^Using .*$/m)?.[0]).toBe(without === undefined ? undefined : `Using ${url}${without}.`);
  });

  test.each([
    ['https://shop.example', 'shop'],
    ['https://www.shop.example', 'shop'],
    ['https://staging.shop.example', 'staging'],
    ['https://shop.example/nl', 'shop-nl'],
    ['http://127.0.0.1:8080', 'local'],
    ['https://10.0.0.1', 'shop'],
  ])('a profile of %s is named %s', (url, name) => {
    expect(suggestedName(parseBaseUrl(url, 'test', true))).toBe(name);
  });
});

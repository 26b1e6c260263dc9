import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storeOf } from '../import/product-store.ts';
import { writeConfig } from '../support/profiles.ts';
import { canary, type Outcome, ownDirectory, type RunOptions, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

const shop = { url: 'https://shop.example', production: false, readOnly: false };

type Run = (line: string, options?: RunOptions) => Promise<Outcome>;

/** A home in which `config.json` holds this, as it is or as JSON. */
async function configured(content: unknown) {
  const home = ownDirectory();
  const path = await writeConfig(home, 'config.json', content);
  const run: Run = (line, options = {}) => shopCli(line, { home, directory: home, ...options });
  return { run, path, home };
}

const withProfiles = (profiles: unknown, more = {}): unknown => ({ version: 1, profiles, ...more });
const withField = (name: string, value: unknown): unknown => withProfiles({ shop: { ...shop, [name]: value } });

describe('a file of profiles that is not ours stops every command that needs it, since it may hold a mark, and stays as it is', () => {
  sampled(4).each<[string, unknown, string]>([
    ['empty', '', 'is not valid JSON'],
    ['cut', '{"version":1,"profiles":{"shop":{"url":"https://sh', 'is not valid JSON'],
    ['with a comma too many', '{\n  "version": 1,\n  "profiles": {},\n}', 'is not valid JSON'],
    ['a list', [], 'is not a shop-cli configuration file'],
    ['profiles that are a list', { version: 1, profiles: [shop] }, 'is not a shop-cli configuration file'],
    ['without profiles', { version: 1 }, 'is not a shop-cli configuration file'],
    ['of a later version', { version: 2, profiles: {} }, 'was written by another version of shop-cli'],
    ['without a version', { profiles: {} }, 'has no version: expected "version": 1.'],
    ['a profile that is a text', withProfiles({ shop: 'https://shop.example' }), 'has an invalid profile "shop"'],
    ['a profile without an address', withProfiles({ shop: { production: true } }), 'has an invalid profile "shop"'],
    ['a name that is empty', withProfiles({ '': shop }), 'has an invalid profile ""'],
    ['a name like an option', withProfiles({ '--yes': shop }), 'has an invalid profile "--yes"'],
    ['a name with a path', withProfiles({ '../shop': shop }), 'has an invalid profile "../shop"'],
    ['a name that steers a terminal', withProfiles({ 'a\u001b[2J': shop }), 'has an invalid profile "a\\u{1b}[2J"'],
    ['a mark in capitals', withField('Production', true), 'field "Production" in the profile "shop"'],
    ['a mark in other words', withField('read_only', true), 'field "read_only" in the profile'],
    ...['yes', 'false', null, 0, 1, {}].map((mark): [string, unknown, string] => [
      `a mark that is ${JSON.stringify(mark)}`,
      withField('production', mark),
      'field "production" in the profile "shop": expected true or false',
    ]),
    ['a setting that is no text', withField('settings', { SHOP_READ_ONLY: true }), '"settings"'],
    ['a setting in small letters', withField('settings', { shop_read_only: '1' }), '"settings"'],
    ['settings that are a list', withField('settings', ['SHOP_READ_ONLY']), '"settings"'],
    ...['SHOP_URL', 'SHOP_TOKEN', 'SHOP_TOKEN_FILE', 'SHOP_PROFILE', 'PATH', 'toString'].map(
      (name): [string, unknown, string] => [
        `the setting ${name}`,
        withField('settings', { [name]: 'x' }),
        '"settings"',
      ],
    ),
    [
      'profiles twice',
      `{"version":1,"profiles":{"shop":${JSON.stringify({ ...shop, readOnly: true })}},"profiles":{}}`,
      'has the field "profiles" more than once',
    ],
    [
      'a mark twice',
      '{"version":1,"profiles":{"shop":{"url":"https://shop.example","production":true,"production":false}}}',
      'has the field "production" more than once',
    ],
    ['Profiles beside profiles', withProfiles({}, { Profiles: { shop } }), 'has an unknown field "Profiles"'],
    ['a name of prototypes', `{"version":1,"profiles":{"__proto__":${JSON.stringify(shop)}}}`, 'profile "__proto__"'],
  ])('with this fault: %s', async (_, content, problem) => {
    const { run, path } = await configured(content);
    const before = await readFile(path, 'utf8');
    const commands = ['auth list', 'auth status', 'products list', 'products list --profile shop'];
    for (const line of [...commands, 'products create --sku A --store https://shop.example'])
      expect(await run(line, { env: { SHOP_TOKEN: canary } })).toEqual({
        code: 2,
        out: '',
        err: expect.stringContaining(problem),
      });
    const login = 'auth login new --store http://127.0.0.1:1 --token-stdin --retries 0';
    expect((await run(login, { stdin: canary })).code).toBe(2);
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  sampled(3).each([
    'completion bash',
    'template',
    'schema error',
    'commands',
    'products list --store sandbox',
    'customers update 101 --phone-number 1 --store sandbox',
  ])('but does not stop shop-cli %s', async (line) => {
    const { run } = await configured('{');
    expect(await run(line)).toMatchObject({ code: 0, err: expect.not.stringContaining('config.json') });
  });

  test('nor a command that reads from a store that is named with its token; a write is refused, as a mark may refuse it', async () => {
    const { run, path, home } = await configured('{');
    const { url, variables: env, seen } = await serveStore(storeOf());
    const read = await run('products list -o json', { env });
    expect(read).toMatchObject({ code: 0, out: '[]\n' });
    expect(read.err).toContain(`Warning: ${path} is not valid JSON. No profile is used.\n`);
    expect((await run(`products list -q --store ${url}`, { env: { SHOP_TOKEN: canary } })).code).toBe(0);
    const { code, err } = await run('products create --sku A --yes', { env });
    expect(code).toBe(2);
    expect(err).toMatch(/Refusing to write to \S+, which may be read-only or production\. .*config\.json is not /);
    expect(err).toContain('To allow writes, fix that file');
    await writeFile(join(home, '.env'), `SHOP_URL=${url}\nSHOP_TOKEN=${canary}\n`);
    expect(await run('products list')).toMatchObject({ code: 2, out: '' });
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });
});

describe('profiles', () => {
  test('with names that every object has are profiles like any other', async () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', '0', '1e3'];
    const { run } = await configured(withProfiles(Object.fromEntries(names.map((name) => [name, shop]))));
    expect((await run('auth list -q')).out.trim().split('\n').sort()).toEqual([...names].sort());
    expect((await run('products list --profile constructor')).err).toContain(
      'No token is stored for the profile constructor (https://shop.example).',
    );
    expect((await run('products list --profile valueOf')).err).toContain('No profile is named "valueOf" (--profile).');
    expect((await run('auth switch toString')).code).toBe(0);
    expect((await run('auth status --json')).out).toContain('"toString"');
  });

  test.each([
    'customers delete 101',
    'orders delete 1001',
    'products create',
    'orders create',
    'api DELETE customers/101',
  ])('that are misspelled are named by %s before anything else is asked for', async (line) => {
    const { run } = await configured(withProfiles({ shop }));
    expect(await run(`${line} --profile shp`)).toEqual({
      code: 2,
      out: '',
      err: 'Error: No profile is named "shp" (--profile).\nDid you mean \'shop\'?\n',
    });
  });

  test('whose current one is gone are still there, and the error says which is missing', async () => {
    const { run } = await configured(withProfiles({ shop }, { current: 'shops' }));
    expect(await run('products list')).toEqual({
      code: 2,
      out: '',
      err: 'Error: No profile is named "shops" (current profile).\nDid you mean \'shop\'?\n',
    });
    expect(JSON.parse((await run('auth list --json')).out)).toMatchObject([{ profile: 'shop', current: false }]);
  });

  test('that others could read are fixed, and that is said once', async () => {
    const { run, path } = await configured(withProfiles({ shop }));
    await chmod(path, 0o644);
    await chmod(dirname(path), 0o755);
    const { code, err } = await run('auth list');
    expect([code, err.match(/^Warning: other users could access .*/gm)?.length]).toEqual([0, 2]);
    expect([(await stat(path)).mode & 0o777, (await run('auth list')).err]).toEqual([0o600, '']);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Keychain } from '../../src/context.ts';
import { CliError } from '../../src/errors.ts';
import { fingerprintOf } from '../../src/settings/credentials.ts';
import { writeConfig } from '../support/profiles.ts';
import { emptyStore } from '../support/replies.ts';
import { canary, type Outcome, ownDirectory, type RunOptions, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';

type Run = (line: string, options?: RunOptions) => Promise<Outcome>;

/** A store, and a home in which `credentials.json` holds this for the profile `shop`. */
async function storedTokens(contentFor: (url: string) => unknown) {
  const { url, seen } = await serveStore(emptyStore);
  const home = ownDirectory();
  await writeConfig(home, 'config.json', { version: 1, current: 'shop', profiles: { shop: { url, token: 'file' } } });
  const path = await writeConfig(home, 'credentials.json', contentFor(url));
  const run: Run = (line, options = {}) => shopCli(line, { home, directory: home, ...options });
  return { run, path, sent: () => seen.map(({ query }) => query.get('token')) };
}

describe('a token in the file', () => {
  test('goes to the store that it was stored for', async () => {
    const tokens = (url: string) => ({ shop: { store: url, token: 'token-of-shop' } });
    const { run, sent } = await storedTokens((url) => ({ version: 1, tokens: tokens(url) }));
    expect([(await run('products list')).code, sent()]).toEqual([0, ['token-of-shop']]);
  });

  test.each([
    ['alone', { SHOP_TOKEN: 'token-of-the-job' }, 1],
    ['with the same token', { SHOP_TOKEN: 'token-of-shop' }, 0],
    ['beside the address of its store', { SHOP_TOKEN: 'token-of-the-job', SHOP_URL: 'https://other.example' }, 0],
  ])('wins over SHOP_TOKEN, and says so once where that is set %s', async (_, env, warnings) => {
    const tokens = (url: string) => ({ shop: { store: url, token: 'token-of-shop' } });
    const { run, sent } = await storedTokens((url) => ({ version: 1, tokens: tokens(url) }));
    const { code, err } = await run('products list --profile shop', { env });
    expect([code, sent()]).toEqual([0, ['token-of-shop']]);
    expect(err.match(/SHOP_TOKEN is not used: the token is that of the profile shop/g) ?? []).toHaveLength(warnings);
  });

  test.each<[string, (url: string) => unknown]>([
    ['for another store', () => ({ store: 'https://other.example', token: canary })],
    ['for another path', (url) => ({ store: `${url}/nl`, token: canary })],
    ['for another scheme', (url) => ({ store: url.replace('http', 'https'), token: canary })],
    ['for no store', () => ({ token: canary })],
    ['that is no text', (url) => ({ store: url, token: [canary] })],
    ['that is an entry of an earlier kind', () => canary],
  ])('is not sent if it is one %s', async (_, entryFor) => {
    const { run, sent } = await storedTokens((url) => ({ version: 1, tokens: { shop: entryFor(url) } }));
    const { code, err } = await run('products list');
    expect([code, sent()]).toEqual([4, []]);
    expect(err).toMatch(/No token is stored for the profile shop .*\n.*auth login shop/);
  });

  test.each([
    ['cut', `{"version":1,"tokens":{"shop":{"store":"x","token":"${canary}`],
    ['a token alone', canary],
    ['a list', `["${canary}"]`],
    ['tokens that are a list', `{"tokens":["${canary}"]}`],
    ['one stray letter', `{"version":1,"tokens":{"shop":{"store":"x","token":"${canary}"}}}x`],
  ])('of a file that is broken is not quoted, and the file stays as it is: %s', async (_, content) => {
    const { run, sent, path } = await storedTokens(() => content);
    const err = `Error: ${path} is not a shop-cli credentials file.\nRemove it, and rerun 'shop-cli auth login'.\n`;
    for (const line of ['products list', 'products list --verbose'])
      expect(await run(line)).toEqual({ code: 2, out: '', err });
    expect([await readFile(path, 'utf8'), sent()]).toEqual([content, []]);
  });

  test('is removed alone: those of other profiles stay', async () => {
    const other = { constructor: { store: 'x', token: 'y' } };
    const tokens = (url: string) => ({ shop: { store: url, token: canary }, ...other });
    const { run, path } = await storedTokens((url) => ({ version: 1, tokens: tokens(url) }));
    expect((await run('auth logout shop --yes')).code).toBe(0);
    expect(JSON.parse(await readFile(path, 'utf8')).tokens).toEqual(other);
  });
});

describe('a token in the keychain', () => {
  const keychain = (entries: Map<string, string>, write = true): Keychain => ({
    name: 'the keychain of this test',
    read: async (account) => entries.get(account),
    write: async (account, secret) => write && entries.set(account, secret).size > 0,
    remove: async (account) => void entries.delete(account),
  });
  const login = (url: string, more = '') => `auth login shop --store ${url} --token-stdin ${more}`;

  /** A home, and a store. */
  const openHome = async () => {
    const { url } = await serveStore(emptyStore);
    const home = ownDirectory();
    const run: Run = (line, options = {}) => shopCli(line, { home, directory: home, stdin: canary, ...options });
    return { run, url, config: join(home, '.config', 'shop-cli', 'config.json') };
  };

  test('is stored for one address: whoever changes that of the profile gets none', async () => {
    const { run, url, config } = await openHome();
    const entries = new Map<string, string>();
    expect((await run(login(url), { keychain: keychain(entries) })).code).toBe(0);
    expect([...entries]).toEqual([[`shop ${url}`, canary]]);
    expect((await run('products list', { keychain: keychain(entries) })).code).toBe(0);
    await writeFile(config, (await readFile(config, 'utf8')).replace(url, `${url}/evil`));
    expect((await run('products list', { keychain: keychain(entries) })).code).toBe(4);
  });

  test('that turns out not to be there goes to the file, and that is said', async () => {
    const { run, url, config } = await openHome();
    const entries = new Map<string, string>();
    const { code, err } = await run(login(url), { keychain: keychain(entries, false) });
    expect([code, entries.size]).toEqual([0, 0]);
    expect(err).toContain(`with its token in ${join(dirname(config), 'credentials.json')}, which only you can read`);
    expect((await run('products list')).code).toBe(0);
  });

  test('that fails stores nothing anywhere', async () => {
    const { run, url, config } = await openHome();
    const write = () => Promise.reject(new CliError('auth', 'It is locked.'));
    expect(await run(login(url), { keychain: { ...keychain(new Map()), write } })).toMatchObject({ code: 4, out: '' });
    expect(await readFile(config).catch(() => 'none')).toBe('none');
  });

  test('is not replaced by one in a file without a word: where the keychain cannot be reached, the error says so', async () => {
    const { run, url } = await openHome();
    await run(login(url), { keychain: keychain(new Map()) });
    expect(await run('products list')).toEqual({
      code: 4,
      out: '',
      err: 'Error: The token of the profile shop is in a keychain that cannot be reached from here.\nUnlock the keychain, or store the token in a file: shop-cli auth login shop --insecure-storage\n',
    });
  });
});

test('a fingerprint tells tokens and stores apart, and is no way back', () => {
  const prints = [
    fingerprintOf(canary, 'https://a'),
    fingerprintOf(canary, 'https://b'),
    fingerprintOf(`${canary}x`, 'https://a'),
  ];
  expect([new Set(prints).size, prints.every((print) => /^[\da-f]{8}$/.test(print))]).toEqual([3, true]);
  expect(fingerprintOf(canary, 'https://a')).toBe(prints[0]);
});

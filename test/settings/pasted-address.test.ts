import { describe, expect, test } from 'vitest';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

const around: readonly (readonly [string, (url: string) => string])[] = [
  ['blanks', (url) => ` ${url}  `],
  ['a line break', (url) => `${url}\r\n`],
  ['quotes', (url) => `"${url}"`],
  ['quotes of a text program', (url) => `“${url}”`],
  ['blanks within quotes', (url) => `' ${url} '`],
  ['a zero-width space', (url) => `\u200b${url}\u200b`],
  ['a byte order mark and a hard space', (url) => `\ufeff${url}\u00a0`],
  ['angle brackets', (url) => `<${url}>`],
];

describe.each(around)('an address that was copied with %s around it is the address', (_, pasted) => {
  test('as an option, a variable, in .env, in a profile and in a login', async () => {
    const { url } = await serveSandbox();
    const address = pasted(url);
    const token = canary;
    const get = ['customers', 'get', '101', '--fields', 'customerId', '-o', 'csv'];
    const got = { code: 0, out: 'customerId\n101\n' };
    const env = { SHOP_URL: address, SHOP_TOKEN: token };
    expect(await shopCli(get, { env })).toMatchObject(got);
    expect(await shopCli([...get, '--store', address], { env: { SHOP_TOKEN: token } })).toMatchObject(got);
    expect(await shopCli([...get, '--store', address], { env: { ...env, SHOP_URL: url } })).toMatchObject(got);
    const home = ownDirectory();
    const login = ['auth', 'login', 'shop', '--store', address, '--token-stdin'];
    expect(await shopCli(login, { home, stdin: token })).toMatchObject({ code: 0 });
    expect(await shopCli(get, { home })).toMatchObject(got);
  });
});

test('so are the name of the sandbox, and an address in .env', async () => {
  const sandbox = { env: { SHOP_URL: ' "sandbox"\n' } };
  expect(await shopCli('customers get 101 -q', sandbox)).toMatchObject({ code: 0, out: '101\n' });
  const { url } = await serveSandbox();
  const directory = ownDirectory({ '.env': `SHOP_URL=" ${url} "\nSHOP_TOKEN=${canary}\n` });
  expect(await shopCli('customers get 101 -q', { directory })).toMatchObject({ code: 0, out: '101\n' });
});

test('a blank within an address is named, without the address', async () => {
  const { code, err } = await shopCli(['customers', 'get', '1', '--store', 'https://shop.example/n l']);
  expect([code, err]).toEqual([2, expect.stringContaining('The store URL in --store contains a blank.')]);
});

test('a token that is too short says how long it must be, and one with a blank that it has one', async () => {
  const errors = await Promise.all(
    ['tokA', 'to kens-of-A'].map(async (token) => (await shopCli(['sandbox', '--token', token])).err),
  );
  expect(errors).toEqual([
    expect.stringContaining('shorter than 8 characters'),
    expect.stringContaining('contains spaces'),
  ]);
});

import { expect, test } from 'vitest';
import { emptyStore } from '../support/replies.ts';
import { ownDirectory, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';

// People copy the address of the back office where the token belongs.

const places: readonly (readonly [place: string, line: string, env: (url: string) => Record<string, string>])[] = [
  ['SHOP_TOKEN', 'products list', (url) => ({ SHOP_TOKEN: url })],
  ['SHOP_TOKEN_FILE', 'products list', () => ({ SHOP_TOKEN_FILE: 'url' })],
  ['SHOP_TOKEN_COMMAND', 'products list', () => ({ SHOP_TOKEN_COMMAND: 'cat url' })],
  ['--token-stdin', 'auth login x --token-stdin --store', () => ({})],
  ['--token-file', 'auth login x --token-file url --store', () => ({})],
  ['--token-command', 'auth login x --token-command cat<url --store', () => ({})],
];

test.each(places)(
  'a URL in the place of the token is named as that, is not sent, and stays readable: %s',
  async (_, line, env) => {
    const { url, seen } = await serveStore(emptyStore);
    const argv = `${line}${line.endsWith('--store') ? ` ${url}` : ''}`;
    const { code, err } = await shopCli(argv, {
      home: ownDirectory({ url: `${url}\n` }),
      env: { SHOP_URL: url, ...env(url) },
      stdin: url,
    });
    expect([code === 0, seen, err]).toEqual([false, [], expect.stringContaining('it is a URL.')]);
    expect(err).not.toContain('***');
  },
);

test.each([
  ['a shop of another scheme', 'ftp://shop.example', true],
  ['a host with www', 'www.shop.example', true],
  ['a mistyped scheme', 'https//shop.example/admin', true],
  ['a token with slashes', 'https+abc/def==', false],
  ['a token with dots', 'eyJhbGciOi.eyJzdWIi.c2ln', false],
])('%s', async (_, token, isUrl) => {
  const { err } = await shopCli('products list', {
    env: { SHOP_URL: 'http://127.0.0.1:1', SHOP_TOKEN: token, SHOP_RETRIES: '0' },
  });
  expect(err.includes('it is a URL')).toBe(isUrl);
});

test.each(['$SHOP_TOKEN', `$${'{{'} secrets.SHOP_TOKEN }}`])(
  'the name of a variable as the token: %s',
  async (token) => {
    const { err } = await shopCli('products list', { env: { SHOP_URL: 'http://127.0.0.1:1', SHOP_TOKEN: token } });
    expect(err).toContain('A variable in single quotes is not expanded, and neither is a secret that is not set.');
  },
);

test('a URL that holds a secret stays hidden', async () => {
  const url = 'https://shop.example/api?key=abcdefgh';
  const { err } = await shopCli(['products', 'list', '--output', url], { env: { SHOP_TOKEN: url } });
  expect(err).not.toContain('abcdefgh');
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { variables } from '../../src/settings/variables.ts';
import { canary, ownDirectory, shopCli } from '../support/run.ts';

describe('settings', () => {
  test('all invalid settings are reported at once, with their source', async () => {
    const { code, err } = await shopCli('products list --retries many --timeout soon', {
      env: { SHOP_OUTPUT: 'xml', SHOP_FILTER_STYLE: 'x' },
    });
    expect({ code, err }).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "Error: SHOP_OUTPUT "xml" must be one of table, json, ndjson, csv, yaml.
      --timeout "soon" must be a duration such as 30s.
      --retries "many" must be a whole number from 0 to 10.
      SHOP_FILTER_STYLE "x" must be one of both, plain, bracket.
      ",
      }
    `);
  });

  test('.env.example lists every variable that is read, and no other', async () => {
    const names = (await readFile('.env.example', 'utf8'))
      .match(/^#? ?(SHOP_\w+)=/gm)
      ?.map((line) => line.replace(/[# =]/g, ''));
    expect(names).toEqual(Object.keys(variables));
  });

  test('without a store, the error lists the ways to choose one, the sandbox first', async () => {
    expect(await shopCli('products list')).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "Error: No store selected.
      Choose one:
        --store sandbox                            the embedded store, no setup
        shop-cli auth login                        save a store URL and its token
        --store https://shop.example               with SHOP_TOKEN in the environment
        SHOP_URL and SHOP_TOKEN                    in the environment
        SHOP_URL and SHOP_TOKEN                    in a file .env in this directory
      ",
        "out": "",
      }
    `);
  });

  test('.env is used when nothing else names a store', async () => {
    const directory = ownDirectory();
    const lines = ['SHOP_URL=http://127.0.0.1:1', `SHOP_TOKEN=${canary}`, 'SHOP_RETRIES=0', 'PATH=/nowhere', ''];
    await writeFile(join(directory, '.env'), lines.join('\n'));
    expect((await shopCli('products list', { directory })).err).toContain('Cannot connect to 127.0.0.1:1');
  });

  test('a token file is read, and an invalid token is refused without being shown', async () => {
    const directory = ownDirectory();
    await writeFile(join(directory, 'token'), 'abc');
    const env = { SHOP_URL: 'http://127.0.0.1:1', SHOP_TOKEN_FILE: 'token' };
    const { code, err } = await shopCli('products list', { directory, env });
    expect([code, err]).toEqual([2, expect.stringContaining('Invalid token: shorter than 8 characters.')]);
  });

  test.each(['$SHOP_TOKEN', '\u0024{SHOP_TOKEN}', '\u0024{{ secrets.SHOP_TOKEN }}', '$env:SHOP_TOKEN', '%SHOP_TOKEN%'])(
    'a token that is still the name of a variable is refused as that: %s',
    async (SHOP_TOKEN) => {
      const { code, err } = await shopCli('products list', { env: { SHOP_URL: 'http://127.0.0.1:1', SHOP_TOKEN } });
      expect([code, err]).toEqual([2, expect.stringContaining('Invalid token: it is the name of a variable')]);
    },
  );

  test.each([
    [{ NODE_DEBUG: 'undici' }, 'NODE_DEBUG would print the token'],
    [{ NODE_DEBUG: 'fs,http' }, 'NODE_DEBUG would print the token'],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'turns off certificate checks'],
  ])('the environment %o is rejected', async (env, expected) => {
    const { code, err } = await shopCli('--store sandbox products list', { env });
    expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
  });
});

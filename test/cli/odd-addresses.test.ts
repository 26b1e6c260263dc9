import { describe, expect, test } from 'vitest';
import { writeProfiles } from '../support/profiles.ts';
import { answers } from '../support/replies.ts';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';

const write = 'products create --sku A --price 1';

test.each(['https://.', 'https://...', 'https://..............', 'https://.:8443/nl'])(
  'the address %s is wrong usage for every command, doctor too',
  async (url) => {
    const env = { SHOP_URL: url, SHOP_TOKEN: canary };
    const message = 'The store URL in SHOP_URL has no host name.';
    for (const line of ['products list', 'auth status', 'imports list', `${write} --dry-run`, 'doctor']) {
      const { code, out, err } = await shopCli(line, { env });
      expect([line, code, `${out}${err}`.includes(message), err.includes('Internal error')]).toEqual([
        line,
        2,
        true,
        false,
      ]);
    }
  },
);

test.each(['auth list', 'auth status', 'products list --profile dots', 'doctor', 'auth switch live', 'products list'])(
  'a profile whose address has only dots for a host does not stop %s',
  async (line) => {
    const home = ownDirectory();
    await writeProfiles(home, { dots: { url: 'https://...' }, live: { url: 'http://127.0.0.1:1' } }, 'live');
    const { err } = await shopCli(line, { home });
    expect(err).not.toContain('Internal error');
  },
);

describe('the port 0', () => {
  test.each(['https://shop.example:0', 'https://shop.example:00/nl'])('%s names no store', async (url) => {
    const home = ownDirectory();
    await writeProfiles(home, { live: { url: 'https://shop.example', production: true } });
    const { code, err } = await shopCli(write, { home, env: { SHOP_URL: url, SHOP_TOKEN: canary } });
    expect([code, err]).toEqual([2, expect.stringContaining('The store URL in SHOP_URL has the port 0.')]);
  });
});

test('the refusal names the profile that marks another address of the store', async () => {
  const home = ownDirectory();
  await writeProfiles(home, { live: { url: 'https://shop.example', production: true } });
  const { code, err } = await shopCli(`${write} --yes`, {
    home,
    env: { SHOP_URL: 'https://shop.example/index.php', SHOP_TOKEN: canary },
  });
  expect([code, err]).toEqual([
    2,
    'Error: Refusing to write to the production store shop.example/index.php ' +
      '(the profile live marks https://shop.example) without confirmation.\n' +
      'Pass --confirm-store shop.example/index.php.\n',
  ]);
});

test('a profile that is made for an odd address of a store has its marks, and one for a path below it none', async () => {
  const home = ownDirectory();
  const { url } = await serveStore(answers(200, { numRows: 0, data: [] }));
  await writeProfiles(home, { live: { url, production: true } });
  const login = (name: string, path: string) =>
    shopCli(`auth login ${name} --store ${url}${path} --token-stdin`, { home, stdin: canary });
  const marks = async (name: string) => {
    const { out } = await shopCli(`auth status --json --profile ${name}`, { home });
    return JSON.parse(out).production;
  };
  await login('below', '/below');
  expect(await marks('below')).toBe(false);
  await login('again', '/;');
  expect(await marks('again')).toBe(true);
});

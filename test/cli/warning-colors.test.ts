import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeProfiles } from '../support/profiles.ts';
import { ownDirectory, type RunOptions, shopCli } from '../support/run.ts';

const overHttp = 'customers get 101 --curl --allow-http --store http://shop.example';

/** As a terminal shows it in bold yellow. */
const yellow = '\u001b[1m\u001b[33mWarning:\u001b[39m\u001b[22m';

async function warningOf(line: string, options: RunOptions): Promise<string> {
  const { err } = await shopCli(line, options);
  return err.split('\n').find((text) => text.includes('Warning:')) ?? '';
}

describe('at a terminal, the word "Warning:" is yellow', () => {
  test('in a warning about a setting', async () => {
    const warning = await warningOf(overHttp, { terminal: 80, env: { SHOP_TOKEN: 'x'.repeat(16) } });
    expect(warning).toBe(`${yellow} --allow-http sends the token unencrypted to shop.example.`);
  });

  test('in a warning about a result', async () => {
    const warning = await warningOf('api customers/101 --fields customerId,nothing -o table --store sandbox', {
      terminal: 80,
    });
    expect(warning).toContain(`${yellow} no result has the field`);
  });

  test('about the profiles, which are read before the rest', async () => {
    const home = ownDirectory();
    await writeProfiles(home, { live: { url: 'https://shop.example' } });
    await chmod(join(home, '.config', 'shop-cli', 'config.json'), 0o644);
    const warning = await warningOf('auth list', { home, terminal: 80 });
    expect(warning).toContain(`${yellow} other users could access`);
  });
});

test.each<[string, string, RunOptions]>([
  ['--no-color', '--no-color', { terminal: 80 }],
  ['NO_COLOR', '', { terminal: 80, env: { NO_COLOR: '1' } }],
  ['a terminal without colors', '', { terminal: 80, env: { TERM: 'dumb' } }],
  ['a file', '', {}],
])('a warning has no color with %s', async (_, option, { terminal, env }) => {
  const options = { ...(terminal && { terminal }), env: { SHOP_TOKEN: 'x'.repeat(16), ...env } };
  const warning = await warningOf(`${overHttp} ${option}`, options);
  expect(warning).toBe('Warning: --allow-http sends the token unencrypted to shop.example.');
});

import { describe, expect, test } from 'vitest';
import type { Profiles } from '../../src/settings/profiles.ts';
import { chooseStore } from '../../src/settings/store.ts';
import type { Values } from '../../src/settings/variables.ts';

const noProfiles: { profileOption: undefined; profiles: Profiles } = {
  profileOption: undefined,
  profiles: { current: undefined, profiles: [] },
};

const choose = (
  option: string | undefined,
  environment: Values = {},
  dotenv: Values = {},
  allowHttp = false,
): string => {
  const sources = { ...noProfiles, option, environment, dotenv, allowHttp };
  try {
    const store = chooseStore(sources);
    if (store.kind === 'sandbox') return `${store.source}: sandbox ${store.database ?? ''}`.trim();
    return `${store.source}: ${store.base.origin}${store.base.path} with ${'value' in store.token ? store.token.value : 'file' in store.token ? `file ${store.token.file}` : `token of ${store.token.profile.name}`}`;
  } catch (error) {
    const { kind, message } = error as { kind: string; message: string };
    return `${kind}: ${message}`;
  }
};

const env = { SHOP_URL: 'https://env.example', SHOP_TOKEN: 'env-token' };
const dotenv = { SHOP_URL: 'https://dot.example', SHOP_TOKEN: 'dot-token' };

describe('the store is chosen from the first source that names one, with the token of that source', () => {
  test.each([
    ['the environment', undefined, env, {}, 'SHOP_URL: https://env.example with env-token'],
    ['the environment before .env', undefined, env, dotenv, 'SHOP_URL: https://env.example with env-token'],
    ['.env alone', undefined, {}, dotenv, '.env: https://dot.example with dot-token'],
    [
      '.env alone never gets a token of the environment',
      undefined,
      { SHOP_TOKEN: 'stray' },
      { SHOP_URL: 'https://dot.example' },
      'auth: No token for dot.example in .env.',
    ],
    [
      'the environment never gets a token of .env',
      undefined,
      { SHOP_URL: 'https://env.example' },
      dotenv,
      'auth: No token for env.example in the environment.',
    ],
    [
      'the option with the token alone',
      'https://opt.example',
      { SHOP_TOKEN: 'env-token' },
      {},
      '--store: https://opt.example with env-token',
    ],
    [
      'the option of the same origin',
      'https://env.example/nl',
      env,
      {},
      '--store: https://env.example/nl with env-token',
    ],
    [
      'the option of another origin',
      'https://opt.example',
      env,
      {},
      'usage: --store names https://opt.example, but SHOP_TOKEN belongs to SHOP_URL (https://env.example).',
    ],
    [
      'the option of another port',
      'https://env.example:444',
      env,
      {},
      'usage: --store names https://env.example:444, but SHOP_TOKEN belongs to SHOP_URL (https://env.example).',
    ],
    [
      'the option of a look-alike',
      'https://env.example.evil',
      env,
      {},
      'usage: --store names https://env.example.evil, but SHOP_TOKEN belongs to SHOP_URL (https://env.example).',
    ],
    [
      'the option while SHOP_URL is the sandbox',
      'https://opt.example',
      { SHOP_URL: 'sandbox', SHOP_TOKEN: 'x' },
      {},
      'usage: --store names https://opt.example, but SHOP_TOKEN belongs to SHOP_URL (sandbox).',
    ],
    [
      'the option never gets a token of .env',
      'https://dot.example',
      {},
      dotenv,
      'auth: No token for dot.example in the environment.',
    ],
    [
      'a token file',
      undefined,
      { SHOP_URL: 'https://env.example', SHOP_TOKEN_FILE: '/run/token' },
      {},
      'SHOP_URL: https://env.example with file /run/token',
    ],
    [
      'two tokens',
      undefined,
      { ...env, SHOP_TOKEN_FILE: '/run/token' },
      {},
      'usage: Both SHOP_TOKEN and SHOP_TOKEN_FILE are set in the environment.',
    ],
    ['the sandbox by option', 'sandbox', env, dotenv, '--store: sandbox'],
    ['the sandbox by variable', undefined, { SHOP_URL: 'sandbox' }, {}, 'SHOP_URL: sandbox'],
    ['a sandbox of its own', 'sandbox:shop.db', {}, {}, '--store: sandbox shop.db'],
    ['a sandbox without a file', 'sandbox:', {}, {}, 'usage: --store has no database file after sandbox:.'],
    ['nothing at all', undefined, {}, {}, 'usage: No store selected.'],
    [
      'a lost SHOP_URL',
      undefined,
      { SHOP_TOKEN: 'x' },
      {},
      'usage: No store selected. (SHOP_TOKEN is set, but SHOP_URL is not.)',
    ],
  ])('such as from %s', (_, option, environment, file, expected) => {
    expect(choose(option, environment, file)).toBe(expected);
  });
});

describe('an address is a base URL and nothing else', () => {
  const token = { SHOP_TOKEN: 'env-token' };
  test.each([
    ['https://shop.example/', '--store: https://shop.example with env-token'],
    ['HTTPS://Shop.Example/nl/api/v2/', '--store: https://shop.example/nl with env-token'],
    ['https://shop.example:8443/api/v2', '--store: https://shop.example:8443 with env-token'],
    ['https://shop.example/nl/api/v3', '--store: https://shop.example/nl with env-token'],
    ['http://127.0.0.1:8080', '--store: http://127.0.0.1:8080 with env-token'],
    ['http://[::1]:8080', '--store: http://[::1]:8080 with env-token'],
    ['http://localhost', '--store: http://localhost with env-token'],
    ['http://shop.example', 'usage: The store address in --store would send the token unencrypted to shop.example.'],
    [
      'http://localhost.evil.example',
      'usage: The store address in --store would send the token unencrypted to localhost.evil.example.',
    ],
    [
      'http://127.0.0.1.nip.example',
      'usage: The store address in --store would send the token unencrypted to 127.0.0.1.nip.example.',
    ],
    [
      'https://user:secret@shop.example',
      'usage: The store address in --store must not contain a user name or password.',
    ],
    [
      'https://shop.example/?token=secret',
      'usage: The store address in --store must not contain a query or a fragment.',
    ],
    ['https://shop.example/#x', 'usage: The store address in --store must not contain a query or a fragment.'],
    ['ftp://shop.example', 'usage: The store address in --store must begin with https://.'],
    ['shop.example', 'usage: The store address in --store is not a URL, such as https://shop.example.'],
    ['https://shop example', 'usage: The store address in --store is not a URL, such as https://shop.example.'],
    [
      'https://shop.example:99999?token=secret',
      'usage: The store address in --store is not a URL, such as https://shop.example.',
    ],
  ])('so the address %s is read or refused', (address, expected) => {
    expect(choose(address, token)).toBe(expected);
  });

  test.each([
    ['sanbox', 'Did you mean --store sandbox?'],
    ['Sandbox', 'Did you mean --store sandbox?'],
    ['nosuch.example', 'Did you mean --store https://nosuch.example?'],
    ['nosuch.example:8443/nl', 'Did you mean --store https://nosuch.example:8443/nl?'],
    ['localhost:8080', 'Did you mean --store http://localhost:8080?'],
    ['127.0.0.1:8080', 'Did you mean --store http://127.0.0.1:8080?'],
    ['nosuch.example?token=secret', 'Example: --store https://shop.example'],
    ['eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK', 'Example: --store https://shop.example'],
    ['not an address', 'Example: --store https://shop.example'],
    ['ftp://nosuch.example', 'Example: --store https://shop.example'],
    ['shop', 'Example: --store https://shop.example'],
  ])('the address %s gets the hint: %s', (option, hint) => {
    expect(() => chooseStore({ ...noProfiles, option, environment: token, dotenv: {}, allowHttp: false })).toThrow(
      expect.objectContaining({ hint }),
    );
  });

  test.each([
    ['nosuch.example', 'Did you mean SHOP_URL=https://nosuch.example?'],
    ['sanbox', 'Did you mean SHOP_URL=sandbox?'],
  ])('where the variable was wrong (%s), the variable is shown', (url, hint) => {
    const environment = { ...token, SHOP_URL: url };
    expect(() => chooseStore({ ...noProfiles, option: undefined, environment, dotenv: {}, allowHttp: false })).toThrow(
      expect.objectContaining({ hint }),
    );
  });

  test('plain http to another machine is sent when the user says so', () => {
    expect(choose('http://10.0.0.5:8080', token, {}, true)).toBe('--store: http://10.0.0.5:8080 with env-token');
  });
});

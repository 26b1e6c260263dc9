import { describe, expect, test } from 'vitest';
import type { Profiles } from '../../src/settings/profiles.ts';
import { chooseStore } from '../../src/settings/store.ts';
import type { VariableValues } from '../../src/settings/variables.ts';

const noProfiles: { profileOption: undefined; profiles: Profiles } = {
  profileOption: undefined,
  profiles: { current: undefined, profiles: [] },
};

const choose = (
  option: string | undefined,
  environment: VariableValues = {},
  dotenv: VariableValues = {},
  allowHttp = false,
): string => {
  const sources = { ...noProfiles, option, environment, dotenv, allowHttp };
  try {
    const store = chooseStore(sources);
    if (store.kind === 'sandbox') return `${store.source}: sandbox ${store.database ?? ''}`.trim();
    const { token } = store;
    const shown =
      'value' in token
        ? token.value
        : 'file' in token
          ? `file ${token.file}`
          : 'profile' in token && token.profile.name;
    return `${store.source}: ${store.base.origin}${store.base.path} with ${shown}`;
  } catch (error) {
    const { kind, message } = error as { kind: string; message: string };
    return `${kind}: ${message}`;
  }
};

const env = { SHOP_URL: 'https://env.example', SHOP_TOKEN: 'env-token' };
const dotenv = { SHOP_URL: 'https://dot.example', SHOP_TOKEN: 'dot-token' };

// Every combination of sources: test/settings/sources.test.ts.

describe('the store is chosen from the first source that names one, with the token of that source', () => {
  test('which is the environment before .env, and the option before both', () => {
    expect(choose(undefined, env, dotenv)).toBe('SHOP_URL: https://env.example with env-token');
    expect(choose('sandbox', env, dotenv)).toBe('--store: sandbox');
  });

  test('of .env alone', () => {
    expect(choose(undefined, {}, dotenv)).toBe('.env: https://dot.example with dot-token');
    expect(choose('https://dot.example', {}, dotenv)).toBe('auth: No token for dot.example in the environment.');
    expect(choose(undefined, { SHOP_URL: 'https://env.example' }, dotenv)).toBe(
      'auth: No token for env.example in the environment.',
    );
  });

  test('of a file', () => {
    expect(choose(undefined, { SHOP_URL: 'https://env.example', SHOP_TOKEN_FILE: '/run/token' })).toBe(
      'SHOP_URL: https://env.example with file /run/token',
    );
  });

  test.each([
    ['https://opt.example', env],
    ['https://env.example:444', env],
    ['https://env.example.evil', env],
    ['https://opt.example', { ...env, SHOP_URL: 'sandbox' }],
  ])('which is not that of the option %s where it is for %j', (option, environment) => {
    expect(choose(option, environment)).toBe(
      `usage: --store is ${option}, but SHOP_TOKEN belongs to SHOP_URL (${environment.SHOP_URL}).`,
    );
  });

  test('where the sandbox has a database of its own', () => {
    expect(choose('sandbox:shop.db')).toBe('--store: sandbox shop.db');
    expect(choose('sandbox:')).toBe('usage: --store has no database file after sandbox:.');
  });

  test('or an error says which variable is missing', () => {
    expect(choose(undefined, { SHOP_TOKEN: 'x' })).toBe(
      'usage: No store selected. (SHOP_TOKEN is set, but SHOP_URL is not.)',
    );
  });
});

describe('an address is a base URL and nothing else', () => {
  const token = { SHOP_TOKEN: 'env-token' };
  test.each([
    ['https://shop.example/', 'https://shop.example'],
    ['HTTPS://Shop.Example/nl/api/v2/', 'https://shop.example/nl'],
    ['https://shop.example:8443/api/v2', 'https://shop.example:8443'],
    ['https://shop.example/nl/api/v3', 'https://shop.example/nl'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://localhost', 'http://localhost'],
  ])('so the address %s is read as %s', (address, read) => {
    expect(choose(address, token)).toBe(`--store: ${read} with env-token`);
  });

  test.each([
    ['http://shop.example', 'would send the token unencrypted to shop.example.'],
    ['http://localhost.evil.example', 'would send the token unencrypted to localhost.evil.example.'],
    ['http://127.0.0.1.nip.example', 'would send the token unencrypted to 127.0.0.1.nip.example.'],
    ['https://user:secret@shop.example', 'must not contain a user name or password.'],
    ['https://shop.example/?token=secret', 'must not contain a query or a fragment.'],
    ['https://shop.example/#x', 'must not contain a query or a fragment.'],
    ['ftp://shop.example', 'must begin with https://.'],
    ['shop.example', 'is not a URL, such as https://shop.example.'],
    ['https://shop example', 'contains a blank.'],
    ['https://shop.example:99999?token=secret', 'is not a URL, such as https://shop.example.'],
  ])('so the address %s is refused: it %s', (address, problem) => {
    expect(choose(address, token)).toBe(`usage: The store URL in --store ${problem}`);
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

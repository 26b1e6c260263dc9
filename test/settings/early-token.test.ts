import { expect, test } from 'vitest';
import { canary, ownDirectory, shopCli } from '../support/run.ts';

// The token is a secret before anything that may repeat it is looked at. test/support/watch.ts finds it in other forms.

const sandbox = ['--store', 'sandbox'];

/** Wrong commands in which the token of the environment is where something else belongs. */
const lines: readonly (readonly string[])[] = [
  [canary],
  ['products', canary],
  ['help', canary],
  ['products', 'list', `--${canary}`],
  ['products', 'list', '--output', canary],
  ['products', 'list', '--timeout', canary],
  ['products', 'list', '--store', canary],
  ['products', 'list', '--profile', canary],
  ['products', 'list', '--log-format', canary],
  [...sandbox, 'products', 'list', '--fields', canary],
  [...sandbox, 'products', 'list', canary],
  [...sandbox, 'customers', 'get', canary],
  [...sandbox, 'imports', 'show', canary],
  [...sandbox, 'products', 'import', canary],
  [...sandbox, 'products', 'import', 'token'],
  [...sandbox, 'products', 'import', 'token', '--set', `${canary}=1`],
  [...sandbox, 'products', 'import', 'token', '--map', `${canary}=sku`],
  [...sandbox, 'products', 'list', '--output-file', `missing/${canary}`],
  [...sandbox, 'products', 'create', '--body', canary],
  ['auth', 'switch', canary],
  ['auth', 'login', '--store', canary, '--token-stdin'],
  ['api', canary, 'products'],
  ['schema', canary],
  ['completion', canary],
];

test.each(['', '--json', '--log-format=json'])(
  'no message about a wrong command repeats the token of the environment %s',
  async (format) => {
    const directory = ownDirectory({ token: `sku,${canary},${canary}\nA,x,y\n` });
    const outcomes: string[] = [];
    for (const line of lines) {
      const argv = format === '' ? line : [...line, format];
      const { code, out, err } = await shopCli(argv, { directory, env: { SHOP_TOKEN: canary } });
      if (code === 0 || err === '' || `${out}${err}`.includes(canary))
        outcomes.push(`${line.join(' ')}: ${code} ${err}`);
    }
    expect(outcomes).toEqual([]);
  },
);

test.each([
  'SHOP_TIMEOUT',
  'SHOP_RETRIES',
  'SHOP_OUTPUT',
  'SHOP_LOG_FORMAT',
  'SHOP_URL',
  'SHOP_PROFILE',
  'SHOP_LANGUAGE',
])('the token that %s has too is not repeated, whether both are in the environment or in .env', async (name) => {
  const values = { SHOP_URL: 'https://shop.example', SHOP_TOKEN: canary, [name]: canary };
  const dotenv = Object.entries(values).map(([variable, value]) => `${variable}=${value}\n`);
  const directory = ownDirectory({ '.env': dotenv.join('') });
  for (const options of [{ env: values }, { directory }]) {
    const { code, out, err } = await shopCli('products list', options);
    expect([code, out, err.includes('***') || !err.includes('"')]).toEqual([2, '', true]);
    expect(err).not.toContain(canary);
  }
});

test.each(['the environment', '.env'])('nor the token of a file that %s names', async (place) => {
  const values = { SHOP_URL: 'https://shop.example', SHOP_TOKEN_FILE: 'token', SHOP_TIMEOUT: canary };
  const dotenv = Object.entries(values).map(([variable, value]) => `${variable}=${value}\n`);
  const directory = ownDirectory({ token: `${canary}\n`, ...(place === '.env' ? { '.env': dotenv.join('') } : {}) });
  const { err } = await shopCli('products list', { directory, env: place === '.env' ? {} : values });
  expect(err).toContain('SHOP_TIMEOUT "***" must be');
});

test('a file that is no token is hidden nowhere', async () => {
  const directory = ownDirectory({ token: 'in two words\n' });
  const env = { SHOP_TOKEN_FILE: 'token', SHOP_TIMEOUT: 'in two words' };
  expect((await shopCli('products list', { directory, env })).err).toContain('SHOP_TIMEOUT "in two words" must be');
});

test('a token that docker left in quotes is hidden', async () => {
  const env = { SHOP_TOKEN: `"${canary}"`, SHOP_TIMEOUT: canary };
  expect((await shopCli('products list', { env })).err).toContain('SHOP_TIMEOUT "***" must be');
});

test('a text that is too short for a token is hidden nowhere', async () => {
  const env = { SHOP_TOKEN: 'a', SHOP_TIMEOUT: 'soon' };
  expect((await shopCli('products list', { env })).err).toContain('SHOP_TIMEOUT "soon" must be a duration');
});

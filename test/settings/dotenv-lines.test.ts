import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDotenv } from '../../src/settings/dotenv.ts';
import { answers } from '../support/replies.ts';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

const write = 'products create --sku A --allow-duplicate';

/** Runs a write beside this `.env`, which does not name the store. Gives the writes that reached the store. */
async function writeBeside(dotenv: string | Buffer, env: Readonly<Record<string, string>> = {}) {
  const { url, seen } = await serveStore(answers(200, { productId: '1' }));
  const directory = ownDirectory();
  writeFileSync(join(directory, '.env'), dotenv);
  const { code, err } = await shopCli(write, { directory, env: { SHOP_URL: url, SHOP_TOKEN: canary, ...env } });
  return { code, err, writes: seen.filter(({ method }) => method === 'POST').length };
}

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('the mark of a .env counts in every form of the file', () => {
  sampled(4).each<readonly [string, string | Buffer]>([
    ['plain', 'SHOP_READ_ONLY=1\n'],
    ['after a line of blanks', '   \nSHOP_READ_ONLY=1\n'],
    ['after a line without =', 'FOO\nSHOP_READ_ONLY=1\n'],
    ['after export with two blanks', 'export  A=1\nexport  SHOP_READ_ONLY=1\n'],
    ['after export with a tab', 'export\tSHOP_READ_ONLY=1'],
    ['with CR line ends', 'A=1\rSHOP_READ_ONLY=1\rB=2\r'],
    ['with CRLF line ends', 'A=1\r\nSHOP_READ_ONLY=1\r\n'],
    ['with a BOM', '\ufeffSHOP_READ_ONLY=1\n'],
    ['in UTF-16 as PowerShell writes it', Buffer.from('\ufeffSHOP_READ_ONLY=1\r\n', 'utf16le')],
    ['in UTF-16 without a BOM', Buffer.from('SHOP_READ_ONLY=1\r\n', 'utf16le')],
    ['in UTF-16, big-endian', swapped('\ufeffSHOP_READ_ONLY=1\r\n')],
    ['in UTF-16, big-endian, cut in a character', Buffer.concat([swapped('SHOP_READ_ONLY=1\r\n'), Buffer.from([0])])],
    [
      'in UTF-16 at the end of UTF-8, as PowerShell appends it',
      Buffer.concat([Buffer.from('# é\nA=1\n'), Buffer.from('SHOP_READ_ONLY=1\r\n', 'utf16le')]),
    ],
    ['with blanks around =', 'SHOP_READ_ONLY = 1'],
    ['in quotes', `SHOP_READ_ONLY="1"`],
    ['with a comment', 'SHOP_READ_ONLY=1 # never write'],
    ['before a line that clears it', 'SHOP_READ_ONLY=1\nSHOP_READ_ONLY=0\n'],
    ['after a line that clears it', 'SHOP_READ_ONLY=0\nSHOP_READ_ONLY=yes\n'],
    ['after a value in quotes of several lines', 'KEY="-----BEGIN\nabc\n-----END"\nSHOP_READ_ONLY=1\n'],
    ['after a quote without an end', 'NAME="Bob\nGREETING=\'it\nSHOP_READ_ONLY=1\n'],
    ['between two quotes that have no end', "NAME='Bob\nSHOP_READ_ONLY=1\nOTHER='\n"],
  ])('%s', async (_, dotenv) => {
    const { code, err, writes } = await writeBeside(dotenv);
    expect([code, writes]).toEqual([2, 0]);
    expect(err).toContain('is read-only (SHOP_READ_ONLY in .env). Nothing was sent.');
  });
});

describe('a line that may mean the mark refuses every write', () => {
  test.each([
    'SHOP_READ_ONLY: 1',
    'SHOP_READ_ONLY 1',
    'SHOP_READ_ONLY',
    'set SHOP_READ_ONLY=1',
    '$env:SHOP_READ_ONLY = "1"',
    "SHOP_READ_ONLY='1",
    'SHOP_READ_ONLY="1" x',
    'SHOP_READONLY=1',
    'SHOP_READONLY: true',
    'SHOP_READ-ONLY=1',
    'shop_read_only=1',
    'SHOPREADONLY=1',
    'SHOP_RED_ONLI=1',
    'FOO=1 SHOP_READ_ONLY=1',
    'FOO=1; export SHOP_READ_ONLY=1',
    '\u200bSHOP_READ_ONLY=1',
    '// SHOP_READ_ONLY=1',
    'HOP_READ_ONLY=1',
    'MY_SHOP_READ_ONLY=1',
    'FOO=a=b SHOP_READ_ONLY=1',
    'A=1\u2028SHOP_READ_ONLY=1',
    'CMD="SHOP_READ_ONLY=1 deploy"',
    'CMD="A=0 SHOP_READ_ONLY=1 deploy"',
    'CMD="SHOP_READ_ONLY=0 a; SHOP_READ_ONLY=1 b"',
    '{"SHOP_READ_ONLY": "1", "A": "0"}',
    'SHOP_READ_ONLY:=1',
  ])('%j', async (line) => {
    const { code, err, writes } = await writeBeside(`A=1\n${line}\n`);
    expect([code, writes]).toEqual([2, 0]);
    expect(err).toMatch(
      /which may be read-only or production\. \.env, line 2, .*may mean SHOP_READ_ONLY\. Nothing was sent\./,
    );
    expect(err).toContain('To allow writes, fix .env.');
  });

  test.each([
    ['# SHOP_READ_ONLY=1'],
    ['SHOP_READ_ONLY=0'],
    ['SHOP_READ_ONLY='],
    ['SHOP_READ_ONLY: 0'],
    ['SHOP_READONLY=0 # off'],
    ['set SHOP_READ_ONLY=no'],
    ['READ_ONLY=1'],
    ['WEBSHOP_READ_ONLY_MODE=1'],
    ['what is this'],
    ['APP_NAME=My shop = best'],
    ['CMD="SHOP_READ_ONLY=0 deploy"'],
    ['CMD="SHOP_READ_ONLY=no; A=1"'],
  ])('but not %j', async (line) => {
    expect(await writeBeside(`A=1\n${line}\n`)).toMatchObject({ code: 0, writes: 1 });
  });

  test('and .env.example copied as it is refuses nothing', async () => {
    expect(await writeBeside(await readFile('.env.example'))).toMatchObject({ code: 0, writes: 1 });
  });

  test('a variable of the environment that may mean it refuses every write, too', async () => {
    const { code, err, writes } = await writeBeside('', { SHOP_READONLY: '1' });
    expect([code, writes]).toEqual([2, 0]);
    expect(err).toContain('Unknown variable SHOP_READONLY in the environment. Did you mean SHOP_READ_ONLY?');
    expect(err).toContain('To allow writes, unset SHOP_READONLY.');
    expect(await writeBeside('', { SHOP_READONLY: '0' })).toMatchObject({ code: 0, writes: 1 });
  });

  test('the mark counts where a profile names the store', async () => {
    const directory = ownDirectory({ '.env': 'SHOP_READ_ONLY=1\nSHOP_PROFILE=nobody\n' });
    const { code, err } = await shopCli(write, {
      directory,
      env: { SHOP_URL: 'https://shop.example', SHOP_TOKEN: canary },
    });
    expect([code, err]).toEqual([2, expect.stringContaining('SHOP_READ_ONLY in .env')]);
  });
});

describe('the lines of a .env', () => {
  test.each<readonly [string, string]>([
    ['SHOP_TOKEN=abc#def', 'abc#def'],
    ['SHOP_TOKEN=#abc', '#abc'],
    ['SHOP_TOKEN=abc #def', 'abc'],
    ['SHOP_TOKEN= # none', ''],
    ['SHOP_TOKEN="abc #def" # the token', 'abc #def'],
    ["SHOP_TOKEN='a\"b\\n'", 'a"b\\n'],
    ['SHOP_TOKEN="a\\"b\\\\c\\nd"', 'a"b\\c\nd'],
    ['SHOP_TOKEN=`it\'s "it"`', 'it\'s "it"'],
    ['SHOP_TOKEN="two\nlines"', 'two\nlines'],
    ['  export   SHOP_TOKEN =  a b  ', 'a b'],
    ['SHOP_TOKEN=a=b', 'a=b'],
    ['SHOP_TOKEN=$HOME', '$HOME'],
  ])('%j', (text, token) => {
    expect(parseDotenv(`A=1\n${text}\nSHOP_RETRIES=3`)).toEqual({
      values: { SHOP_TOKEN: token, SHOP_RETRIES: '3' },
      faults: [],
      repeated: [],
      doubt: undefined,
    });
  });

  test('a variable that it sets twice is an error: which one is meant is not known', async () => {
    const directory = ownDirectory({ '.env': 'SHOP_URL=https://a.example\n\nSHOP_URL=https://b.example\n' });
    expect(await shopCli('products list', { directory })).toEqual({
      code: 2,
      out: '',
      err: 'Error: .env: SHOP_URL is set more than once (lines 1, 3).\nKeep one.\n',
    });
  });

  test('the mark that it sets twice is set, and stops no read', async () => {
    const directory = ownDirectory({ '.env': 'SHOP_URL=sandbox\nSHOP_READ_ONLY=0\nSHOP_READ_ONLY=0\n' });
    expect(await shopCli('products list -q --limit 1 --all-fields', { directory })).toMatchObject({
      code: 0,
      err: expect.stringContaining(
        'Warning: .env: SHOP_READ_ONLY is set more than once (lines 2, 3) and counts as set.\n',
      ),
    });
    expect(await shopCli(write, { directory })).toMatchObject({
      code: 2,
      err: expect.stringContaining('The sandbox is read-only (SHOP_READ_ONLY in .env).'),
    });
  });

  test('what is almost a variable, or cannot be read, is named once a command', async () => {
    const lines = ['SHOP_URL=sandbox', 'SHOP_TIMOUT=5s', 'SHOP_RETRIES: 3', 'not about us'];
    const directory = ownDirectory({ '.env': `${lines.join('\n')}\n` });
    const { code, err } = await shopCli('products list -q --limit 1', { directory, env: { SHOP_OUTPT: 'csv' } });
    expect({ code, err }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "Warning: Unknown variable SHOP_OUTPT in the environment. Did you mean SHOP_OUTPUT?
      Warning: .env, line 2: unknown variable SHOP_TIMOUT. Did you mean SHOP_TIMEOUT?
      Warning: .env, line 3 cannot be read: expected NAME=value.
      1 of 62 shown. Use --all for the rest.
      ",
      }
    `);
  });

  test('but no variable of somebody else, such as another token', async () => {
    const lines = ['SHOP_URL=sandbox', 'SHOP_TOKEN_2=abcdefghij', 'SHOP_URL_EU=x', 'SHOP_ORG=x', 'SHOP_UID=1'];
    const directory = ownDirectory({ '.env': `${lines.join('\n')}\n` });
    const { code, err } = await shopCli('products list -q --limit 1', { directory, env: { SHOP_TOKEN_NL: 'x' } });
    expect([code, err]).toEqual([0, '1 of 62 shown. Use --all for the rest.\n']);
  });

  test('and by doctor, whichever store is checked, without the values', async () => {
    const directory = ownDirectory({ '.env': `SHOP_TIMOUT=5s\nSHOP_TOKEN="${canary}\nSHOP_READONLY=1\n` });
    const env = { SHOP_URL: 'http://127.0.0.1:1', SHOP_TOKEN: canary, SHOP_TOKN: canary };
    const { out } = await shopCli('doctor --json', { directory, env });
    const named = (JSON.parse(out) as { result: string; message: string }[]).filter(
      ({ result }) => result === 'warning',
    );
    expect(named.map(({ message }) => message)).toMatchInlineSnapshot(`
      [
        "Unknown variable SHOP_TOKN in the environment. Did you mean SHOP_TOKEN?",
        ".env, line 1: unknown variable SHOP_TIMOUT. Did you mean SHOP_TIMEOUT? .env, line 2 cannot be read: expected NAME=value. .env, line 3: unknown variable SHOP_READONLY. Did you mean SHOP_READ_ONLY? .env, line 3, may mean SHOP_READ_ONLY.",
      ]
    `);
  });
});

test.each([`'${canary}'`, `"${canary}"`])(
  'a token in the quotes that docker keeps is named as that: %s',
  async (token) => {
    const { url, seen } = await serveStore(answers(401, {}));
    const { code, err } = await shopCli('products list', { env: { SHOP_URL: url, SHOP_TOKEN: token } });
    expect([code, err, seen]).toEqual([
      2,
      "Error: The token is in quotes, which are sent as part of it.\nRemove the quotes: docker's --env-file keeps them.\n",
      [],
    ]);
  },
);

test.each(['', ' of mine'])('a token with a # is named where it is not accepted%s', async (rest) => {
  const { url } = await serveStore(answers(401, {}));
  const directory = ownDirectory({ '.env': `SHOP_URL=${url}\nSHOP_TOKEN=${canary}#prod${rest}\n` });
  expect((await shopCli('products list', { directory })).err).toContain(
    'It contains a #, which is read as part of the token: put a space before the # of a comment.',
  );
});

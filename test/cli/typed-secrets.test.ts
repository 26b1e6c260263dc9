import { expect, test } from 'vitest';
import { ownDirectory, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';

// Secrets of other programs that a person sends to the API of the shop.

const sheets = ['--dry-run', '--curl', '--curl-for=powershell', '--curl-for=cmd', '--dry-run --output ndjson'];

const bodies: readonly unknown[] = [
  { secret: 'hunter22x' },
  { apiKey: 'hunter22x' },
  { api_key: 'hunter22x', 'X-Api-Key': 'hunter22x' },
  { webhook: { clientSecret: 'hunter22x' } },
  { credentials: [{ type: 'password', value: 'hunter22x' }] },
  { credentials: { user: 'jo', text: 'hunter22x' } },
  { settings: [{ name: 'apiKey', value: 'hunter22x' }] },
  { options: [{ key: 'access_token', content: 'hunter22x' }] },
  { accessToken: 'hunter22x', refresh_token: 'hunter22x' },
  { password: { new: 'hunter22x' } },
  { privateKey: ['hunter22x'] },
  { secret: 'x7q' },
  { credentials: [{ type: 'pin', value: 'x7q' }] },
];

test.each(sheets)('what the body of api has as a secret is not shown by %s', async (sheet) => {
  const shown: unknown[] = [];
  for (const body of bodies) {
    const directory = ownDirectory({ 'body.json': JSON.stringify(body) });
    const line = `--store sandbox:x.db api POST hooks --body body.json ${sheet}`.replace(
      '--curl-for',
      '--curl --curl-for',
    );
    const env = { SHOP_URL: 'https://shop.example', SHOP_TOKEN: 'a-token-of-mine' };
    const { code, out, err } = await shopCli(line.replace('--store sandbox:x.db ', ''), { directory, env });
    if (code !== 0 || /hunter22x|x7q/.test(`${out}${err}`)) shown.push([body, code, out, err]);
  }
  expect(shown).toEqual([]);
});

test.each(sheets)('neither is a query that holds one by %s', async (sheet) => {
  const env = { SHOP_URL: 'https://shop.example', SHOP_TOKEN: 'a-token-of-mine' };
  const words = ['api', 'POST', 'hooks', '--query', 'apiKey=x7q', ...sheet.split(' ')];
  const { code, out, err } = await shopCli(words.includes('--curl-for=cmd') ? ['--curl', ...words] : words, { env });
  expect([code, /\*{3}|(%2A){3}/.test(out), /x7q/.test(`${out}${err}`)]).toEqual([0, true, false]);
});

test('what only looks like a secret is shown', async () => {
  const body = { name: 'Password manager', price: 9.95, secretary: 'Jo', pinned: true, authors: ['An'], text: 'spins' };
  const directory = ownDirectory({ 'body.json': JSON.stringify(body) });
  const env = { SHOP_URL: 'https://shop.example', SHOP_TOKEN: 'a-token-of-mine' };
  const { out } = await shopCli('api POST hooks --body body.json --dry-run', { directory, env });
  expect(JSON.parse(out).body).toEqual({ ...body, text: '***' });
});

const page = '<!DOCTYPE html><title>Login</title>';

test.each([
  ['a web page', 5, page, 'text/html'],
  ['a web page without a type', 5, page, ''],
  ['cut JSON', 6, '{"products":[{"id":1', 'application/json'],
  ['cut JSON that is called text', 6, '[{"id":1', 'text/plain'],
  ['a page that begins with text', 5, 'Please log in', 'text/html; charset=utf-8'],
])('api takes %s for no answer, with --json and without: exit code %i', async (_, expected, body, type) => {
  const { url } = await serveStore((_request, response) => {
    response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(body);
  });
  const env = { SHOP_URL: url, SHOP_TOKEN: 'a-token-of-mine', SHOP_RETRIES: '0' };
  const outcomes: unknown[] = [];
  for (const format of ['', '--json', '-o csv']) {
    const { code, out } = await shopCli(`api GET things ${format}`, { env });
    outcomes.push([code, out]);
  }
  expect(outcomes).toEqual([
    [expected, ''],
    [expected, ''],
    [expected, ''],
  ]);
});

test('api prints other text as it is', async () => {
  const { url } = await serveStore((_, response) => void response.writeHead(200).end('pong'));
  const env = { SHOP_URL: url, SHOP_TOKEN: 'a-token-of-mine' };
  expect(await shopCli('api GET ping', { env })).toMatchObject({ code: 0, out: 'pong\n' });
});

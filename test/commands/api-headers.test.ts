import { expect, test } from 'vitest';
import { canary } from '../support/run.ts';
import { json, namedStore, runAt, serveStore } from '../support/store.ts';

const headers = ['-H', 'X-Shop-Region: eu', '--header', 'accept-language:de', '-H', 'Authorization: Basic am86cHc='];

test('api sends headers as typed, and they go before the usual ones', async () => {
  const { run, seen } = await serveStore((_request, response) =>
    json(response, 200, { totalResults: 1, products: [{ id: 1 }] }),
  );
  const first = await run(['api', 'GET', 'products', ...headers, '-H', 'User-Agent: me', '-H', 'Accept: text/csv']);
  const second = await run(['api', 'GET', 'products', ...headers]);
  expect([first.code, second.code]).toEqual([0, 0]);
  const wanted = { 'x-shop-region': 'eu', 'accept-language': 'de', authorization: 'Basic am86cHc=' };
  for (const request of seen) expect(request.headers).toMatchObject(wanted);
  expect(seen[0]?.headers).toMatchObject({ 'user-agent': 'me', accept: 'text/csv' });
  expect(seen.at(-1)?.headers).toMatchObject({ 'user-agent': 'shop-cli', accept: 'application/json' });
});

test('a header that api is given twice is sent once, with both values', async () => {
  const { run, seen } = await serveStore((_request, response) => json(response, 200, {}));
  await run([
    'api',
    'GET',
    'products',
    ...['X-A: 1', 'x-a: 2', 'Cookie: a=1', 'Cookie: b=2'].flatMap((h) => ['-H', h]),
  ]);
  expect(seen[0]?.headers).toMatchObject({ 'x-a': '1, 2', cookie: 'a=1; b=2' });
});

test('--curl and --dry-run show them, --verbose does not', async () => {
  const { run } = await serveStore((_request, response) => json(response, 200, {}));
  const line = ['api', 'POST', 'products', '-f', 'sku=A', ...headers];
  const { out: curl } = await run([...line, '--curl']);
  expect(curl).toContain("--header 'x-shop-region: eu'");
  expect(curl).toContain("--header 'authorization: Basic am86cHc='");
  const { out: shown } = await run([...line, '--dry-run']);
  expect(JSON.parse(namedStore(shown))).toEqual({
    store: 'shop.test',
    method: 'POST',
    path: '/api/v2/products',
    language: 'de',
    headers: { 'x-shop-region': 'eu', authorization: 'Basic am86cHc=' },
    body: { sku: 'A' },
  });
  const { out, err } = await run([...line, '--verbose']);
  expect(err).toContain('POST');
  expect(out + err).not.toMatch(/am86cHc|x-shop-region/i);
});

test.each<readonly [string, string]>([
  ['no colon', 'expected "Name: value"'],
  ['bad name: x', 'expected "Name: value"'],
  [': x', 'expected "Name: value"'],
  ['X-A:', '"x-a" has no value'],
  ['X-A: a\r\nX-B: b', '"x-a" may contain printable ASCII'],
  ['X-A: ü', '"x-a" may contain printable ASCII'],
  ...['Host', 'Content-Length', 'Connection', 'Transfer-Encoding', 'Expect', 'Accept-Encoding', 'Upgrade'].map(
    (name) => [`${name}: 1`, `"${name.toLowerCase()}" cannot be set`] as const,
  ),
])('-H %j cannot be sent: nothing is, and the message says what is expected', async (header, message) => {
  const { run, seen } = await serveStore((_request, response) => json(response, 200, {}));
  const { code, out, err } = await run(['api', 'GET', 'products', '-H', header]);
  expect({ code, out, seen: seen.length }).toEqual({ code: 2, out: '', seen: 0 });
  expect(err).toContain(message);
  expect(err).not.toContain(canary);
});

test.each(['a"b', '100%PATH%'])('the header %s is no part of a command for cmd', async (value) => {
  const { code, out, err } = await runAt(
    () => undefined,
    ['api', 'GET', 'products', '-H', `X-A: ${value}`, '--curl-for', 'cmd'],
  );
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('Use --curl-for powershell.');
});

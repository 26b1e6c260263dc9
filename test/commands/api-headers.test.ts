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

test('--curl and --dry-run show them without their secrets, --verbose does not', async () => {
  const { run } = await serveStore((_request, response) => json(response, 200, {}));
  const line = ['api', 'POST', 'products', '-f', 'sku=A', ...headers];
  const { out: curl } = await run([...line, '--curl']);
  expect(curl).toContain("--header 'x-shop-region: eu'");
  expect(curl).toContain("--header 'authorization: ***'");
  const { out: shown } = await run([...line, '--dry-run']);
  expect(JSON.parse(namedStore(shown))).toEqual({
    store: 'shop.test',
    method: 'POST',
    path: '/api/v2/products',
    language: 'de',
    headers: { 'x-shop-region': 'eu', authorization: '***' },
    body: { sku: 'A' },
  });
  const { out, err } = await run([...line, '--verbose']);
  expect(err).toContain('POST');
  expect(out + err).not.toMatch(/am86cHc|x-shop-region/i);
});

test.each(['Authorization: Bearer sk_live_1234567', 'Cookie: session=sk_live_1234567', 'X-Api-Key: sk_live_1234567'])(
  'the secret of %s is in no output, even if the store says it back',
  async (header) => {
    const { run, seen } = await serveStore((request, response) =>
      json(response, 400, { message: `Invalid: ${JSON.stringify(request.headers)}`, apiKey: 'sk_live_1234567' }),
    );
    const line = ['api', 'POST', 'products', '-f', 'sku=A', '-H', header];
    for (const shown of [[], ['--dry-run'], ['--curl'], ['--verbose'], ['--json']]) {
      const { out, err } = await run([...line, ...shown]);
      expect(out + err).not.toContain('sk_live_1234567');
    }
    expect(JSON.stringify(seen[0]?.headers)).toContain('sk_live_1234567');
  },
);

test.each([
  ['JSON in a text', '{"apiKey":"sk_live_1234567","colour":"red"}', '{"apiKey":"***","colour":"red"}'],
  ['the user of a URL', 'see https://jo:sk_live_1234567@shop.test/a', 'see https://***@shop.test/a'],
  [
    'a parameter of a URL',
    'https://shop.test/a?b=1&access_token=sk_live_1234567',
    'https://shop.test/a?b=1&access_token=***',
  ],
  ['ordinary text', '{"colour": "red"} at https://shop.test/a?b=1', '{"colour": "red"} at https://shop.test/a?b=1'],
])('--dry-run of a body with %s shows no secret', async (_, typed, shown) => {
  const { run } = await serveStore((_request, response) => json(response, 200, {}));
  const { out } = await run(['api', 'POST', 'products', '-f', `note=${typed}`, '--dry-run']);
  expect(JSON.parse(namedStore(out)).body).toEqual({ note: shown });
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

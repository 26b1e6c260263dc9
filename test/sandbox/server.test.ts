import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type Answer, ask, create, openStore } from './store.ts';

const jsonType = { 'content-type': 'application/json' };
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a bad request is rejected with its status, code and field', () => {
  test.each([
    ['an unknown path', 'GET', '/nothing', undefined, {}, 404, 'not_found', null],
    ['a path with a slash too many', 'GET', '/products/', undefined, {}, 404, 'not_found', null],
    ['an unknown product', 'GET', '/products/no-such-sku', undefined, {}, 404, 'not_found', null],
    ['a product whose SKU holds NUL', 'GET', '/products/a%00', undefined, {}, 404, 'not_found', null],
    ['a method the path does not take', 'DELETE', '/products', undefined, {}, 405, 'method_not_allowed', null],
    [
      'a body of another type',
      'POST',
      '/products',
      'sku=1',
      { 'content-type': 'text/csv' },
      415,
      'unsupported_media_type',
      null,
    ],
    [
      'a body whose type only begins like JSON',
      'POST',
      '/products',
      '{}',
      { 'content-type': 'application/jsonp' },
      415,
      'unsupported_media_type',
      null,
    ],
    ['a body that is no JSON', 'POST', '/products', '{"sku":', jsonType, 400, 'malformed', null],
    ['an empty body', 'POST', '/products', '', jsonType, 400, 'malformed', null],
    ['a body that is no UTF-8', 'POST', '/products', new Uint8Array([34, 255, 34]), jsonType, 400, 'malformed', null],
    ['a body nested too deep', 'POST', '/products', `{"sku":${deep(101)}}`, jsonType, 400, 'malformed', null],
    ['a body nested far too deep', 'POST', '/products', deep(200_000), jsonType, 400, 'malformed', null],
    ['a body that is a list', 'POST', '/products', '[]', jsonType, 422, 'invalid', null],
    [
      'a body of more than 1 MiB',
      'POST',
      '/products',
      JSON.stringify({ name: 'x'.repeat(1024 * 1024) }),
      jsonType,
      413,
      'too_large',
      null,
    ],
    ['an unknown language', 'GET', '/products?acceptLanguageId=3', undefined, {}, 422, 'invalid', 'acceptLanguageId'],
  ] as const)('%s', async (...[, method, path, body, headers, status, code, field]) => {
    const answer = await ask(await openStore(), path, { method, headers, ...(body !== undefined && { body }) });
    expect(answer).toMatchObject({
      status,
      body: { error: { code, field, message: expect.stringMatching(/\.$|must be/) } },
    });
  });
});

test('a body of exactly 1 MiB is read', async () => {
  const empty = JSON.stringify({ name: '' }).length;
  const answer = await create(await openStore(), { name: 'x'.repeat(1024 * 1024 - empty) });
  expect(answer.status).toBe(201);
});

test('a chunked body of more than 1 MiB is refused as well', async () => {
  const body = new ReadableStream({
    start(controller) {
      for (let chunk = 0; chunk < 20; chunk += 1) controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      controller.close();
    },
  });
  const answer = await ask(await openStore(), '/products', {
    method: 'POST',
    headers: jsonType,
    body,
    duplex: 'half',
  } as RequestInit);
  expect(answer.status).toBe(413);
});

test('a chunked body is read', async () => {
  const body = new Blob(['{"sku":', '"A-1"}']).stream();
  const answer = await ask(await openStore(), '/products', {
    method: 'POST',
    headers: jsonType,
    body,
    duplex: 'half',
  } as RequestInit);
  expect(answer).toMatchObject({ status: 201, body: { sku: 'A-1' } });
});

test('a JSON body may name its charset', async () => {
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
  const answer = await ask(await openStore(), '/products', { method: 'POST', headers, body: '{"sku":"A-1"}' });
  expect(answer.status).toBe(201);
});

describe('without the right token, every path answers 401', () => {
  test.each([
    ['none', '/api/v2/products'],
    ['an empty one', '/api/v2/products?token='],
    ['a wrong one', '/api/v2/products?token=wrong'],
    ['the beginning of the right one', '/api/v2/products?token=sec'],
    ['the right one and more', '/api/v2/products?token=secret1'],
    ['the right one and a NUL', '/api/v2/products?token=secret%00'],
    ['the right one in other bytes', '/api/v2/products?token=secr%C3%A9'],
    ['none, on an unknown path', '/nothing'],
  ])('%s', async (_what, path) => {
    const sandbox = await openStore({ token: 'secret' });
    const reply = await fetch(sandbox.url + path);
    expect([reply.status, await reply.json()]).toMatchObject([
      401,
      { error: { code: 'unauthorized', field: 'token' } },
    ]);
  });
});

test('a token with special characters is compared decoded', async () => {
  const sandbox = await openStore({ token: 'a+b&c=é' });
  const reply = await fetch(`${sandbox.url}/api/v2/products?token=${encodeURIComponent(sandbox.token)}`);
  expect(reply.status).toBe(200);
});

describe('the log', () => {
  test('has one line per request, with the token hidden and the rest escaped', async () => {
    const lines: string[] = [];
    const sandbox = await openStore({ token: 'canary', log: (line) => lines.push(line) });
    await ask(sandbox, '/products?limit=1&filter[search]=%1b[2J%0a');
    await ask(sandbox, '/products/canary');
    await fetch(`${sandbox.url}/api/v2/products?%74oken=stolen%26secret`);
    expect(lines).toEqual([
      'GET /api/v2/products?limit=1&filter[search]=\\u{1b}[2J\\n&token=*** 200',
      'GET /api/v2/products/***?token=*** 404',
      'GET /api/v2/products?token=*** 401',
    ]);
  });

  test('reports an error of the sandbox, which the reply does not', async () => {
    const lines: string[] = [];
    const broken = (): Date => {
      throw new Error('the clock of canary stopped');
    };
    const sandbox = await openStore({ token: 'canary', empty: true, now: broken, log: (line) => lines.push(line) });
    const answer = await create(sandbox, { sku: 'A-1' });
    expect([answer.status, answer.body, lines]).toEqual([
      500,
      { error: { code: 'internal', message: 'The sandbox failed. See its log.', field: null } },
      ['Sandbox error: the clock of *** stopped', 'POST /api/v2/products?token=*** 500'],
    ]);
  });
});

describe('The host of a page', () => {
  test.each([
    ['shop.test:8080', 'http://shop.test:8080/product/200'],
    ['[::1]:8080', 'http://[::1]:8080/product/200'],
  ])('named %s', async (host, urlAbs) => {
    expect((await askHost(host)).body.urlAbs).toBe(urlAbs);
  });

  test('that is none is 400', async () => {
    const { status, body } = await askHost('a b');
    expect([status, body.error.code]).toEqual([400, 'malformed']);
  });
});

/** `fetch` does not send a Host of one's own. */
async function askHost(host: string): Promise<{ readonly status: number | undefined; readonly body: Answer['body'] }> {
  const { url, token } = await openStore();
  const [incoming] = await once(
    request(`${url}/api/v2/products/200?token=${token}`, { headers: { host } }).end(),
    'response',
  );
  return { status: incoming.statusCode, body: await json(incoming) };
}

import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { sampled } from '../support/thorough.ts';
import { type Answer, ask, create, openStore } from './store.ts';

const jsonType = 'application/json';
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a bad request is rejected with its status and code', () => {
  sampled(4).each([
    ['an unknown path', 'GET', '/nothing', 404, 'not_found'],
    ['a path with a slash too many', 'GET', '/products/', 404, 'not_found'],
    ['an unknown product', 'GET', '/products/no-such-sku', 404, 'not_found'],
    ['a product whose SKU holds NUL', 'GET', '/products/a%00', 404, 'not_found'],
    ['a method the path does not take', 'DELETE', '/products', 405, 'method_not_allowed'],
    ['an unknown language', 'GET', '/products?acceptLanguageId=3', 422, 'invalid'],
  ])('%s', async (_what, method, path, status, code) => {
    const answer = await ask(await openStore(), path, { method });
    const message = expect.stringMatching(/\.$|^acceptLanguageId must be/);
    expect(answer).toMatchObject({ status, body: { error: { code, message } } });
  });

  test.each([
    ['of another type', 'sku=1', 'text/csv', 415, 'unsupported_media_type'],
    ['whose type only begins like JSON', '{}', 'application/jsonp', 415, 'unsupported_media_type'],
    ['that is no JSON', '{"sku":', jsonType, 400, 'malformed'],
    ['that is empty', '', jsonType, 400, 'malformed'],
    ['that is no UTF-8', new Uint8Array([34, 255, 34]), jsonType, 400, 'malformed'],
    ['nested too deep', `{"sku":${deep(101)}}`, jsonType, 400, 'malformed'],
    ['nested far too deep', deep(200_000), jsonType, 400, 'malformed'],
    ['of more than 1 MiB', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), jsonType, 413, 'too_large'],
  ])('a body %s', async (_what, body, type, status, code) => {
    const answer = await post(body, type);
    expect(answer).toMatchObject({ status, body: { error: { code, message: expect.stringMatching(/\.$/) } } });
  });
});

/** Sends `POST /products` with this body to a store of its own. */
const post = async (body: RequestInit['body'], type = jsonType): Promise<Answer> => {
  // A stream can be sent in one direction only.
  const init: RequestInit & { duplex: string } = { method: 'POST', headers: { 'content-type': type }, duplex: 'half' };
  return await ask(await openStore(), '/products', { ...init, ...(body !== undefined && { body }) });
};

test('a body of exactly 1 MiB is read', async () => {
  const empty = JSON.stringify({ name: '' }).length;
  expect((await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024 - empty) }))).status).toBe(200);
});

test('a chunked body is read, and refused above 1 MiB as well', async () => {
  const chunked = (...chunks: readonly string[]) => new Blob([...chunks]).stream();
  expect((await post(chunked('{"sku":', '"A-1"}'))).body.sku).toBe('A-1');
  expect((await post(chunked(...Array.from({ length: 20 }, () => ' '.repeat(64 * 1024))))).status).toBe(413);
});

test('a JSON body may name its charset', async () => {
  expect((await post('{"sku":"A-1"}', 'Application/JSON; charset=utf-8')).status).toBe(200);
});

describe('without the right token, every path answers 401', () => {
  test.each([
    ['none', '/api/v2/products'],
    ['an empty one', '/api/v2/products?token='],
    ['a wrong one', '/api/v2/products?token=wrong'],
    ['the beginning of the right one', '/api/v2/products?token=sec'],
    ['the right one and a NUL', '/api/v2/products?token=secret%00'],
    ['none, on an unknown path', '/nothing'],
  ])('%s', async (_what, path) => {
    const sandbox = await openStore({ token: 'secret' });
    const reply = await fetch(sandbox.url + path);
    const error = { code: 'unauthorized', field: 'token' };
    expect([reply.status, await reply.json()]).toMatchObject([401, { error }]);
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

import { createServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { listen } from '../support/listen.ts';
import type { Outcome } from '../support/run.ts';
import { storeAt } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

const product = '{"productId":1,"sku":"A"}';
const size = product.length;
const packed = gzipSync(product);
const chunked = `${size.toString(16)}\r\n${product}\r\n0\r\n\r\n`;

/** A response as bytes, head and body. */
const reply = (status: string, headers: readonly string[], body: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from([`HTTP/1.1 ${status}`, 'Content-Type: application/json', ...headers, '', ''].join('\r\n')),
    Buffer.from(body),
  ]);
const compressed = (encoding: string, body: string | Buffer): Buffer =>
  reply('200 OK', [`Content-Encoding: ${encoding}`, `Content-Length: ${Buffer.byteLength(body)}`], body);
const whole = reply('200 OK', [`Content-Length: ${size}`], product);

/** Runs a command line against a store that answers each connection with these bytes; HOST in them is its own. */
async function outcomeOf(bytes: Buffer, line: string): Promise<Outcome & { readonly connections: number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const own = `127.0.0.1:${port}`;
    socket.once('data', () => socket.end(Buffer.from(bytes.toString('latin1').replace('HOST', own), 'latin1')));
  });
  const port = await listen(server);
  return { ...(await storeAt(`http://127.0.0.1:${port}`).run(line)), connections };
}

const fix = 'Fix this in the web server of the store, or in a proxy in front of it.';
const packer = `${fix} shop-cli does not ask for compression.`;
const login = 'A login page or a rule of the web server must not come before the API. Check the path in the store URL.';
const closes = 'Redirects are not followed: they could leak the token.';
const length = 'The reply from shop.test has a Content-Length that is wrong, repeated, or combined with chunks.';
const interim = 'The store shop.test sent an interim answer (100 or 101) that shop-cli did not ask for.';
const notPacked = 'The reply from shop.test is not compressed as its Content-Encoding says';
const cases: readonly (readonly [title: string, bytes: Buffer, message: string, hint: string])[] = [
  ['100 that nobody asked for', Buffer.concat([reply('100 Continue', []), whole]), interim, fix],
  ['101', reply('101 Switching Protocols', ['Upgrade: h2c', 'Connection: Upgrade']), interim, fix],
  ['gzip in name alone', compressed('gzip', product), `${notPacked} (Z_DATA_ERROR).`, packer],
  [
    'an encoding that nobody knows',
    compressed('zstd', Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0)),
    `${notPacked} (ERR_UNKNOWN_ENCODING).`,
    packer,
  ],
  [
    'Content-Length twice',
    reply('200 OK', [`Content-Length: ${size}`, `Content-Length: ${size}`], product),
    length,
    fix,
  ],
  ['two lengths', reply('200 OK', [`Content-Length: ${size}`, 'Content-Length: 5'], product), length, fix],
  [
    'a length before chunks',
    reply('200 OK', [`Content-Length: ${size}`, 'Transfer-Encoding: chunked'], chunked),
    length,
    fix,
  ],
  [
    'a length after chunks',
    reply('200 OK', ['Transfer-Encoding: chunked', `Content-Length: ${size}`], chunked),
    length,
    fix,
  ],
  ['a length that is no number', reply('200 OK', ['Content-Length: many'], product), length, fix],
  [
    '304',
    reply('304 Not Modified', []),
    'The store shop.test answered "not modified" (304), which shop-cli did not ask for.',
    'Configure the cache in front of the store to let requests to the API through.',
  ],
  [
    'a redirect to its login',
    reply('302 Found', ['Location: /login.php?token=canary', 'Content-Length: 0']),
    `The store shop.test redirects to /login.php on the same host. ${closes}`,
    login,
  ],
  [
    'a redirect to a slash',
    reply('301 Moved', ['Location: http://HOST/api/v2/products/1/', 'Content-Length: 0']),
    `The store shop.test redirects to /api/v2/products/1/ on the same host. ${closes}`,
    login,
  ],
  [
    'a redirect to https',
    reply('301 Moved', ['Location: https://127.0.0.1/api/v2/products/1', 'Content-Length: 0']),
    `The store shop.test redirects to https://127.0.0.1. ${closes}`,
    'Use https:// in the store URL.',
  ],
];

describe('a reply that no retry heals ends the command after one request, with exit code 5, and is told apart:', () => {
  sampled(4).each(cases)('%s', async (_, bytes, message, hint) => {
    const { code, err, connections } = await outcomeOf(bytes, 'products get 1 --retries 3');
    expect([code, err, connections]).toEqual([5, `Error: ${message}\n${hint}\n`, 1]);
  });
});

describe('a compressed reply that ends too early was cut off: it is read again', () => {
  test.each([
    ['gzip', packed.subarray(0, 20)],
    ['br', brotliCompressSync(product).subarray(0, 9)],
  ])('%s', async (encoding, half) => {
    const { code, err, connections } = await outcomeOf(compressed(encoding, half), 'products get 1 --retries 1');
    const message = 'Error: The compressed reply from shop.test ends too early.\nRetry in a moment.\n';
    expect([code, err, connections]).toEqual([6, message, 2]);
  });
});

describe('a write that was answered so has an unknown outcome', () => {
  test.each(cases.filter(([title]) => !/redirect|304/.test(title)))('%s', async (_, bytes, message) => {
    const { code, err, connections } = await outcomeOf(bytes, 'products create --sku A --price 1 --allow-duplicate');
    const [said] = err.split('\n');
    expect([code, said, connections]).toEqual([10, `Error: ${message} The outcome of the POST is unknown.`, 1]);
  });
});

describe('a reply is read all the same', () => {
  test.each([
    ['after an interim answer of another kind', Buffer.concat([reply('102 Processing', []), whole])],
    ['deflate without its header', compressed('deflate', deflateRawSync(product))],
    ['deflate', compressed('deflate', deflateSync(product))],
    ['gzip twice', compressed('gzip, gzip', gzipSync(packed))],
    ['gzip once that is named twice', compressed('gzip, gzip', packed)],
    ['a charset where the encoding should be', compressed('UTF-8', product)],
  ])('%s', async (_, bytes) => {
    expect(await outcomeOf(bytes, 'products get 1 -q')).toMatchObject({ code: 0, out: '1\n' });
  });
});

describe('api refuses a page and cut JSON', () => {
  const page = reply('200 OK', ['Connection: close'], '<html><title>Welcome</title></html>');
  const half = reply('200 OK', ['Connection: close'], '{"data":[{"productId":');
  test.each(['--json', '--output yaml', '--fields productId', ''])('with a format or without: %s', async (option) => {
    for (const [bytes, expected] of [
      [page, 5],
      [half, 6],
    ] as const) {
      const { code, out, err } = await outcomeOf(bytes, `api GET products ${option}`);
      expect([code, out, /is not from the shop API|is cut off/.test(err)]).toEqual([expected, '', true]);
    }
  });

  test('an empty reply is none', async () => {
    expect(await outcomeOf(reply('200 OK', ['Content-Length: 0']), 'api GET products --json')).toMatchObject({
      code: 0,
      out: '',
    });
  });
});

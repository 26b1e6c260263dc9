import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { listen } from '../support/listen.ts';
import { answers } from '../support/replies.ts';
import { runAt, storeAt } from '../support/store.ts';

/** What a command makes of a server that writes these bytes, and then `drip` every 20 ms. */
async function outcomeOf(bytes: string, { drip = '', options = '' }) {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(bytes);
      const timer = setInterval(() => socket.write(drip), 20);
      socket.on('close', () => clearInterval(timer));
    });
  });
  const { run } = storeAt(`http://127.0.0.1:${await listen(server)}`);
  const start = performance.now();
  const { code, err } = await run(`products get 1 --retries 0 ${options}`);
  return { code, isTooLarge: err.includes('too large'), inTime: performance.now() - start < 25_000 };
}

test('headers of more than 16 KiB are refused', async () => {
  const head = `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(17 * 1024)}\r\n\r\n`;
  expect(await outcomeOf(head, {})).toEqual({ code: 5, isTooLarge: true, inTime: true });
});

test('headers that never end do not put off the deadline', async () => {
  const options = { drip: 'x', options: '--timeout 1s' };
  expect(await outcomeOf('HTTP/1.1 200 OK\r\nx-slow: ', options)).toEqual({ code: 6, isTooLarge: false, inTime: true });
});

describe('a small reply that unpacks to more than a reply may have is refused', () => {
  const zeros = Buffer.alloc(64 * 2 ** 20, '[');
  test.each([
    ['gzip', gzipSync(zeros)],
    ['x-gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ])('where it is compressed as %s', async (encoding, bytes) => {
    const before = process.memoryUsage.rss();
    const { code, out, err } = await runAt(
      (_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
      'products list',
    );
    // Of two encodings one is taken off: what is left is small.
    const isSaid = err.includes('too large') || encoding === 'gzip, gzip';
    expect([code, out, isSaid, process.memoryUsage.rss() - before < 256 * 2 ** 20]).toEqual([5, '', true, true]);
  });
});

describe('a whole reply that is nested deeper than 100 levels is refused', () => {
  const nested = (levels: number): string => `{"productId":"1","a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  test.each([
    [98, 0],
    [101, 5],
    [100_000, 5],
  ])('%i levels: exit code %i', async (levels, code) => {
    for (const format of ['table', 'json', 'yaml', 'csv'])
      expect((await runAt(answers(200, nested(levels)), `products get 1 -o ${format}`)).code).toBe(code);
  });
});

describe('a record may have 4 MiB and a page 32 MiB', () => {
  const long = (mebibytes: number): string => 'x'.repeat(mebibytes * 2 ** 20);
  test.each([
    ['products get 1', 3, 0],
    ['products get 1', 5, 5],
    ['products list --limit 1', 5, 0],
    ['products list --limit 1', 33, 5],
  ])('%s with a reply of %i MiB: exit code %i', async (line, mebibytes, code) => {
    const product = { productId: '1', sku: 'A', description: long(mebibytes) };
    const reply = line.includes('list') ? { numRows: 1, data: [product] } : product;
    const { code: ended, err } = await runAt(answers(200, reply), `${line} --fields sku -o csv`);
    expect([ended, err.includes('too large')]).toEqual([code, code === 5]);
  });
});

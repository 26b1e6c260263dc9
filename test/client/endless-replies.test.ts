import { createServer } from 'node:net';
import { describe, expect } from 'vitest';
import { listen } from '../support/listen.ts';
import { storeAt } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
const piece = 2 ** 20;
/** More than any reply may bring: the server stops there, so that a test that fails ends too. */
const most = 400 * piece;

/** Sends `start` and then the same megabyte over and over, as fast as it is read. Returns what a command makes of it. */
async function outcomeOf(start: string, again: string) {
  let sent = 0;
  const flood = Buffer.from(again.repeat(Math.ceil(piece / again.length)));
  const server = createServer((socket) => {
    const pour = (): void => {
      while (sent < most && !socket.destroyed) {
        sent += flood.length;
        if (!socket.write(flood)) return;
      }
      socket.destroy();
    };
    socket.on('drain', pour);
    socket.once('data', () => {
      socket.write(start);
      pour();
    });
  });
  const { run } = storeAt(`http://127.0.0.1:${await listen(server)}`);
  const { code, err } = await run('products get 1 --retries 0');
  return { code, isTooLarge: err.includes('too large'), isEarly: sent < most / 2 };
}

describe('a reply without end is ended, whatever part of it has no end', () => {
  sampled(3).each([
    ['the extension of a chunk', `${head}2;a=`, 'b'],
    ['the extension of the last chunk', `${head}2\r\n{}\r\n0;a=`, 'b'],
    ['chunks of one byte with long extensions', head, `1;${'x'.repeat(1000)}\r\n \r\n`],
    ['interim replies', '', `HTTP/1.1 103 Early Hints\r\nlink: ${'x'.repeat(4000)}\r\n\r\n`],
  ])('where the endless part is %s', async (_, start, again) => {
    expect(await outcomeOf(start, again)).toEqual({ code: 5, isTooLarge: true, isEarly: true });
  });
});

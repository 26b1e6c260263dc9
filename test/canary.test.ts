import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allowStoresIn, canary, forgetStores, lookIn, takeLeaks } from './support/canary.ts';
import { inDirectory } from './support/directory.ts';
import { Emulator } from './support/emulator.ts';

// The check that every test goes through (test/support/watch.ts) sees what it is for.

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const percent = (text: string): string =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');

describe('the token is found', () => {
  test.each([
    ['raw', canary],
    ['percent-encoded', encodeURIComponent(canary)],
    ['percent-encoded character by character', percent(canary)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(canary))],
    [
      'in the query of a URL in a query',
      encodeURIComponent(`https://shop.example/?token=${encodeURIComponent(canary)}`),
    ],
    ['in base64', base64(canary)],
    ['in base64 behind one character', base64(`:${canary}`)],
    ['in base64 behind two', base64(`u:${canary}:`)],
    ['in base64 for URLs', Buffer.from(canary).toString('base64url')],
    ['in base64 of its percent-encoding', base64(`?token=${encodeURIComponent(canary)}`)],
    ['in hex', Buffer.from(canary).toString('hex')],
    ['in capital hex', Buffer.from(canary).toString('hex').toUpperCase()],
    ['reversed', [...canary].reverse().join('')],
    ['in HTML', canary.replace('&', '&amp;')],
    ['in JSON of PHP', canary.replace('/', '\\/').replace('&', '\\u0026')],
    ['cut by a narrow column', canary.slice(0, 12)],
  ])('in the form %s', (_, text) => {
    lookIn('a text', `before ${text} after`);
    expect(takeLeaks()).toEqual([expect.stringMatching(/^a text holds the token .*: "before /)]);
  });

  test('in a file, wherever it is, but not in the .env of the test', async () => {
    await inDirectory(async (directory) => {
      writeFileSync(join(directory, 'report.json'), JSON.stringify({ url: `/?token=${encodeURIComponent(canary)}` }));
      writeFileSync(join(directory, '.env'), `SHOP_TOKEN=${canary}`);
    });
    expect(takeLeaks()).toEqual([expect.stringContaining('report.json holds the token percent-encoded')]);
  });

  test('in what a program prints, and in its arguments', async () => {
    const print = 'console.log(process.env.SHOP_TOKEN); console.error(process.env.SHOP_TOKEN, process.argv[1])';
    const child = spawn(process.execPath, ['-e', print, canary], { env: { SHOP_TOKEN: canary } });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    await once(child, 'close');
    expect(takeLeaks().map((leak) => leak.split(' (')[0]?.split(' -e')[0])).toEqual([
      'the arguments of a program',
      'the standard output of the program node',
      'the standard error of the program node',
    ]);
  });

  test('on a screen, whole or in two lines', async () => {
    for (const written of [canary, `${canary.slice(0, 7)}\r\n${canary.slice(7)}`]) {
      const emulator = new Emulator(20, 5);
      await emulator.write(written);
      emulator.dispose();
      expect(takeLeaks()).not.toEqual([]);
    }
  });

  test('in a request to a server that no command was told is its store, in its address, headers and body', async () => {
    forgetStores();
    const server = createServer((request, response) => request.resume().on('end', () => response.end()));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const ask = async (): Promise<number> => {
      await fetch(`${url}?token=${encodeURIComponent(canary)}`);
      await fetch(url, { headers: { referer: `https://shop.example/?token=${canary}` } });
      await fetch(url, { method: 'POST', body: canary });
      return takeLeaks().length;
    };
    try {
      expect(await ask()).toBe(3);
      allowStoresIn(url);
      expect(await ask()).toBe(0);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

test('a text without it is no leak', () => {
  lookIn('a text', 'canary, %20, &amp; \\u0041 Y2FuYXJ5');
  expect(takeLeaks()).toEqual([]);
});

test('no test makes a directory that is not looked through', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const making = files.filter((path) => /\btmpdir\(/.test(readFileSync(join('test', path), 'utf8')));
  expect(making).toEqual([join('support', 'directory.ts')]);
});

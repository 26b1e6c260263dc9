import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';

// Needs a build (`npm test` makes one).

test('the second Ctrl-C ends an import at once, even while nobody writes to its pipe', {
  timeout: 10_000,
}, async () => {
  const directory = ownDirectory();
  const pipe = join(directory, 'in.csv');
  execFileSync('mkfifo', [pipe]);
  const child = spawn(process.execPath, ['bin/shop-cli.cjs', '--store', 'sandbox', 'products', 'import', pipe], {
    env: { PATH: process.env.PATH, HOME: directory },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const again = setInterval(() => child.kill('SIGINT'), 1000);
  try {
    // On a slow machine the first comes before the pipe is opened, and is enough.
    expect([
      [null, 'SIGINT'],
      [130, null],
    ]).toContainEqual(await ended);
  } finally {
    clearInterval(again);
    child.kill('SIGKILL');
    execFileSync('rm', [pipe]);
  }
});

test('Ctrl-C ends an import at once that waits for the first answer of the store', { timeout: 20_000 }, async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const child = spawn(process.execPath, ['bin/shop-cli.cjs', 'products', 'import', 'examples/products.csv'], {
    env: {
      ...{ PATH: process.env.PATH, HOME: ownDirectory() },
      ...{ SHOP_URL: `http://127.0.0.1:${port}`, SHOP_TOKEN: 'canary-token' },
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await once(silent, 'connection');
  const interruptedAt = performance.now();
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  // Requests under way while rows are sent get five seconds.
  expect(performance.now() - interruptedAt).toBeLessThan(4000);
  silent.close();
});

import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { certificate } from '../support/certificates.ts';
import { listen } from '../support/listen.ts';
import { bin, runProgram } from '../support/programs.ts';
import { serveProxy } from '../support/proxy.ts';
import { canary, ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { serveTlsStore } from '../support/tls-store.ts';
import { words } from '../support/words.ts';

// The built program in a process of its own, as Node reads its variables. Needs a build.

async function built(line: string, env: Readonly<Record<string, string>>, cwd = '.') {
  const all = { PATH: process.env.PATH, HOME: '/nonexistent', SHOP_TOKEN: canary, ...env };
  return await runProgram(process.execPath, [bin, ...words(line)], { cwd, env: all });
}

const get = 'products get 1 --quiet --retries 0';

describe('NODE_EXTRA_CA_CERTS', () => {
  test('names certificates that are trusted', async () => {
    const { port, directory } = await serveTlsStore();
    const env = { SHOP_URL: `https://127.0.0.1:${port}` };
    const [without, with_] = await Promise.all([
      built(get, env, directory),
      built(get, { ...env, NODE_EXTRA_CA_CERTS: 'ca.pem' }, directory),
    ]);
    expect([without.code, with_.code, with_.out]).toEqual([5, 0, '1\n']);
  });

  test('is trusted beside --ca-file', async () => {
    const { port, directory } = await serveTlsStore();
    await writeFile(join(directory, 'other.pem'), certificate('Other Root CA').cert);
    const env = { SHOP_URL: `https://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: 'ca.pem' };
    const { code, out, err } = await built(`${get} --ca-file other.pem`, env, directory);
    expect({ code, out, err }).toEqual({ code: 0, out: '1\n', err: '' });
  });

  test('that cannot be read is named by Node, and --ca-file still works', async () => {
    const { port, directory } = await serveTlsStore();
    const env = { SHOP_URL: `https://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: 'none.pem' };
    const { code, err } = await built(`${get} --ca-file ca.pem`, env, directory);
    expect([code, err]).toEqual([0, expect.stringContaining('none.pem')]);
  });
});

describe('NODE_OPTIONS', () => {
  test('--use-openssl-ca trusts the authorities of OpenSSL beside --ca-file, and each alone is enough', async () => {
    const { port, directory } = await serveTlsStore();
    await writeFile(join(directory, 'other.pem'), certificate('Other Root CA').cert);
    const openssl = { SHOP_URL: `https://127.0.0.1:${port}`, NODE_OPTIONS: '--use-openssl-ca' };
    const outcomes = await Promise.all(
      [
        ['ca.pem', 'other.pem'],
        ['other.pem', 'ca.pem'],
        ['other.pem', 'other.pem'],
      ].map(([SSL_CERT_FILE = '', file]) =>
        built(`${get} --ca-file ${file}`, { ...openssl, SSL_CERT_FILE }, directory),
      ),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 5]);
  });

  test('--jitless is named as the cause', async () => {
    const env = { SHOP_URL: 'http://127.0.0.1:9', NODE_OPTIONS: '--jitless' };
    const { code, err } = await built(get, env);
    expect([code, err.split('\n').slice(1)]).toEqual([
      2,
      [
        'Error: Node was started without WebAssembly (--jitless), which HTTP needs.',
        'Remove --jitless from NODE_OPTIONS, or from the command that starts Node.',
        '',
      ],
    ]);
  });

  test('--no-addons is named as the cause where SQLite is needed', async () => {
    const { code, err } = await built(`${get} --store sandbox:x.db`, { NODE_OPTIONS: '--no-addons' }, ownDirectory());
    expect([code, err.split('\n')[0]]).toEqual([
      2,
      'Error: Node does not load add-ons, and SQLite (libsql) is one. Imports and the sandbox need it.',
    ]);
  });
});

test('a Node that may start no other program has no keychain: the token goes to a file, as said', async () => {
  const { url } = await serveSandbox();
  const home = ownDirectory();
  // The flag of Node 20, which later versions know too.
  const flags = ['--experimental-permission', '--allow-fs-read=*', '--allow-fs-write=*'];
  const argv = [...flags, bin, 'auth', 'login', 'shop', '--store', url, '--token-stdin'];
  const env = { PATH: process.env.PATH, HOME: home, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const { code, err } = await runProgram(process.execPath, argv, { cwd: home, env, stdin: canary });
  expect([code, err]).toEqual([0, expect.stringContaining('with its token in ')]);
  const status = await runProgram(process.execPath, [...flags, bin, 'auth', 'status', '--json'], { cwd: home, env });
  expect(JSON.parse(status.out)).toMatchObject({ profile: 'shop', tokenIn: 'file' });
});

test('behind a proxy, whose name alone is known here, the store is reached by its name', async () => {
  const { host, port, directory } = await serveTlsStore();
  const proxy = await serveProxy();
  const HTTPS_PROXY = `http://jo:s3cret-word@127.0.0.1:${proxy.host.split(':')[1]}`;
  const env = { SHOP_URL: `https://shop.test:${port}`, HTTPS_PROXY };
  const { code, out, err } = await built(`${get} --ca-file ca.pem`, env, directory);
  expect([{ code, out, err }, proxy.seen]).toEqual([{ code: 0, out: '1\n', err: '' }, [`CONNECT ${host}`]]);
});

test.each(['http', 'https'])('the process ends when --timeout has passed where %s is not answered', async (scheme) => {
  const silent = createServer((socket) => socket.on('error', () => undefined));
  const port = await listen(silent);
  // Without a deadline it waits for ever; with that of a command without --timeout for 30 s.
  const start = performance.now();
  const { code } = await built(`${get} --timeout 1s`, { SHOP_URL: `${scheme}://127.0.0.1:${port}` });
  expect([code, performance.now() - start < 25_000]).toEqual([6, true]);
});

import { chmod, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canary } from '../../support/canary.ts';
import { certificate } from '../../support/certificates.ts';
import { type Diagnosis, diagnose, diagnoseStore, smallStore } from '../../support/doctor.ts';
import { closedPort, listen } from '../../support/listen.ts';
import { writeProfiles } from '../../support/profiles.ts';
import { ownDirectory } from '../../support/run.ts';
import { type Behaviour, json, serveSandbox, serveStore } from '../../support/store.ts';

/** The first thing that failed, with what was not tried after it. */
const broken = ({ code, all, line }: Diagnosis) => {
  const [name = ''] = all('failed');
  const { message, hint } = line(name);
  return { code, name, message: message.replace(/\d{4,}/g, 'PORT'), hint, skipped: all('skipped').length };
};

describe('each thing that is broken is named, with the exit code of any command and a next step', () => {
  test('a host that DNS does not know', async () => {
    const env = { SHOP_URL: 'https://no-such-host.invalid', SHOP_TOKEN: canary };
    expect(broken(await diagnose('', { env }))).toMatchObject({
      ...{ code: 6, name: 'DNS' },
      message: expect.stringMatching(/^Cannot find the host no-such-host\.invalid \(E\w+\)\.$/),
      hint: 'Check the spelling of the store URL, and your network.',
    });
  });

  test('where the port is closed', async () => {
    const env = { SHOP_URL: `http://127.0.0.1:${await closedPort()}`, SHOP_TOKEN: canary };
    expect(broken(await diagnose('', { env }))).toMatchObject({
      ...{ code: 6, name: 'TCP', message: 'Cannot connect to 127.0.0.1 (ECONNREFUSED).' },
      hint: expect.stringContaining('port'),
    });
  });

  test('a token that the store refuses', async () => {
    const { url } = await serveSandbox();
    const env = { SHOP_URL: url, SHOP_TOKEN: 'not-the-token-of-the-store' };
    expect(broken(await diagnose('', { env }))).toMatchObject({
      ...{ code: 4, name: 'access', message: expect.stringContaining('refused the token (401)') },
      hint: 'Check SHOP_TOKEN.',
    });
  });

  test.each<[what: string, store: Behaviour, message: string, hint?: string]>([
    [
      'a web page in place of the API',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the network</h1>'),
      '"Sign in to the network"',
    ],
    ['a wrong path', (_, response) => json(response, 404, {}), '404', 'before /api/'],
  ])('%s', async (_, store, message, hint = '') => {
    expect(broken(await diagnoseStore(store))).toMatchObject({
      ...{ code: 5, name: 'access', message: expect.stringContaining(message) },
      hint: expect.stringContaining(hint),
    });
  });

  test('a profile without a token: what is before it on the way is still looked at', async () => {
    const home = ownDirectory();
    const { url, seen } = await serveStore(smallStore);
    await writeProfiles(home, { staging: { url } }, 'staging');
    await rm(join(home, '.config/shop-cli/credentials.json'));
    const diagnosis = await diagnose('', { home });
    expect(broken(diagnosis)).toMatchObject({ code: 4, name: 'token', hint: 'Run: shop-cli auth login staging' });
    expect({ tcp: diagnosis.line('TCP').result, access: diagnosis.line('access').message, seen }).toEqual({
      ...{ tcp: 'ok', access: 'not checked: token failed', seen: [] },
    });
  });

  test('a proxy that cannot be reached', async () => {
    const proxy = `http://jan:secret@127.0.0.1:${await closedPort()}`;
    const env = { SHOP_URL: 'https://shop.example', SHOP_TOKEN: canary, HTTPS_PROXY: proxy };
    const diagnosis = await diagnose('', { env });
    expect(broken(diagnosis)).toMatchObject({
      ...{ code: 6, name: 'TCP', message: 'Cannot connect to the proxy 127.0.0.1:PORT (ECONNREFUSED).' },
      hint: 'Check HTTPS_PROXY. To reach shop.example without a proxy, add it to NO_PROXY.',
    });
    expect(diagnosis.out).not.toContain('secret');
  });

  test('a proxy that wants a user name and a password', async () => {
    const proxy = createServer().on('connect', (_, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'));
    const port = await listen(proxy);
    const env = { SHOP_URL: 'https://shop.example', SHOP_TOKEN: canary, HTTPS_PROXY: `127.0.0.1:${port}` };
    expect(broken(await diagnose('', { env }))).toMatchObject({
      ...{ code: 6, name: 'TLS', hint: expect.stringContaining('http://<user>:<password>@') },
      message: expect.stringContaining('requires a user name and password (407)'),
    });
  });
});

test('what is interrupted has not failed: the report ends there, with exit code 130', async () => {
  const user = new AbortController();
  const { run } = await serveStore(() => user.abort('SIGINT'));
  const { code, out, err } = await run('doctor', { interrupted: user.signal });
  expect({ code, err, last: out.trim().split('\n').at(-1) }).toMatchObject({
    ...{ code: 130, err: 'Stopped.\n', last: expect.stringContaining('TLS') },
  });
});

describe('doctor explains a certificate', () => {
  const names = ['127.0.0.1'];
  const expired = certificate('expired test store', { names, until: '2021-01-01' });
  const untrusted = certificate('test store', { names });
  const secured = async (pair: typeof expired, options: string) => {
    const directory = ownDirectory({ 'ca.pem': pair.cert });
    const server = createHttpsServer(pair, (_, response) => json(response, 200, { numRows: 0, data: [] }));
    const port = await listen(server);
    return await diagnose(options, { directory, env: { SHOP_URL: `https://127.0.0.1:${port}`, SHOP_TOKEN: canary } });
  };

  test('that has expired', async () => {
    expect(broken(await secured(expired, '--ca-file ca.pem'))).toMatchObject({
      ...{ code: 5, name: 'TLS', hint: expect.stringContaining('Renew it on the server.') },
      message: 'The certificate of 127.0.0.1 expired on PORT-01-01. Chain: expired test store',
    });
  });

  test('one of an authority that --ca-file names', async () => {
    const { code, line } = await secured(untrusted, '--ca-file ca.pem');
    expect({ code, tls: line('TLS').result, access: line('access').result }).toEqual({
      code: 0,
      tls: 'ok',
      access: 'ok',
    });
    expect(line('TLS').details).toMatchObject({ version: 'TLSv1.3', names: ['127.0.0.1'], chain: ['test store'] });
  });
});

describe('what works, but not well, is a warning', () => {
  test('a clock that is off by an hour', async () => {
    const { code, line } = await diagnoseStore((request, response, count) => {
      response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString());
      smallStore(request, response, count);
    });
    expect([code, line('clock').result]).toEqual([0, 'warning']);
    expect(line('clock').message).toMatch(/^this machine is ((60|59) min .*|1 h )behind the store$/);
  });

  test('files that others may read: how they were before they are fixed', async () => {
    const home = ownDirectory();
    const { url } = await serveStore(smallStore);
    await writeProfiles(home, { staging: { url } }, 'staging');
    const files = ['config.json', 'credentials.json'];
    for (const name of files) await chmod(join(home, '.config/shop-cli', name), 0o644);
    const { code, line } = await diagnose('', { home });
    expect([code, ...files.map((name) => line(name))]).toMatchObject([
      0,
      { result: 'warning', message: expect.stringContaining('~/.config/shop-cli/config.json: owner you, mode 0644') },
      { result: 'warning', hint: expect.stringContaining('chmod 600 ~/.config/shop-cli/credentials.json') },
    ]);
  });

  test('a store that limits requests: no more are sent', async () => {
    const diagnosis = await diagnoseStore((request, response, count) => {
      if (count < 4) smallStore(request, response, count);
      else json(response, 429, {}, { 'retry-after': '30', 'x-ratelimit-limit': '4' });
    });
    expect({ ...diagnosis, latency: diagnosis.line('latency') }).toMatchObject({
      code: 0,
      latency: { result: 'warning', message: expect.stringMatching(/^read 3 of 10 failed: .*\(429\)\.$/) },
    });
  });

  test('filters that are refused when they are sent both ways', async () => {
    const { code, line } = await diagnoseStore((request, response, count) => {
      const isBracketed = [...request.query.keys()].some((name) => name.startsWith('filter[limit'));
      if (isBracketed) json(response, 400, { message: 'unknown parameter' });
      else smallStore(request, response, count);
    });
    expect({ code, filters: line('filters'), access: line('access').result }).toMatchObject({
      ...{ code: 5, access: 'ok' },
      filters: { result: 'failed', hint: expect.stringContaining('SHOP_FILTER_STYLE=plain') },
    });
  });
});

import { describe, expect, test } from 'vitest';
import { certificate } from '../support/certificates.ts';
import { closedPort } from '../support/listen.ts';
import { type AnswerToConnect, answersConnect, serveProxy } from '../support/proxy.ts';
import { storeAt } from '../support/store.ts';
import { authority, serveTlsStore } from '../support/tls-store.ts';

const password = 'pr0xy p@ss/wörd';
const user = encodeURIComponent('CORP\\jo');
const credentials = `${user}:${encodeURIComponent(password)}`;
const basic = Buffer.from(`CORP\\jo:${password}`).toString('base64');

/** No form of the password and of the header. */
const isSafe = (text: string): boolean =>
  [password, encodeURIComponent(password), basic, Buffer.from(password).toString('hex')].every(
    (secret) => !text.includes(secret),
  );

const get = 'products get 1 -q --ca-file ca.pem';

describe('through a proxy', () => {
  test('a store is reached, and the proxy sees its host alone', async () => {
    const { run, host } = await serveTlsStore();
    const proxy = await serveProxy();
    const outcome = await run(get, { env: { HTTPS_PROXY: `http://${proxy.host}` } });
    expect(outcome).toEqual({ code: 0, out: '1\n', err: '' });
    expect([proxy.seen, proxy.authorizations]).toEqual([[`CONNECT ${host}`], [undefined]]);
  });

  test.each([
    ['a user name and a password, which --verbose does not show', credentials, basic],
    ['a user name alone', 'jo', Buffer.from('jo:').toString('base64')],
    ['a percent sign that is not encoded', 'jo:50%off', Buffer.from('jo:50%off').toString('base64')],
  ])('the store is reached with %s', async (_, given, sent) => {
    const { run } = await serveTlsStore();
    const proxy = await serveProxy();
    const { code, err } = await run(`${get} --verbose`, { env: { HTTPS_PROXY: `http://${given}@${proxy.host}` } });
    expect([code, proxy.authorizations, isSafe(err)]).toEqual([0, [`Basic ${sent}`], true]);
    expect(err.startsWith(`Using the proxy ${proxy.host} (HTTPS_PROXY).\n`)).toBe(true);
  });

  test('that speaks https, with the authority of --ca-file', async () => {
    const certified = certificate('proxy.test', { names: ['proxy.test'], issuer: authority });
    const { run, host } = await serveTlsStore();
    const proxy = await serveProxy({ certified });
    const outcome = await run(get, { env: { HTTPS_PROXY: `https://${credentials}@${proxy.host}` } });
    expect([outcome.code, proxy.seen, proxy.authorizations]).toEqual([0, [`CONNECT ${host}`], [`Basic ${basic}`]]);
  });

  test('the certificate of the store is described as without one', async () => {
    const expired = certificate('shop.test', { names: ['shop.test'], until: '2026-01-31', issuer: authority });
    const { run } = await serveTlsStore(expired);
    const proxy = await serveProxy();
    const { code, err } = await run(get, { env: { HTTPS_PROXY: `http://${proxy.host}` } });
    expect([code, err.split('\n')[0]]).toEqual([5, 'Error: The certificate of shop.test expired on 2026-01-31.']);
  });

  test('a store on this machine is reached without it', async () => {
    const { run } = await serveTlsStore({}, { name: '127.0.0.1' });
    const proxy = await serveProxy();
    const { code } = await run(get, { env: { HTTPS_PROXY: `http://${proxy.host}` } });
    expect([code, proxy.seen]).toEqual([0, []]);
  });
});

/** How a command ends with a proxy that does not connect; PROXY stands for its host. The store is never reached. */
async function failing(answer: AnswerToConnect, { userInfo = '', line = 'products get 1 --retries 1', env = {} } = {}) {
  const { run, seen } = await serveTlsStore();
  const proxy = await serveProxy({ answer });
  const { code, err } = await run(line, { env: { ...env, HTTPS_PROXY: `http://${userInfo}${proxy.host}` } });
  expect(seen.connections).toBe(0);
  return { code, lines: err.replaceAll(proxy.host, 'PROXY').trim().split('\n'), asked: proxy.seen.length };
}
const setProxy = 'Set HTTPS_PROXY to http://<user>:<password>@PROXY. Percent-encode special characters: @ is %40.';

const withoutProxy = 'To reach shop.test without a proxy, add it to NO_PROXY.';

describe('a proxy that does not connect is named, with exit code 6:', () => {
  test('it refuses the credentials', async () => {
    const echo = answersConnect(407, 'proxy-authenticate: Basic realm="corp"\r\n', `<p>${basic} ${password}</p>`);
    const { code, lines, asked } = await failing(echo, { userInfo: `${credentials}@` });
    expect([code, lines, asked]).toEqual([
      6,
      ['Error: The proxy PROXY refused the credentials in HTTPS_PROXY (407).', setProxy],
      1,
    ]);
    const { lines: json } = await failing(echo, { userInfo: `${credentials}@`, line: 'products get 1 --json' });
    expect(isSafe([...lines, ...json].join('\n'))).toBe(true);
  });

  test('a proxy that wants credentials', async () => {
    expect(await failing(answersConnect(407, 'proxy-authenticate: Basic realm="corp"\r\n'))).toEqual({
      code: 6,
      lines: ['Error: The proxy PROXY requires a user name and password (407).', setProxy],
      asked: 1,
    });
  });

  test('it wants users to sign in as shop-cli cannot', async () => {
    const answer = answersConnect(407, 'proxy-authenticate: Negotiate\r\nproxy-authenticate: NTLM\r\n');
    expect((await failing(answer)).lines[1]).toBe(
      'It requires negotiate or ntlm, but shop-cli supports only basic. Run a local proxy that signs in, such as cntlm, and set HTTPS_PROXY to it.',
    );
  });

  test('it says 401 for a wrong password', async () => {
    const answer = answersConnect(401, 'www-authenticate: Basic realm="corp"\r\n');
    expect(await failing(answer, { userInfo: `${credentials}@` })).toEqual({
      code: 6,
      lines: ['Error: The proxy PROXY refused the credentials in HTTPS_PROXY (401).', setProxy],
      asked: 1,
    });
  });

  test.each([
    ['a redirect', 302, 'location: http://portal.example/\r\n'],
    ['a page', 200, 'content-type: text/html\r\n'],
    ['a page that was not found', 404, 'content-type: text/html\r\n'],
    ['a method that it does not know', 501, ''],
  ])('it answers as a web server: %s', async (_, status, headers) => {
    expect(await failing(answersConnect(status, headers, '<h1>Welcome</h1>'))).toEqual({
      code: 6,
      lines: [
        `Error: The proxy PROXY did not connect to shop.test: it answered as a web server does (${status}).`,
        `If your network has a sign-in page, sign in with a browser. Otherwise check HTTPS_PROXY: it may point to a web server. ${withoutProxy}`,
      ],
      asked: 1,
    });
  });

  test('it sends 100 that nobody asked for', async () => {
    const { code, lines, asked } = await failing((socket) =>
      socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'),
    );
    expect([code, lines, asked]).toEqual([
      5,
      [
        'Error: The proxy PROXY sent an interim answer (100 or 101) that shop-cli did not ask for.',
        `Check HTTPS_PROXY. ${withoutProxy}`,
      ],
      1,
    ]);
  });

  test.each([
    ['http://shop.test', ''],
    ['shop.t*st', ' "shop.t*st"'],
  ])('NO_PROXY may have been meant to name the store: %s', async (NO_PROXY, shown) => {
    const { lines } = await failing(answersConnect(403), { env: { NO_PROXY } });
    expect(lines[1]).toBe(
      `Ask the administrator of the proxy to allow it. ${withoutProxy} NO_PROXY has an entry that cannot be read${shown}.`,
    );
  });

  test('its own certificate is not that of the store', async () => {
    const certified = certificate('proxy.test', { names: ['proxy.test'], until: '2026-01-31', issuer: authority });
    const other = certificate('other.test', { names: ['other.test'], issuer: authority });
    for (const [shown, problem, hint] of [
      [certified, 'expired on 2026-01-31', /^Renew it/],
      [other, 'is for other names: other.test', /^Check HTTPS_PROXY/],
    ] as const) {
      const { run, seen } = await serveTlsStore();
      const proxy = await serveProxy({ certified: shown });
      const { code, err } = await run(get, { env: { HTTPS_PROXY: `https://${proxy.host}` } });
      const [message, advice] = err.replaceAll(proxy.host, 'PROXY').split('\n');
      expect([code, message, seen.connections]).toEqual([
        5,
        `Error: The certificate of the proxy PROXY ${problem}.`,
        0,
      ]);
      expect(advice).toMatch(hint);
    }
  });

  test('it forbids the store, which is not retried', async () => {
    expect(await failing(answersConnect(403, 'content-type: text/html\r\n', '<h1>Blocked</h1>'))).toEqual({
      code: 6,
      lines: [
        'Error: The proxy PROXY refused to connect to shop.test (403).',
        `Ask the administrator of the proxy to allow it. ${withoutProxy}`,
      ],
      asked: 1,
    });
  });

  test.each([502, 503, 504])('it cannot connect (%i), which is retried', async (status) => {
    expect(await failing(answersConnect(status))).toEqual({
      code: 6,
      lines: [
        `Error: The proxy PROXY could not connect to shop.test (${status}).`,
        `Check the store URL. ${withoutProxy}`,
      ],
      asked: 2,
    });
  });

  test('a write was not sent, and its outcome is known', async () => {
    const { code, lines } = await failing(answersConnect(502), { line: 'customers delete 101 --yes --retries 0' });
    expect([code, lines[0]?.includes('The proxy PROXY could not connect')]).toEqual([6, true]);
  });

  test('a proxy that says nothing', async () => {
    const { code, lines } = await failing(() => undefined, { line: 'products get 1 --retries 0 --timeout 2s' });
    expect([code, lines]).toEqual([
      6,
      ['Error: The proxy PROXY did not answer in time.', `Check HTTPS_PROXY. ${withoutProxy}`],
    ]);
  });

  test('a proxy that hangs up', async () => {
    const { code, lines } = await failing((socket) => socket.destroy());
    expect([code, lines[0]]).toEqual([6, 'Error: The proxy PROXY closed the connection before it was ready.']);
  });

  test('it speaks something else', async () => {
    const { code, lines } = await failing((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    expect([code, lines[0]]).toEqual([5, 'Error: The reply from the proxy PROXY is not valid HTTP.']);
  });

  test('a proxy that is not there', async () => {
    const https_proxy = `http://127.0.0.1:${await closedPort()}`;
    const { code, err } = await storeAt('https://shop.test').run('products get 1 --retries 0', {
      env: { https_proxy },
    });
    expect([code, err.split('\n')]).toEqual([
      6,
      [expect.stringMatching(/^Error: Cannot connect to the proxy /), `Check https_proxy. ${withoutProxy}`, ''],
    ]);
  });

  test('a proxy whose name is unknown', async () => {
    const { run } = await serveTlsStore();
    const { code, err } = await run('products get 1', { env: { HTTPS_PROXY: 'http://proxy.invalid:8080' } });
    expect(code).toBe(6);
    expect(err).toMatch(/(Cannot find|Cannot look up) the proxy proxy\.invalid:8080/);
  });

  test('its certificate is not trusted', async () => {
    const certified = certificate('proxy.test', { names: ['proxy.test'], until: '2026-01-31', issuer: authority });
    const { run } = await serveTlsStore();
    const proxy = await serveProxy({ certified });
    const { code, err } = await run(get, { env: { HTTPS_PROXY: `https://${credentials}@${proxy.host}` } });
    expect([code, err.split('\n')[0], proxy.seen]).toEqual([
      5,
      `Error: The certificate of the proxy ${proxy.host} expired on 2026-01-31.`,
      [],
    ]);
  });

  test('it does not speak https', async () => {
    const { run } = await serveTlsStore();
    const proxy = await serveProxy();
    const { code, err } = await run(get, { env: { HTTPS_PROXY: `https://${proxy.host}` } });
    expect([code, err.split('\n')[0]]).toEqual([
      5,
      `Error: The proxy ${proxy.host} does not speak https on this port.`,
    ]);
  });
});

describe('an invalid HTTPS_PROXY is exit code 2, and its value is not repeated:', () => {
  test.each([
    ['socks5://jo:s3cret-word@proxy.example:1080', 'socks5:// is not supported'],
    ...[
      'http://jo:s3cret-word#1@proxy.example:8080',
      'http://jo:12#s3cret-word@proxy.example:8080',
      'http://jo:s3cret-word/1@proxy.example:8080',
      'http://proxy.example:8080/s3cret-word',
      'http://proxy.example:99999',
      'http://',
    ].map((value) => [value, 'expected a URL such as http://proxy.example:8080']),
  ])('the value %s', async (value, problem) => {
    const { code, err } = await storeAt('https://shop.test').run('products get 1', {
      env: { HTTPS_PROXY: `${value}` },
    });
    expect([code, err.split('\n')[0]]).toEqual([2, `Error: Invalid HTTPS_PROXY: ${problem}.`]);
    expect(err).not.toContain('s3cret');
  });
});

test.each(['ALL_PROXY', 'all_proxy', 'HTTP_PROXY'])('%s is not used, and the hint says so', async (name) => {
  const { run } = storeAt(`https://127.0.0.1:${await closedPort()}`);
  const { code, err } = await run('products get 1 --retries 0', { env: { [name]: 'http://proxy.example' } });
  expect([code, err.split('\n')[1]]).toEqual([
    6,
    `${name} is not used: to send requests through a proxy, set HTTPS_PROXY.`,
  ]);
});

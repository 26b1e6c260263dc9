import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificate } from '../support/certificates.ts';
import { closedPort, listen } from '../support/listen.ts';
import { resolveNames } from '../support/names.ts';
import { answers } from '../support/replies.ts';
import { canary, type Outcome, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';
import { authority, serveTlsStore, trustworthy } from '../support/tls-store.ts';

/** Runs `products get 1` against a store URL; messages name it `shop.test`, and the line that names doctor is left out. */
async function get(url: string, options = '--retries 0 --timeout 10s'): Promise<Outcome> {
  const outcome = await shopCli(`products get 1 -q ${options}`, { env: { SHOP_URL: url, SHOP_TOKEN: canary } });
  const err = outcome.err
    .replaceAll(new URL(url).host, 'shop.test')
    .replace('\nTo find the cause: shop-cli doctor', '');
  return { ...outcome, err };
}

/** A port of ::1 on which no connection is answered: its server sleeps, and as many wait as may. The kernel then drops the next ones. */
async function deadPort(): Promise<number> {
  const sleeper = spawn(process.execPath, ['-e', sleeping], { stdio: ['ignore', 'pipe', 'inherit'] });
  const waiting: Socket[] = [];
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
    sleeper.kill('SIGKILL');
  });
  const [port] = await once(sleeper.stdout, 'data');
  for (let count = 0; count < 3; count++) waiting.push(connect(Number(port), '::1').on('error', () => undefined));
  await once(waiting[0] as Socket, 'connect');
  return Number(port);
}

const sleeping = `
  const server = require('net').createServer().listen({ port: 0, host: '::1', backlog: 1 }, () => {
    require('fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30_000);
  });`;

const product = '{"productId":1,"sku":"A"}';
const httpStore = (): Server =>
  createHttpServer((_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(product));

const checkPort = 'Check the scheme and port of the store URL.';

describe('TLS', () => {
  test('that is too old is named', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const { run, seen } = await serveTlsStore(old);
    const { code, err } = await run('products get 1');
    expect([code, seen.connections]).toEqual([5, 1]);
    expect(err).toMatch(/refused the TLS handshake \((protocol version|unsupported protocol)\)/);
  });

  test('that demands a client certificate is named', async () => {
    const { directory } = await serveTlsStore();
    const server = createTlsServer({ requestCert: true, ca: authority.cert, ...trustworthy }, () => undefined);
    const port = await listen(server);
    resolveNames({ 'shop.test': ['127.0.0.1'] });
    const env = { SHOP_URL: `https://shop.test:${port}`, SHOP_TOKEN: canary };
    const said =
      'Error: The store shop.test requires a client certificate, which shop-cli cannot send.\nAsk for a store URL that needs only the token.\n';
    // Nothing is read of a write either: its outcome is known.
    for (const line of ['products get 1 --retries 3', 'products create --sku A --price 1 --allow-duplicate']) {
      const { code, err } = await shopCli(`${line} --ca-file ca.pem`, { env, directory });
      expect([code, err.replace(/:\d+/, '')]).toEqual([5, said]);
    }
  });

  test('that fails for another reason is quoted', async () => {
    const { run } = await serveTlsStore({ maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' });
    const { code, err } = await run('products get 1');
    expect([code, err.split('\n')[0]]).toEqual([
      5,
      'Error: The store shop.test refused the TLS handshake (handshake failure).',
    ]);
  });

  test('is expected where the store speaks http', async () => {
    const port = await listen(httpStore());
    expect(await get(`https://127.0.0.1:${port}`)).toEqual({
      code: 5,
      out: '',
      err: `Error: The store shop.test does not speak https on this port.\n${checkPort}\n`,
    });
  });

  const alert = Buffer.of(0x15, 0x03, 0x01, 0, 2, 2, 0x46);
  const badRequest = (words: string): [string, string] => [
    `HTTP/1.1 400 Bad Request\r\n\r\n<h1>${words}</h1>`,
    `The reply from shop.test is not from the shop API (400, no content type): "${words}"`,
  ];
  test.each([
    ['an alert', alert, 'The store shop.test speaks https on this port, not http.'],
    ['a page of nginx', ...badRequest('The plain HTTP request was sent to HTTPS port')],
    ['a page of Go', ...badRequest('Client sent an HTTP request to an HTTPS server.')],
    ['a page of Apache', ...badRequest("You're speaking plain HTTP to an SSL-enabled server port.")],
  ])('is missing where the store answers http with %s', async (_, answer, message) => {
    const port = await listen(createServer((socket) => void socket.once('data', () => socket.end(answer))));
    expect(await get(`http://127.0.0.1:${port}`)).toEqual({
      code: 5,
      out: '',
      err: `Error: ${message}\nUse https:// in the store URL.\n`,
    });
  });

  test('may be missing where the store hangs up on http, as Node does', async () => {
    const { port } = await serveTlsStore();
    const { code, err } = await get(`http://127.0.0.1:${port}`);
    expect([code, err.split('\n')[1]]).toEqual([
      6,
      'Retry in a moment. If the store speaks https, use https:// in its URL.',
    ]);
  });

  test('that is not answered is told apart from a slow store', async () => {
    const port = await listen(createServer());
    expect(await get(`https://127.0.0.1:${port}`, '--retries 0 --timeout 2s')).toEqual({
      code: 6,
      out: '',
      err: `Error: The store shop.test accepted the connection, but did not answer the TLS handshake in time.\n${checkPort}\n`,
    });
  });

  test('whose connection is closed at once is told apart from a cut answer', async () => {
    const port = await listen(createServer((socket) => socket.destroy()));
    expect(await get(`https://127.0.0.1:${port}`)).toEqual({
      code: 6,
      out: '',
      err: `Error: The store shop.test closed the connection before it was ready.\n${checkPort} If they are right, retry in a moment.\n`,
    });
  });
});

describe('the name of a store', () => {
  test('that is unknown is named', async () => {
    resolveNames({ 'shop.test': 'ENOTFOUND' });
    expect(await get('https://shop.test')).toEqual({
      code: 6,
      out: '',
      err: 'Error: Cannot find the host shop.test.\nCheck the spelling of the store URL, and your network.\n',
    });
  });

  test.each([
    ['answers that it cannot look it up', 'EAI_AGAIN'],
    ['does not answer', []],
  ] as const)('that the DNS server %s is told apart', async (_, found) => {
    resolveNames({ 'shop.test': found });
    expect(await get('https://shop.test', '--retries 0 --timeout 2s')).toEqual({
      code: 6,
      out: '',
      err: 'Error: Cannot look up the host shop.test: the DNS server did not answer.\nCheck your network connection.\n',
    });
  });

  test.each([
    ['IPv6', ['::1', '127.0.0.1'], '127.0.0.1'],
    ['IPv4', ['127.0.0.1', '::1'], '::1'],
  ])('that has two addresses works when %s is refused', async (_, addresses, alive) => {
    const port = await listen(httpStore(), alive);
    resolveNames({ localhost: addresses });
    expect(await get(`http://localhost:${port}`)).toEqual({ code: 0, out: '1\n', err: '' });
  });

  test('that has two addresses works when the first does not answer, as through a broken tunnel for IPv6', async () => {
    const port = await deadPort();
    await listen(httpStore(), '127.0.0.1', port);
    resolveNames({ localhost: ['::1', '127.0.0.1'] });
    expect(await get(`http://localhost:${port}`)).toEqual({ code: 0, out: '1\n', err: '' });
  });

  test('with two addresses that are both refused says so', async () => {
    const port = await closedPort();
    resolveNames({ localhost: ['::1', '127.0.0.1'] });
    const { code, err } = await get(`http://localhost:${port}`);
    expect([code, err.split('\n')[0]]).toEqual([6, 'Error: Cannot connect to shop.test.']);
  });
});

describe('an address in place of a name', () => {
  test('works over http with IPv6', async () => {
    const port = await listen(httpStore(), '::1');
    expect(await get(`http://[::1]:${port}`)).toEqual({ code: 0, out: '1\n', err: '' });
  });

  test('works over https with IPv6', async () => {
    const { run } = await serveTlsStore({}, { address: '::1', name: '[::1]' });
    expect(await run('products get 1 -q --ca-file ca.pem')).toEqual({ code: 0, out: '1\n', err: '' });
  });

  const withoutIpv6 = certificate('shop.test', { names: ['shop.test', '127.0.0.1'], issuer: authority });
  test.each([
    ['::1', '[::1]', withoutIpv6, 'shop.test, 127.0.0.1'],
    ['127.0.0.2', '127.0.0.2', trustworthy, 'shop.test, 127.0.0.1, 0:0:0:0:0:0:0:1'],
  ])('that the certificate does not have is named: %s', async (address, name, certified, names) => {
    const { run } = await serveTlsStore(certified, { address, name });
    const { code, err } = await run('products get 1 -q --ca-file ca.pem');
    expect([code, err.split('\n')[0]]).toEqual([5, `Error: The certificate of ${name} is for other names: ${names}.`]);
  });
});

describe('what is between here and the store', () => {
  const signIn =
    '<html><head><title>Hotel Wi-Fi\n – Sign in</title><style>p { color: red }</style></head><p>Welcome</p></html>';
  const address = 'Check the store URL: it is the part of the API URL before /api/.';
  const browser = 'If your network has a sign-in page, sign in with a browser.';
  test.each([
    [
      'a sign-in page',
      answers(200, signIn, 'text/html'),
      5,
      'The reply from shop.test is not from the shop API (200, text/html): "Hotel Wi-Fi – Sign in"',
      `${address} ${browser}`,
    ],
    [
      'a redirect to a sign-in page',
      answers(302, signIn, 'text/html', { location: 'http://portal.hotel.example/login?from=x' }),
      5,
      'The store shop.test redirects to portal.hotel.example. Redirects are not followed: they could leak the token.',
      'If that URL is yours, use it as the store URL. If it is a sign-in page of your network, sign in with a browser.',
    ],
    [
      'a network that requires a sign-in',
      answers(511, signIn, 'text/html'),
      6,
      'The network requires a sign-in before shop.test can be reached (511): "Hotel Wi-Fi – Sign in"',
      'Open a website in a browser, sign in to the network, then retry.',
    ],
    [
      'a firewall for applications',
      answers(403, '<title>Attention Required!</title>', 'text/html'),
      5,
      'A firewall or another server in front of shop.test refused the request (403): "Attention Required!"',
      'This is not about the token. Ask the administrator of the server to let requests to /api/ through, without a password, a browser check or a block on your network.',
    ],
  ])('is named where it answers in place of the store: %s', async (_, behaviour, code, message, hint) => {
    const { run, seen } = await serveStore(behaviour);
    expect(await run('products get 1')).toEqual({ code, out: '', err: `Error: ${message}\n${hint}\n` });
    expect(seen).toHaveLength(1);
  });

  test.each([
    [500, '<h1>Oops</h1>', 'The store shop.test failed'],
    [502, '<title>502 Bad Gateway</title>', 'The gateway of shop.test got no valid answer from the store'],
    [503, '<title>Back at 14:00</title>', 'The store shop.test is not available'],
    [504, '<h1>Time-out</h1>', 'The gateway of shop.test got no answer from the store in time'],
  ])('is asked again where it waits for the store, or the store fails: %i', async (status, body, message) => {
    const { run, seen } = await serveStore(answers(status, body, 'text/html'));
    const text = body.replace(/<[^>]+>/g, '');
    const err = `Error: ${message} (${status}): "${text}"\nRetry in a moment.\n`;
    expect(await run('products get 1')).toEqual({ code: 6, out: '', err });
    expect(seen).toHaveLength(3);
  });
});

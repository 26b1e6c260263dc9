import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { getProduct, listProducts, products } from '../../src/client/endpoints/products.ts';
import { CliError } from '../../src/errors.ts';
import { connectTo } from '../support/connection.ts';
import { timesOut, watchDeadlines } from '../support/deadline.ts';
import { listen } from '../support/listen.ts';
import { answers, emptyStore, hangsUp, inTurn } from '../support/replies.ts';
import { canary } from '../support/run.ts';
import { type Behaviour, serveStore } from '../support/store.ts';

const failure = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => 'no failure',
    (reason: unknown) => reason,
  );
  return error instanceof CliError
    ? `${error.kind}: ${error.message.replace(/127\.0\.0\.1:\d+/g, 'HOST')}`
    : String(error);
};

const half: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"productId":"1"');
  setImmediate(() => response.socket?.destroy());
};
const no = { error: { code: 'x', message: 'No, because.', field: 'sku' } };
const closed = 'unreachable: The store HOST closed the connection before the answer was complete.';

/** What a store does, what a read and a write make of it, and how often a read is sent. */
const refusals: readonly (readonly [string, Behaviour, string, number])[] = [
  ['refuses the token', answers(401, no), 'auth: The store HOST refused the token (401): No, because.', 1],
  ['forbids', answers(403, {}), 'auth: The store HOST refused the token (403).', 1],
  ['refuses the values', answers(422, no), 'refused: The store HOST refused the request (422): No, because.', 1],
  ['asks to slow down', answers(429, no), 'refused: The store HOST refused the request (429): No, because.', 3],
];

/** The same, where a write may have been made. */
const unclear: typeof refusals = [
  ['never answers', timesOut, 'unreachable: The store HOST did not answer in time.', 3],
  ['hangs up', hangsUp, closed, 3],
  ['cuts the body', half, closed, 3],
  ['breaks', answers(500, { title: 'Oops' }), 'unreachable: The store HOST failed (500): Oops', 3],
  [
    'is behind a broken gateway',
    answers(502, '<html>'),
    'unreachable: The gateway of HOST got no valid answer from the store (502).',
    3,
  ],
  [
    'answers HTML',
    answers(200, '<html><h1>Down for\nmaintenance</h1></html>', 'text/html'),
    'unreachable: The reply from HOST is not from the shop API (200, text/html): "Down for maintenance"',
    1,
  ],
  [
    'nests endlessly',
    answers(200, '['.repeat(200_000)),
    'refused: The reply from HOST is not from the shop API (200, application/json): "',
    1,
  ],
];

describe('what a read and a write make of a store', () => {
  test.each([...refusals, ...unclear])('that %s, when they read', async (_, behaviour, expected, requests) => {
    watchDeadlines();
    const { url, seen } = await serveStore(behaviour);
    const message = await failure(listProducts(connectTo(url), {}));
    const ofRead = expected.replace(/^refused(?=.*\(429\))/, 'unreachable');
    expect([message.slice(0, ofRead.length), seen.length]).toEqual([ofRead, requests]);
  });

  test.each(refusals)('that %s, when they write: it is refused', async (_, behaviour, expected) => {
    const { url, seen } = await serveStore(behaviour);
    expect(await failure(products.create(connectTo(url), { sku: 'A' }))).toBe(expected);
    expect(seen).toHaveLength(1);
  });

  test.each(unclear)('that %s, when they write: the outcome is unknown', async (_, behaviour) => {
    watchDeadlines();
    const { url, seen } = await serveStore(behaviour);
    const message = await failure(products.create(connectTo(url), { sku: 'A' }));
    expect(message).toMatch(/^outcome-unknown: The .*HOST.*[."] The outcome of the POST is unknown\.$/);
    expect(seen).toHaveLength(1);
  });

  test('that cannot be reached: it was provably sent nothing', async () => {
    expect(await failure(products.create(connectTo('http://127.0.0.1:1'), { sku: 'A' }))).toBe(
      'unreachable: Cannot connect to HOST.',
    );
  });

  test('that does not speak HTTP, which is named', async () => {
    const port = await listen(
      createServer((socket) => void socket.once('data', () => socket.end(`SSH-2.0-OpenSSH ${canary}\r\n`))),
    );
    expect(await failure(listProducts(connectTo(`http://127.0.0.1:${port}`), {}))).toBe(
      'refused: The reply from HOST is not valid HTTP.',
    );
  });

  test('that sends a byte now and then, which does not put off the deadline', async () => {
    const drip: Behaviour = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    const { url } = await serveStore(drip);
    expect(await failure(listProducts(connectTo(url, { retries: 0, timeout: 300 }), {}))).toBe(
      'unreachable: The store HOST did not answer in time.',
    );
  });
});

describe('a list that the store does not find', () => {
  test('is asked for again before that is believed, since each store has its lists', async () => {
    const { url, seen } = await serveStore(inTurn(answers(404, no), emptyStore));
    expect((await listProducts(connectTo(url), {})).records).toEqual([]);
    expect(seen).toHaveLength(2);
  });

  test('twice is not there', async () => {
    const { url, seen } = await serveStore(answers(404, no));
    expect(await failure(listProducts(connectTo(url), {}))).toMatch(/^not-found/);
    expect(seen).toHaveLength(2);
  });

  test('by a search is believed at once', async () => {
    const { url, seen } = await serveStore(answers(404, no));
    await failure(listProducts(connectTo(url), { search: 'sku:A' }));
    expect(seen).toHaveLength(1);
  });
});

describe('waiting before a read is repeated', () => {
  const busy = (wait: string) => answers(503, '', 'application/json', { 'retry-after': wait });

  test('doubles, with the store asking for more in seconds or as a date', async () => {
    const { url } = await serveStore(
      inTurn(answers(503, ''), busy('7'), busy('Sat, 31 Jan 2026 12:00:20 GMT'), emptyStore),
    );
    const connection = connectTo(url, { retries: 5 });
    await listProducts(connection, {});
    expect(connection.waits).toEqual([500, 7000, 21_000]);
  });

  test.each([
    ['an hour', '3600'],
    ['thousands of years', '99999999999'],
    ['more than a number holds', '9'.repeat(400)],
  ])('a store that asks for %s is not waited for', async (_, wait) => {
    const { url, seen } = await serveStore(busy(wait));
    await failure(listProducts(connectTo(url), {}));
    expect(seen.length).toBe(1);
  });
});

test('the token is sent once, as a query parameter, without a request for compression', async () => {
  const { url, seen } = await serveStore(answers(200, { productId: '1' }));
  await getProduct(connectTo(url), '1');
  expect([seen[0]?.query.getAll('token'), seen[0]?.headers['accept-encoding']]).toEqual([[canary], 'identity']);
});

test.each([
  '{"productId":"1","__proto__":{"polluted":true}}',
  '{"productId":"1","password":"x","__proto__":{"polluted":true}}',
  '{"productId":"1","constructor":{"prototype":{"polluted":true}}}',
])('names that objects inherit are data in a reply: %s', async (body) => {
  const { url } = await serveStore(answers(200, body));
  const record: object = await getProduct(connectTo(url), '1');
  const polluted = (value: object): unknown => (value as { polluted?: unknown }).polluted;
  expect([polluted({}), polluted(record)]).toEqual([undefined, undefined]);
});

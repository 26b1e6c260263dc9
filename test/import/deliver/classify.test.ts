import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { products } from '../../../src/client/endpoints/products.ts';
import { CliError } from '../../../src/errors.ts';
import { type AttemptClass, classOfFailure, classOfReply, signalOf } from '../../../src/import/deliver/classify.ts';
import { signalOfFailedRead } from '../../../src/pace/failed-read.ts';
import { certificate } from '../../support/certificates.ts';
import { connectTo } from '../../support/connection.ts';
import { endDeadlines, watchDeadlines } from '../../support/deadline.ts';
import { listen } from '../../support/listen.ts';
import { type Behaviour, json, serveStore } from '../../support/store.ts';

const row = { sku: 'A-1', name: 'Mug' };
const sent = { key: { field: 'sku', code: 'A-1' }, values: row };

/** The class of one POST of the row to a store at this address. */
async function attempt(url: string, limits: Parameters<typeof connectTo>[1] = {}): Promise<AttemptClass> {
  return await products
    .create(connectTo(url, limits), row)
    .then((product) => classOfReply(products, sent, product), classOfFailure);
}

const attemptAt = async (behaviour: Behaviour): Promise<AttemptClass> => attempt((await serveStore(behaviour)).url);

/** The class, and what it means for the pace. */
const summary = (found: AttemptClass): string => `${found.kind}; ${signalOf(found).kind}`;

const says =
  (
    status: number,
    body: unknown = { error: { message: 'No.' } },
    headers: Readonly<Record<string, string>> = {},
  ): Behaviour =>
  (_, response) =>
    json(response, status, body, headers);
const html: Behaviour = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Maintenance</html>');
const cut: Behaviour = (_, response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"productId":"1"');
  setImmediate(() => response.socket?.destroy());
};
const cutChunks: Behaviour = (_, response) => {
  response.writeHead(201, { 'content-type': 'application/json' }).write('{"productId":"1"}');
  setImmediate(() => response.socket?.destroy());
};

describe('what an answer means for a row', () => {
  test.each<readonly [string, Behaviour, string]>([
    ['201 with the product', says(201, { productId: '7', sku: 'A-1' }), 'created; answered'],
    ['200 with the product in "data"', says(200, { data: { productId: 7, sku: 'A-1' } }), 'created; answered'],
    ['201 without the key', says(201, { productId: '7' }), 'created?; answered'],
    ['201 with another key', says(201, { productId: '7', sku: 'a-1' }), 'changed; answered'],
    ['201 with the key gone', says(201, { productId: '7', sku: '' }), 'changed; answered'],
    ['201 without an id', says(201, { sku: 'A-1' }), 'ambiguous; overloaded'],
    ...['0', false, -1, 1.5, 'null'].map(
      (productId) =>
        [`201 with the id ${productId}`, says(201, { productId, sku: 'A-1' }), 'ambiguous; overloaded'] as const,
    ),
    ['201 with an error', says(201, { productId: 7, sku: 'A-1', error: 'No' }), 'ambiguous; overloaded'],
    ['201 that did not work', says(201, { productId: 7, sku: 'A-1', success: false }), 'ambiguous; overloaded'],
    ['201 without a body', says(201, ''), 'created?; answered'],
    ['204', (_, response) => response.writeHead(204).end(), 'created?; answered'],
    ['200 without a body', says(200, ''), 'ambiguous; overloaded'],
    ['201 with an address', says(201, '', { location: '/api/v2/products/7' }), 'created?; answered'],
    ['true', says(200, 'true'), 'created?; answered'],
    ['false', says(200, 'false'), 'ambiguous; overloaded'],
    ['an ID', says(200, '7'), 'created?; answered'],
    ['success', says(200, { success: true }), 'created?; answered'],
    ['a notice before the JSON', says(200, 'Notice: x{"productId":7,"sku":"A-1"}'), 'ambiguous; overloaded'],
    ['200 with a page instead of JSON', html, 'ambiguous; overloaded'],
    ['201 cut short', cut, 'ambiguous; overloaded'],
    ['201 cut between chunks', cutChunks, 'ambiguous; overloaded'],
    ['200 that is only an error', says(200, { error: { message: 'Not today' } }), 'rejected?; answered'],
    ['200 that names a limit', says(200, { error: 'Rate limit exceeded' }), 'ambiguous; overloaded'],
    ['200 with an ID beside an error', says(200, { id: 7, errors: ['mail not sent'] }), 'ambiguous; overloaded'],
    ...([400, 402, 406, 410, 413, 415, 422, 451] as const).map(
      (status) => [`${status}`, says(status), 'rejected; answered'] as const,
    ),
    ['413 as a page', says(413, '<html>Too large</html>'), 'rejected; answered'],
    ['409', says(409), 'rejected?; answered'],
    ['422 for a key that exists', says(422, { error: { message: 'SKU already exists' } }), 'rejected?; answered'],
    ['422 for a key that exists, in Dutch', says(422, { message: 'Artikelnummer bestaat al' }), 'rejected?; answered'],
    ['429', says(429), 'throttled; throttled'],
    ['429 as a page', says(429, '<html>Slow down</html>', { 'retry-after': '3' }), 'throttled; throttled'],
    ['503 that says when to come back', says(503, {}, { 'retry-after': '3' }), 'throttled; throttled'],
    ['503', says(503), 'ambiguous; overloaded'],
    ['425', says(425), 'ambiguous; answered'],
    ...([408, 500, 502, 504, 507, 599] as const).map(
      (status) => [`${status}`, says(status), 'ambiguous; overloaded'] as const,
    ),
    ['500 that says when to come back', says(500, {}, { 'retry-after': '3' }), 'ambiguous; overloaded'],
    ...([401, 403, 404, 405] as const).map((status) => [`${status}`, says(status), 'stop?; answered'] as const),
    ['403 as a page of a firewall', says(403, '<html>Blocked</html>'), 'stop?; answered'],
    ['404 as a page', says(404, '<html>Not found</html>'), 'stop?; answered'],
    ...([301, 302, 307, 308] as const).map(
      (status) => [`${status}`, says(status, '', { location: 'https://shop.example/' }), 'stop?; answered'] as const,
    ),
  ])('is decided for the answer %s', async (_, behaviour, expected) => {
    expect(summary(await attemptAt(behaviour))).toBe(expected);
  });

  test('a record without an ID is not believed, whatever let it pass', () => {
    const classes = [{ sku: 'A-1' }, { productId: 0, sku: 'A-1' }].map((record) =>
      classOfReply(products, sent, record),
    );
    expect(classes).toEqual([{ kind: 'ambiguous' }, { kind: 'ambiguous' }]);
  });

  test('the id of the product, and how long the store asks to wait', async () => {
    const [created, throttled] = await Promise.all([
      attemptAt(says(201, { uprid: '7{1}2', sku: 'A-1' })),
      attemptAt(says(503, {}, { 'retry-after': '3' })),
    ]);
    expect([created, signalOf(throttled)]).toMatchObject([
      { kind: 'created', recordId: '7{1}2' },
      { kind: 'throttled', retryAfter: 3000 },
    ]);
  });

  test('the message of the store, and the field at fault', async () => {
    const { url } = await serveStore(says(422, { error: { message: 'Too long', field: 'name' } }));
    const found = await attempt(url);
    expect(found).toEqual({
      kind: 'rejected',
      message: expect.stringMatching(/^The store 127\.0\.0\.1:\d+ refused the request \(422\): Too long$/),
      field: 'name',
    });
  });
});

const onceRead = (answer: (socket: Socket) => void): Server =>
  createServer((socket) => void socket.once('data', () => answer(socket)));

describe('what a broken connection means for a row', () => {
  const reset = () => onceRead((socket) => socket.resetAndDestroy());
  const untrusted = () => createTlsServer(certificate('127.0.0.1', { names: ['127.0.0.1'] }));
  test.each<readonly [string, 'http' | 'https', () => Server, string]>([
    ['reset after reading', 'http', reset, 'ambiguous; overloaded'],
    ['closed after reading', 'http', () => onceRead((socket) => socket.end()), 'ambiguous; overloaded'],
    ['not answered in time', 'http', () => onceRead(endDeadlines), 'ambiguous; overloaded'],
    ['closed in the head', 'http', () => onceRead((socket) => socket.end('HTTP/1.1 201 Cre')), 'ambiguous; overloaded'],
    ['not HTTP', 'http', () => onceRead((socket) => socket.end('SSH-2.0-x\r\n')), 'ambiguous; overloaded'],
    // Nothing was sent.
    ['reset in the handshake of TLS', 'https', reset, 'not-sent; unreachable'],
    // What may stop the import.
    ['not to be trusted', 'https', untrusted, 'stop?; answered'],
    ['not TLS', 'https', () => onceRead((socket) => socket.end('HTTP/1.1 400 \r\n\r\n')), 'stop?; answered'],
  ])('is decided for a connection that was %s', async (_, scheme, makeServer, expected) => {
    watchDeadlines();
    const port = await listen(makeServer());
    expect(summary(await attempt(`${scheme}://127.0.0.1:${port}`))).toBe(expected);
  });

  test('nothing was sent where TLS never comes about', async () => {
    const port = await listen(onceRead(() => undefined));
    expect(summary(await attempt(`https://127.0.0.1:${port}`, { connectTimeout: 50 }))).toBe('not-sent; unreachable');
  });

  test('reset before anything is read: sent or not, but never settled', async () => {
    const server = createServer({ pauseOnConnect: true }, (socket) => socket.resetAndDestroy());
    const found = summary(await attempt(`http://127.0.0.1:${await listen(server)}`));
    expect(['ambiguous; overloaded', 'not-sent; unreachable']).toContain(found);
  });

  test.each([
    ['a port that nobody listens on', 'http://127.0.0.1:1'],
    // A label of a name has 63 letters at most: no name server needs to be asked.
    ['a host that does not exist', `http://${'a'.repeat(64)}.invalid`],
  ])('is that nothing was sent to %s', async (_, url) => {
    expect(summary(await attempt(url))).toBe('not-sent; unreachable');
  });
});

test('an error outside the attempt is not an outcome', () => {
  const error = new CliError('usage', 'This store is read-only.');
  expect(() => classOfFailure(error)).toThrow(error);
});

test.each([
  ['429', new CliError('refused', 'slow', { status: 429, retryAfter: 1000 }), { kind: 'throttled', retryAfter: 1000 }],
  [
    '503 that says when',
    new CliError('refused', 'later', { status: 503, retryAfter: 1000 }),
    { kind: 'throttled', retryAfter: 1000 },
  ],
  ['503', new CliError('refused', 'no', { status: 503 }), { kind: 'overloaded' }],
  ['no connection', new CliError('unreachable', 'gone'), { kind: 'unreachable' }],
  ['not found', new CliError('not-found', 'none', { status: 404 }), { kind: 'answered' }],
] as const)('what a failed look-up means for the pace is decided for %s', (_, error, expected) => {
  expect(signalOfFailedRead(error)).toMatchObject(expected);
});

/** What a refusal in these words says of a record that may exist. */
const saidBy = (status: number, message: string): string => {
  const found = classOfFailure(new CliError('refused', message, { status }));
  return found.kind === 'rejected?' ? found.says : found.kind;
};

describe('what a refusal says of a record that may exist', () => {
  test.each([
    [422, 'The SKU has already been taken.', 'wrong'],
    [400, 'Duplicate entry', 'wrong'],
    [422, 'sku must be unique', 'wrong'],
    [400, 'Dit artikelnummer is al bekend', 'wrong'],
    [400, 'Diese Artikelnummer ist bereits vergeben', 'wrong'],
    [400, 'Cette référence existe déjà', 'wrong'],
    [400, 'Codice già registrato', 'wrong'],
    [400, 'La referencia ya existe', 'wrong'],
    [400, 'The discount group does not exist', 'wrong'],
    [409, 'A product with this SKU exists', 'conflict'],
    [409, '', 'conflict'],
    [200, 'It already exists', 'unclear'],
    [400, 'The SKU is not valid', 'rejected'],
    [422, 'name is required', 'rejected'],
  ])('%i %j: %s', (status, message, expected) => expect(saidBy(status, message)).toBe(expected));
});

import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src/client/connection.ts';
import { getProduct, listProducts, products } from '../../src/client/endpoints/products.ts';
import { CliError } from '../../src/errors.ts';
import { connectTo } from '../support/connection.ts';
import { timesOut, watchDeadlines } from '../support/deadline.ts';
import { canary } from '../support/run.ts';
import { type Behaviour, json, type SeenRequest, serveStore } from '../support/store.ts';

const failure = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => 'no failure',
    (reason: unknown) => reason,
  );
  return error instanceof CliError
    ? `${error.kind}: ${error.message.replace(/127\.0\.0\.1:\d+/g, 'HOST')}`
    : String(error);
};

const html: Behaviour = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Down for\nmaintenance</h1></html>');
const hangUp: Behaviour = (_, response) => void response.socket?.destroy();
const half: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"productId":"1"');
  setImmediate(() => response.socket?.destroy());
};
const status =
  (
    code: number,
    body: unknown = { error: { code: 'x', message: 'No, because.', field: 'sku' } },
    headers = {},
  ): Behaviour =>
  (_, response) =>
    json(response, code, body, headers);

describe('what a store does, and what a read and a write make of it', () => {
  const rows: readonly (readonly [string, Behaviour, read: string, readRequests: number, write: string])[] = [
    [
      'answers HTML',
      html,
      'refused: The reply from HOST is not from the shop API (200, text/html): "Down for maintenance"',
      1,
      'outcome-unknown: The reply from HOST is not from the shop API (200, text/html): "Down for maintenance". The outcome of the POST is unknown.',
    ],
    [
      'never answers',
      timesOut,
      'unreachable: The store HOST did not answer in time.',
      3,
      'outcome-unknown: The store HOST did not answer in time. The outcome of the POST is unknown.',
    ],
    [
      'hangs up',
      hangUp,
      'unreachable: The store HOST closed the connection before the answer was complete.',
      3,
      'outcome-unknown: The store HOST closed the connection before the answer was complete. The outcome of the POST is unknown.',
    ],
    [
      'cuts the body',
      half,
      'unreachable: The store HOST closed the connection before the answer was complete.',
      3,
      'outcome-unknown: The store HOST closed the connection before the answer was complete. The outcome of the POST is unknown.',
    ],
    [
      'refuses the token',
      status(401),
      'auth: The store HOST refused the token (401): No, because.',
      1,
      'auth: The store HOST refused the token (401): No, because.',
    ],
    [
      'forbids',
      status(403, {}),
      'auth: The store HOST refused the token (403).',
      1,
      'auth: The store HOST refused the token (403).',
    ],
    [
      'refuses the values',
      status(422),
      'refused: The store HOST refused the request (422): No, because.',
      1,
      'refused: The store HOST refused the request (422): No, because.',
    ],
    [
      'asks to slow down',
      status(429, { message: 'Slow down' }),
      'refused: The store HOST refused the request (429): Slow down',
      3,
      'refused: The store HOST refused the request (429): Slow down',
    ],
    [
      'breaks',
      status(500, { title: 'Oops' }),
      'refused: The store HOST failed (500): Oops',
      1,
      'outcome-unknown: The store HOST failed (500): Oops. The outcome of the POST is unknown.',
    ],
    [
      'is behind a broken gateway',
      status(502, '<html>'),
      'refused: The gateway of HOST got no valid answer from the store (502).',
      3,
      'outcome-unknown: The gateway of HOST got no valid answer from the store (502). The outcome of the POST is unknown.',
    ],
    [
      'redirects',
      status(302, '', { location: 'https://evil.example/?token=x' }),
      'refused: The store HOST redirects to evil.example. Redirects are not followed: they could leak the token.',
      1,
      'refused: The store HOST redirects to evil.example. Redirects are not followed: they could leak the token.',
    ],
    [
      'says error with a 200',
      status(200, { error: { message: 'Not today' } }),
      'refused: The store HOST refused the request: Not today',
      1,
      'refused: The store HOST refused the request: Not today',
    ],
    [
      'is another API',
      status(200, { users: [] }),
      'refused: Unexpected reply from HOST to GET /api/v2/products: it has no list.',
      1,
      'outcome-unknown: Unexpected reply from HOST to POST /api/v2/products: it has none of productId, uprid. The outcome of the POST is unknown.',
    ],
    [
      'nests endlessly',
      status(200, '['.repeat(200_000)),
      'refused: The reply from HOST is not from the shop API (200, application/json): "',
      1,
      'outcome-unknown: The reply from HOST is not from the shop API (200, application/json): "',
    ],
  ];

  test.each(rows)('a read from a store that %s', async (_, behaviour, expected, requests) => {
    watchDeadlines();
    const { url, seen } = await serveStore(behaviour);
    const message = await failure(listProducts(connectTo(url), {}));
    expect([message.slice(0, expected.length), seen.length]).toEqual([expected, requests]);
  });

  test.each(rows)('a store that %s, written to: never a second POST', async (_, behaviour, __, ___, expected) => {
    watchDeadlines();
    const { url, seen } = await serveStore(behaviour);
    const message = await failure(products.create(connectTo(url), { sku: 'A' }));
    expect([message.slice(0, expected.length), seen.length]).toEqual([expected, 1]);
  });

  test('a store that cannot be reached was provably sent nothing', async () => {
    expect(await failure(products.create(connectTo('http://127.0.0.1:1'), { sku: 'A' }))).toBe(
      'unreachable: Cannot connect to HOST.',
    );
  });

  test('a reply that is not HTTP is named as such', async () => {
    const server = createServer(
      (socket) => void socket.once('data', () => socket.end(`SSH-2.0-OpenSSH ${canary}\r\n`)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const message = await failure(listProducts(connectTo(url), {}));
    server.close();
    expect(message).toBe('refused: The reply from HOST is not valid HTTP.');
  });

  test('a byte now and then does not put off the deadline', async () => {
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

describe('waiting before a read is repeated', () => {
  test('doubles, with the store asking for more in seconds or as a date', async () => {
    const answers = [
      status(503, ''),
      status(503, '', { 'retry-after': '7' }),
      status(503, '', { 'retry-after': 'Sat, 31 Jan 2026 12:00:20 GMT' }),
      status(200, { numRows: 0, data: [] }),
    ];
    const { url } = await serveStore((request, response, count) => answers[count - 1]?.(request, response, count));
    const connection = connectTo(url, { retries: 5 });
    await listProducts(connection, {});
    expect(connection.waits).toEqual([500, 7000, 21_000]);
  });

  test.each([
    ['an hour', '3600'],
    ['thousands of years', '99999999999'],
    ['more than a number holds', '9'.repeat(400)],
  ])('a store that asks for %s is not waited for', async (_, wait) => {
    const { url, seen } = await serveStore(status(429, {}, { 'retry-after': wait }));
    await failure(listProducts(connectTo(url), {}));
    expect(seen.length).toBe(1);
  });
});

describe('what is sent', () => {
  const sent = async (
    use: (connection: Connection) => Promise<unknown>,
    more: Partial<Connection> = {},
  ): Promise<SeenRequest> => {
    const { url, seen } = await serveStore(status(200, { productId: '1', numRows: 0, data: [] }));
    await use(connectTo(url, more));
    return seen[0] as SeenRequest;
  };

  test('the token once, as a query parameter, without a request for compression', async () => {
    const { query, headers } = await sent((connection) => getProduct(connection, '1'));
    expect([query.getAll('token'), headers['accept-encoding']]).toEqual([[canary], 'identity']);
  });

  test.each([
    ['a/b', '/api/v2/products/a%2Fb'],
    ['a b?c#d', '/api/v2/products/a%20b%3Fc%23d'],
    ['%2e%2e', '/api/v2/products/%252e%252e'],
    ["é'(*)!", '/api/v2/products/%C3%A9%27%28%2A%29%21'],
  ])('the SKU %s as one segment of the path', async (sku, path) => {
    expect((await sent((connection) => getProduct(connection, sku))).path).toBe(path);
  });

  test.each(['.', '..', '', '\ud800'])('"%s" is refused as a segment before anything is sent', async (segment) => {
    expect(await failure(getProduct(connectTo('http://127.0.0.1:1'), segment))).toMatch(/^usage: /);
  });

  test.each([
    ['both', ['categoryId=7', 'filter[categoryId]=7', 'filter[search]=sku:A']],
    ['plain', ['categoryId=7', 'filter[search]=sku:A']],
    ['bracket', ['filter[categoryId]=7', 'filter[search]=sku:A']],
  ] as const)('filters in the style %s', async (filterStyle, expected) => {
    const { query } = await sent((connection) => listProducts(connection, { categoryId: '7', search: 'sku:A' }), {
      filterStyle,
    });
    query.delete('token');
    expect([...query].map(([name, value]) => `${name}=${value}`)).toEqual(expected);
  });

  test.each([
    ['both', { taxRate: 21, taxRateVal: 21 }],
    ['taxRate', { taxRate: 21 }],
    ['taxRateVal', { taxRateVal: 21 }],
  ] as const)('the VAT rate of a new product as %s', async (taxField, expected) => {
    expect(
      JSON.parse((await sent((connection) => products.create(connection, { taxRate: 21 }), { taxField })).body),
    ).toEqual(expected);
  });

  test('every field with the type that the API documents', async () => {
    const draft = {
      sku: '007',
      ean: '8712345678906',
      name: 'Mug',
      quantity: 5,
      categoryId: 3,
      price: { units: 1250n, scale: 2 },
      status: 0,
      image: 'a.jpg',
    };
    const { body, headers } = await sent((connection) => products.create(connection, draft, { language: 'en' }));
    expect([body, headers['content-type'], headers['accept-language']]).toEqual([
      '{"sku":"007","ean":"8712345678906","name":"Mug","quantity":"5","categoryId":3,"price":12.5,"status":0,"image":"a.jpg"}',
      'application/json',
      'en',
    ]);
  });
});

describe('what is received', () => {
  test('numbers that JavaScript cannot hold keep their digits', async () => {
    const { url } = await serveStore(
      status(
        200,
        '{"productId":9007199254740993,"price":0.1000000000000000055,"sku":"1234567890123456789","quantity":12}',
      ),
    );
    expect(await getProduct(connectTo(url), '9007199254740993')).toEqual({
      productId: '9007199254740993',
      price: '0.1000000000000000055',
      sku: '1234567890123456789',
      quantity: 12,
    });
  });

  test.each([
    '{"productId":"1","__proto__":{"polluted":true}}',
    '{"productId":"1","password":"x","__proto__":{"polluted":true}}',
    '{"productId":"1","constructor":{"prototype":{"polluted":true}}}',
  ])('names that objects inherit are data: %s', async (body) => {
    const { url } = await serveStore(status(200, body));
    const record: object = await getProduct(connectTo(url), '1');
    const polluted = (value: object): unknown => (value as { polluted?: unknown }).polluted;
    expect([polluted({}), polluted(record)]).toEqual([undefined, undefined]);
  });

  test('an SKU that the path does not find is searched for and compared exactly', async () => {
    const store: Behaviour = (request, response) =>
      request.path.endsWith('/products')
        ? json(response, 200, {
            numRows: 2,
            data: [
              { productId: '1', sku: 'ab' },
              { productId: '2', sku: 'AB' },
            ],
          })
        : json(response, 404, { error: 'none' });
    const { url, seen } = await serveStore(store);
    const found = await getProduct(connectTo(url), 'AB');
    expect([found, seen[1]?.query.get('filter[search]')]).toEqual([{ productId: '2', sku: 'AB' }, 'sku:AB']);
  });
});

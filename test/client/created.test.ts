import { describe, expect, test } from 'vitest';
import { address, answers, basket, customer, inTurn, key, requests } from '../support/replies.ts';
import { type Behaviour, runAt, serveStore } from '../support/store.ts';

const product = { productId: 206, uprid: '206', sku: 'LAMP' };
const creations = [
  ['product', 'products create --sku LAMP --price 1 --allow-duplicate', product, '206', '/products'],
  ['basket', 'baskets create --product 200', basket, key, '/baskets'],
  [
    'customer',
    'customers create --email-address a@b.example --first-name A --last-name B',
    customer,
    '101',
    '/customers',
  ],
  [
    'address',
    'addresses create --customer 101 --first-name A --last-name B --street-address S --house-number 1 --zipcode 9000 --city Gent --country BE',
    address,
    '301',
    '/customers/101/addresses',
  ],
] as const;
const created =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) =>
    response.writeHead(status, body === '' ? headers : { 'content-type': 'application/json', ...headers }).end(body);

describe('a creation that is answered without the record', () => {
  const replies = (id: string, path: string, field: string): readonly (readonly [string, Behaviour])[] => [
    ['its address', created(201, '', { location: `/api/v2${path}/${encodeURIComponent(id)}` })],
    ['its address elsewhere', created(201, '{}', { location: `https://shop.example/api/v2${path}/${id}/` })],
    ['its ID', created(201, JSON.stringify(id))],
    ['success and its ID', created(200, JSON.stringify({ success: true, [field]: id }))],
    ['success and its ID in data', created(200, JSON.stringify({ success: true, data: { [field]: id } }))],
    ['nothing but its ID', created(200, JSON.stringify({ [field]: id }))],
  ];
  const fields: Readonly<Record<string, string>> = {
    basket: 'basketKey',
    address: 'id',
    customer: 'id',
    product: 'id',
  };
  test.each(
    creations.flatMap(([noun, line, record, id, path]) =>
      replies(id, path, fields[noun] ?? 'id').map(([how, reply]) => [noun, how, line, record, path, reply] as const),
    ),
  )('%s: a reply with %s makes the record be read', async (_, __, line, record, path, reply) => {
    const { run, seen } = await serveStore(inTurn(reply, answers(200, record)));
    const { code, out, err } = await run(`${line} --json`);
    expect({ code, err, record: code === 0 && JSON.parse(out) }).toEqual({ code: 0, err: '', record });
    expect([seen.length, requests(seen)[0], seen[1]?.method, seen[1]?.path.includes(path)]).toEqual([
      ...[2, `POST ${path}`],
      ...['GET', true],
    ]);
  });

  test.each(creations)('%s: that cannot be read was created all the same', async (_, line, __, id, path) => {
    const reply = created(201, '', { location: `/api/v2${path}/${id}` });
    expect(await runAt(inTurn(reply, answers(404, { message: 'Not yet' })), `${line} --quiet`)).toMatchObject({
      code: 0,
      out: `${id}\n`,
    });
  });

  const silent = [
    created(201),
    answers(204, ''),
    created(200, '{"success":true}'),
    created(200, '{"message":"Created","code":0}'),
    created(201, 'OK'),
  ];
  test.each(creations.slice(1).flatMap(([noun, line]) => silent.map((reply) => [noun, line, reply] as const)))(
    '%s: a creation without an ID in the reply is reported as a creation',
    async (_, line, reply) => {
      const { run, seen } = await serveStore(reply);
      const { code, out, err } = await run(`${line} --quiet`);
      expect([code, out, err.includes('did not return its ID'), seen.length]).toEqual([0, '', true, 1]);
    },
  );

  test('a product is then found by its SKU', async () => {
    const { run, seen } = await serveStore(inTurn(created(201), answers(200, { numRows: 1, data: [product] })));
    expect(await run('products create --sku LAMP --price 1 --allow-duplicate --quiet')).toMatchObject({
      code: 0,
      out: '206\n',
    });
    expect(requests(seen)).toEqual(['POST /products', 'GET /products']);
  });
});

describe('a creation whose answer says nothing about it stays uncertain', () => {
  test.each([
    ['200 without a body', created(200)],
    ['another record', created(200, '{"users":[]}')],
    ['a web page', created(200, '<html>Log in</html>')],
  ])('where the reply is %s', async (_, reply) => {
    const { run, seen } = await serveStore(reply);
    for (const [, line] of creations) expect((await run(line)).code).toBe(10);
    expect(seen.every(({ method }) => method === 'POST')).toBe(true);
  });
});

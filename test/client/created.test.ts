import { describe, expect, test } from 'vitest';
import { address, answers, basket, customer, inTurn, key, requests } from '../support/replies.ts';
import { type Behaviour, json, runAt, serveSandbox, serveStore, type TestStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

const product = { productId: 206, uprid: '206', sku: 'LAMP' };
const named = '--first-name A --last-name B';
const place = '--street-address S --house-number 1 --zipcode 9000 --city Gent --country BE';
/** What is created, how, its record and ID, where it is, and the field of its ID. */
const creations = [
  ['product', 'products create --sku LAMP --price 1 --allow-duplicate', product, '206', '/products', 'id'],
  ['basket', 'baskets create --product 200', basket, key, '/baskets', 'basketKey'],
  ['customer', `customers create --email-address jo@example.com ${named}`, customer, '101', '/customers', 'id'],
  ['address', `addresses create --customer 101 ${named} ${place}`, address, '301', '/customers/101/addresses', 'id'],
] as const;
const created =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) =>
    response.writeHead(status, body === '' ? headers : { 'content-type': 'application/json', ...headers }).end(body);

describe.each(creations)('a %s whose creation is answered without the record', (_, line, record, id, path, field) => {
  test.each([
    ['its address', created(201, '', { location: `/api/v2${path}/${encodeURIComponent(id)}` })],
    ['its address elsewhere', created(201, '{}', { location: `https://shop.example/api/v2${path}/${id}/` })],
    ['its ID', created(201, JSON.stringify(id))],
    ['success and its ID', created(200, JSON.stringify({ success: true, [field]: id }))],
    ['success and its ID in data', created(200, JSON.stringify({ success: true, data: { [field]: id } }))],
    ['nothing but its ID', created(200, JSON.stringify({ [field]: id }))],
  ])('is read where the reply has %s', async (_how, reply) => {
    const { run, seen } = await serveStore(inTurn(reply, answers(200, record)));
    const { code, out, err } = await run(`${line} --json`);
    expect({ code, err, record: code === 0 && JSON.parse(out) }).toEqual({ code: 0, err: '', record });
    expect(requests(seen)).toEqual([`POST ${path}`, expect.stringMatching(`^GET ${path}`)]);
  });

  test('was created all the same if it cannot be read', async () => {
    const reply = created(201, '', { location: `/api/v2${path}/${id}` });
    const { code, out } = await runAt(inTurn(reply, answers(404, { message: 'Not yet' })), `${line} --quiet`);
    expect([code, out]).toEqual([0, `${id}\n`]);
  });
});

describe.each(creations.slice(1))('a %s whose creation is answered without an ID', (_, line) => {
  test.each([
    created(201),
    answers(204, ''),
    created(200, '{"success":true}'),
    created(200, '{"message":"Created","code":0}'),
    created(201, 'true'),
  ])('was created, and its ID is said to be missing (%#)', async (reply) => {
    const { run, seen } = await serveStore(reply);
    const { code, out, err } = await run(`${line} --quiet`);
    expect([code, out, err.includes('did not return its ID'), seen.length]).toEqual([0, '', true, 1]);
  });
});

test('a product whose creation is answered without an ID is found by its SKU', async () => {
  const { run, seen } = await serveStore(inTurn(created(201), answers(200, { numRows: 1, data: [product] })));
  expect((await run('products create --sku LAMP --price 1 --allow-duplicate --quiet')).out).toBe('206\n');
  expect(requests(seen)).toEqual(['POST /products', 'GET /products']);
});

describe('a creation whose answer says nothing about it stays uncertain', () => {
  test.each([
    ['200 without a body', created(200)],
    ['another record', created(200, '{"users":[]}')],
    ['a web page', created(200, '<html>Log in</html>')],
    ['a text, even with status 201', created(201, 'OK')],
  ])('where the reply is %s', async (_, reply) => {
    const { run, seen } = await serveStore(reply);
    for (const [, line] of creations) expect((await run(line)).code).toBe(10);
    expect(seen.every(({ method }) => method === 'POST')).toBe(true);
  });
});

/** A sandbox behind a gateway that answers creations with this status: 204 without a body. */
async function serveCreatingWith(status: number, start: Parameters<typeof serveSandbox>[0] = {}): Promise<TestStore> {
  const sandbox = await serveSandbox(start);
  const behaviour: Behaviour = async ({ method, path, query, body }, response) => {
    const headers = { 'content-type': 'application/json' };
    const init = method === 'POST' ? { method, headers, body } : { method };
    const reply = await fetch(`${sandbox.url}${path}?${query}`, init);
    const text = await reply.text();
    if (method === 'POST' && reply.ok) response.writeHead(status, headers).end(status === 204 ? '' : text);
    else json(response, reply.status, text);
  };
  return await serveStore(behaviour);
}

describe.each([200, 201, 202, 204])('a shop that answers a creation with %i', (status) => {
  sampled(4).each([
    ['product', 'products create --sku NEW-1 --price 1', 'products get NEW-1', '241'],
    ['basket', 'baskets create --product 200', 'baskets list --offset 3', expect.stringMatching(/^[\dA-F-]{36}$/)],
    ['customer', `customers create --email-address a@b.example ${named}`, 'customers get 105', '105'],
    ['address', `addresses create --customer 101 ${named} ${place}`, 'addresses get 306 --customer 101', '306'],
    ['order', `orders create --basket ${key}`, 'orders get 1002', '1002'],
  ])('has the %s, and its ID is printed where it is known', async (noun, line, get, id) => {
    const { run } = await serveCreatingWith(status);
    const { code, out } = await run(`${line} --quiet`);
    // Without a body, only a product, by its SKU, and an order, by its basket, are found.
    const isKnown = status !== 204 || noun === 'product' || noun === 'order';
    expect([code, out.trim()]).toEqual([0, isKnown ? id : '']);
    expect((await run(`${get} --quiet`)).out.trim()).toEqual(id);
  });

  test('has each row of an imported file once', async () => {
    const { run } = await serveCreatingWith(status, { empty: true });
    const { code } = await run('products import -', { stdin: 'sku,name,price\nA,Mug,1\nB,Mug,2\nC,Mug,3\n' });
    const { out } = await run('products list --all --fields sku --json');
    expect([
      code,
      JSON.parse(out)
        .map(({ sku }: { sku: string }) => sku)
        .sort(),
    ]).toEqual([0, ['A', 'B', 'C']]);
  });
});

test('a record that is accepted with 202 and never shown is no success', async () => {
  const { run } = await serveStore(({ method, body }, response) =>
    method === 'POST'
      ? json(response, 202, { customerId: '7', ...JSON.parse(body) })
      : json(response, 404, { error: { message: 'Not found.' } }),
  );
  const { code, out } = await run(`customers create --email-address a@b.example ${named} --json`);
  expect([code, out]).toEqual([10, '']);
});

import { describe, expect, test } from 'vitest';
import { address, answers, basket, customer, inTurn, key, requests } from '../support/replies.ts';
import { type Behaviour, json, runAt, serveStore } from '../support/store.ts';
import { isThorough, sampled } from '../support/thorough.ts';

// Stores that answer with the documented values in another shape.

const line = { productId: '206', uprid: '206{3}12', quantity: '2' };
const otherLine = { productId: '200', uprid: '200', quantity: '1' };
const product = { productId: '206', uprid: '206', sku: 'LAMP', name: 'Lamp' };
const order = { orderId: '1001', customerId: '101' };
const always = (body: unknown): Behaviour => answers(200, body);

describe('one record in another shape is that record', () => {
  const records = [
    ['product', 'products', 'products get 206', product],
    ['basket', 'baskets', `baskets get ${key}`, basket],
    ['product', 'products', `baskets items get ${key} 206+3-12`, line],
    ['customer', 'customers', 'customers get 101', customer],
    ['address', 'addresses', 'addresses get 301 --customer 101', address],
    ['order', 'orders', 'orders get 1001', order],
  ] as const;
  const shapes = (one: string, several: string, record: object): readonly (readonly [string, unknown])[] => [
    ['in a list', [record]],
    ['in data', { data: record }],
    ['in an envelope', { numRows: 1, numPages: 1, data: [record] }],
    ['under its name', { [one]: record }],
    ['under its name in data', { success: true, data: { [one]: record } }],
    ['in a list under its name', { [several]: [record] }],
    ['under its ID', { data: { '301': record } }],
  ];
  sampled(4).each(
    records.flatMap(([one, several, command, record]) =>
      shapes(one, several, record).map(([shape, body]) => [command, shape, body, record] as const),
    ),
  )('shop-cli %s reads a record that is written so: %s', async (command, _, body, record) => {
    const { code, out, err } = await runAt(always(body), `${command} --json`);
    expect({ code, err, record: code === 0 && JSON.parse(out) }).toEqual({ code: 0, err: '', record });
  });

  test('of several records, the one with the ID is shown', async () => {
    const bodies = [
      [`baskets items get ${key} 206+3-12`, { ...basket, products: [otherLine, line] }, line],
      [`baskets items get ${key} 200`, { ...basket, products: { 12: line, 13: otherLine } }, otherLine],
      ['addresses get 301 --customer 101', { addresses: [{ ...address, id: '300' }, address] }, address],
      ['products get 206', { numRows: 2, data: [{ productId: '207' }, product] }, product],
    ] as const;
    for (const [command, body, record] of bodies) {
      expect(JSON.parse((await runAt(always(body), `${command} --json`)).out)).toEqual(record);
    }
  });

  test.each([['[]'], ['null'], ['false'], [{ numRows: 0, data: [] }], [{ order: null }]])(
    'and %j is nothing found',
    async (body) => {
      expect((await runAt(always(body), 'orders get 1001')).code).toBe(3);
    },
  );
});

describe('lists as objects are lists', () => {
  test.each([
    ['baskets list', { [`{${key}}`]: basket }, key],
    ['addresses list --customer 101', address, '301'],
  ])('shop-cli %s reads %j', async (command, body, id) => {
    expect(await runAt(always(body), `${command} --quiet`)).toEqual({ code: 0, out: `${id}\n`, err: '' });
  });

  test('the products of a basket too: they are on its receipt', async () => {
    const full = { ...basket, products: { 12: { ...line, name: 'Mug', price: '5.0000' } } };
    const { run } = await serveStore(always(full));
    const { code, out } = await run(`baskets get ${key}`);
    expect([code, /2 +Mug/.test(out)]).toEqual([0, true]);
  });

  test('--envelope keeps the totals', async () => {
    const { code, out } = await runAt(always({ numRows: 1, data: { 206: product } }), 'products list --envelope');
    expect([code, JSON.parse(out)]).toEqual([0, { numRows: 1, data: [product] }]);
  });
});

describe('a list that ignores paging', () => {
  const many = Array.from({ length: 130 }, (_, at) => ({
    id: String(at + 1),
    basketKey: `{${key.slice(0, -3)}${100 + at}}`,
  }));
  const few = many.slice(0, 30);

  test.each([
    ['more than the limit, not counted', many, 130],
    ['the same again, not counted', few, 30],
  ])('is whole with %s', async (_, body, count) => {
    const { code, out, err } = await runAt(always(body), 'baskets list --all --quiet');
    expect({ code, err, lines: out.trim().split('\n').length }).toEqual({ code: 0, err: '', lines: count });
  });

  test('--limit and --offset hold all the same, and the rest is counted', async () => {
    const { code, out, err } = await runAt(always(many), 'baskets list --limit 2 --offset 3 --json --fields id');
    expect({ code, shown: JSON.parse(out), err }).toEqual({
      code: 0,
      shown: [{ id: '4' }, { id: '5' }],
      err: '2 of 130 shown. Use --all for the rest.\n',
    });
  });
});

describe('an error without a body means its status', () => {
  const answered =
    (status: number, text = '', type = 'text/plain'): Behaviour =>
    (_, response) =>
      response.writeHead(status, text === '' ? {} : { 'content-type': type }).end(text);

  sampled(3).each([400, 405, 409, 422])('%i means that the store refuses', async (status) => {
    const { run } = await serveStore(answered(status));
    const refused = { code: 5, out: '', err: `Error: The store shop.test refused the request (${status}).\n` };
    expect(await run('customers get 101')).toEqual(refused);
    expect(await run('customers delete 101 --yes')).toEqual(refused);
    expect(await run('products create --sku A --price 1 --allow-duplicate')).toEqual(refused);
  });

  const oneOf = ['products get 206', `baskets get ${key}`, 'customers get 101', 'orders get 1001'];
  const ofAnother = [`baskets items get ${key} 206`, 'addresses get 301 --customer 101'];

  sampled(3).each([
    [404, 'Not here', 3],
    [410, 'Gone', 3],
    [410, '', 3],
    [200, '', 5],
    [204, '', 5],
  ])(
    '%i with %j for one record exits with %i: only a status says that nothing was found',
    async (status, text, code) => {
      const { run } = await serveStore(answered(status, text));
      const lines = [...oneOf, 'products get LAMP --sku', ...ofAnother, 'customers delete 101 --yes'];
      const outcomes = await Promise.all(lines.slice(0, status < 300 ? -1 : undefined).map((line) => run(line)));
      expect(outcomes.map((outcome) => [outcome.code, outcome.out])).toEqual(outcomes.map(() => [code, '']));
    },
  );

  test('a product is then looked for by its SKU', async () => {
    const list = { numRows: 1, data: [{ ...product, sku: '206', productId: '9', uprid: '9' }] };
    const byPath: Behaviour = (request, response, count) =>
      request.path.endsWith('/206') ? answered(410, 'Gone')(request, response, count) : json(response, 200, list);
    expect(await runAt(byPath, 'products get 206 --quiet')).toEqual({ code: 0, out: '9\n', err: '' });
  });

  test('a web page is not from the shop API, nor is a text in place of a list', async () => {
    const notTheApi = 'Error: The reply from shop.test is not from the shop API (404';
    const page = await runAt(answered(404, '<html>Not here</html>', 'text/html'), 'customers get 101');
    expect([page.code, page.err.startsWith(notTheApi)]).toEqual([5, true]);
    const { run } = await serveStore(answered(404, 'default backend - 404'));
    for (const line of ['products list --sku LAMP', 'baskets list', 'addresses list --customer 101']) {
      const { code, err } = await run(line);
      expect([line, code, err.startsWith(notTheApi)]).toEqual([line, 5, true]);
    }
  });
});

describe('a changed line', () => {
  const change = `baskets items update ${key} 206+3-12 --quantity 2`;
  const path = `/baskets/%7B${key}%7D/206%7B3%7D12`;
  // The line as it was, and which line the store takes for that one.
  const reads = [`GET ${path}`, `GET ${path}`, `PATCH ${path}`, `GET ${path}`];

  test.each([
    ['the whole basket', { ...basket, products: [otherLine, line] }, reads],
    ['the basket without it', { ...basket, products: [otherLine] }, reads],
    ['the basket without lines', basket, reads],
    ['success and an ID', { success: true, id: '206' }, reads],
  ])('answered with %s is that line', async (_, body, expected) => {
    const was = { ...line, quantity: '1' };
    const { run, seen } = await serveStore(inTurn(always(was), always(was), always(body), always(line)));
    const { code, out } = await run(`${change} --json`);
    expect([code, JSON.parse(out), requests(seen)]).toEqual([0, line, expected]);
  });

  test.runIf(isThorough)('with other ID names is shown, and --quiet prints the ID from the command line', async () => {
    const { run } = await serveStore(always({ basketProductId: '9', quantity: '2' }));
    const plain = `baskets items update ${key} 206 --quantity 2`;
    expect(JSON.parse((await run(`${plain} --json`)).out)).toEqual({ basketProductId: '9', quantity: '2' });
    expect(await run(`${plain} --quiet`)).toEqual({ code: 0, out: '206\n', err: '' });
    expect((await run(`baskets items get ${key} 206+3-12`)).code).toBe(0);
  });

  sampled(3).each([
    [{ basketProductId: '9', quantity: '2' }],
    [{ productId: '206', quantity: '2' }],
    [{ uprid: '206', productId: '206' }],
    [{ uprid: '206{3}11' }],
  ])('is not sent where the store shows %j for its options: it may take them for none', async (shown) => {
    const { run, seen } = await serveStore(always(shown));
    const { code, out, err } = await run(change);
    const deleted = await run(`baskets items delete ${key} 206+3-12 --yes`);
    expect([code, deleted.code, out, new Set(requests(seen))]).toEqual([3, 3, '', new Set([`GET ${path}`])]);
    expect(err).toContain(`shop-cli baskets get ${key}`);
  });
});

test.runIf(isThorough)('orders get shows whatever there is of an order with other names', async () => {
  const { run } = await serveStore(always({ order: { number: '2026-7', lines: [{ article: 'Mug' }] } }));
  expect(JSON.parse((await run('orders get 7 --json')).out)).toEqual({
    number: '2026-7',
    lines: [{ article: 'Mug' }],
  });
  expect((await run('orders get 7')).out).toContain('2026-7');
  expect(await run('orders get 7 8 --quiet')).toEqual({ code: 0, out: '7\n8\n', err: '' });
});

describe('a reply that says so made the order', () => {
  const create = `orders create --basket ${key}`;
  const ordered = { ...basket, orderId: '1001' };
  const [post, get] = ['POST /orders', `GET /baskets/%7B${key}%7D`];

  test.each([
    [{ ordersId: '5' }, { orderId: '1001', ordersId: '5' }],
    [{ order: { number: '2026-5' } }, { orderId: '1001', number: '2026-5' }],
    [{ success: true }, { orderId: '1001', basketKey: key }],
    ['5', { orderId: '1001', basketKey: key }],
    ['"OK"', { orderId: '1001', basketKey: key }],
    [
      { ...basket, orderId: null },
      { ...basket, orderId: '1001' },
    ],
  ])('%j: the order is read from the basket', async (body, shown) => {
    const { run, seen } = await serveStore(inTurn(always(basket), always(body), always(ordered)));
    const { code, out, err, closing } = await run(`${create} --json`);
    expect({ code, err, closing, requests: requests(seen) }).toEqual({
      code: 0,
      err: '',
      closing: `✓ Created order 1001${'basketKey' in shown ? ` from basket ${key}` : ''}`,
      requests: [get, post, get],
    });
    expect(JSON.parse(out)).toEqual(shown);
  });

  test.each([[order], [{ order }], [[order]]])('%j is the order, and nothing is read after it', async (body) => {
    const { run, seen } = await serveStore(inTurn(always(basket), always(body)));
    expect(await run(`${create} --quiet`)).toMatchObject({ code: 0, out: '1001\n' });
    expect(requests(seen)).toEqual([get, post]);
  });

  test.each([
    [{ ordersId: '5' }, '5'],
    [{ data: { order_id: 5 } }, '5'],
  ])('%j names it, where the basket is gone', async (body, id) => {
    const gone: Behaviour = ({ method }, response) =>
      method === 'POST' ? json(response, 200, body) : json(response, 404, { message: 'None' });
    expect(await runAt(gone, `${create} --quiet`)).toMatchObject({ code: 0, out: `${id}\n` });
  });

  test('a number alone may be anything: where no such order is shown either, the outcome is unknown', async () => {
    const gone: Behaviour = ({ method }, response) =>
      method === 'POST' ? json(response, 200, '5') : json(response, 404, { message: 'None' });
    expect((await runAt(gone, `${create} --quiet`)).code).toBe(10);
  });

  test('where neither the reply nor the basket names it, the outcome is unknown', async () => {
    const store = inTurn(always(basket), always({ success: true }), always({ ...basket, orderId: '0' }));
    const err = expect.stringContaining(`baskets get ${key} --fields orderId`);
    expect(await runAt(store, `${create} --quiet`)).toEqual({ code: 10, out: '', err });
  });

  test('an error did not, and a text or nothing with status 200 says nothing', async () => {
    expect((await runAt(inTurn(always(basket), always({ error: 'Empty basket' })), create)).code).toBe(5);
    for (const body of ['<html>Log in</html>', 'OK', '', 'false', '0'])
      expect((await runAt(inTurn(always(basket), always(body), always(ordered)), create)).code).toBe(10);
  });

  test('a basket that is an order already is not sent again, and its old order is no proof', async () => {
    const { run, seen } = await serveStore(always(ordered));
    const { code, out, err } = await run(create);
    expect([code, out, requests(seen)]).toEqual([2, '', [get]]);
    expect(err).toContain(`Basket ${key} on shop.test is already ordered, as order 1001. Nothing was sent.`);
    expect(err).toContain('shop-cli orders get 1001');
  });

  test('an order ID of the basket is no proof where the basket could not be read before', async () => {
    const shown = inTurn(answers(405, {}), always({ success: true }), always(ordered));
    expect((await runAt(shown, create)).code).toBe(10);
  });

  test('nothing is sent where the store does not answer, or shows another basket', async () => {
    const other = { ...ordered, basketKey: key.replace('4', '5') };
    for (const [reply, expected] of [
      [answers(503, {}), 6],
      [always(other), 3],
    ] as const) {
      const { run, seen } = await serveStore(reply);
      expect((await run(`${create} --retries 0`)).code).toBe(expected);
      expect(new Set(requests(seen))).toEqual(new Set([get]));
    }
  });
});

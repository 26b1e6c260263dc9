import { describe, expect, test } from 'vitest';
import { answers, customer, requests } from '../support/replies.ts';
import { type Behaviour, json, runAt, serveStore } from '../support/store.ts';
import { words } from '../support/words.ts';

describe('a record of the store', () => {
  test.each(['007', '0000000000000000000017', '12345678901234567890', '206'])(
    'keeps the SKU %s as text in the request and in the output',
    async (sku) => {
      const { run, seen } = await serveStore((request, response) =>
        json(response, 200, request.method === 'POST' ? { productId: '5', ...JSON.parse(request.body) } : {}),
      );
      const { out } = await run(
        words('products create --allow-duplicate --json', '--sku', sku, '--ean', sku, '--model', sku),
      );
      expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ sku, ean: sku, model: sku });
      expect(JSON.parse(out).sku).toBe(sku);
    },
  );

  const searching: Behaviour = ({ path }, response) => {
    if (!path.endsWith('/products')) return json(response, 404, {});
    const data = [7, '007', 1007].map((sku, at) => ({ productId: at + 1, sku }));
    json(response, 200, { numRows: data.length, data });
  };

  test('is found by an SKU of digits: first as ID, then by search for exactly this SKU', async () => {
    const { run, seen } = await serveStore(searching);
    expect((await run('products get 007 --quiet')).out).toBe('2\n');
    expect([requests(seen), seen[1]?.query.get('filter[search]')]).toEqual([
      ['GET /products/007', 'GET /products'],
      'sku:007',
    ]);
  });

  test('is found by SKU when the store sends the SKU as a number', async () => {
    expect((await runAt(searching, 'products get 1007 --quiet')).out).toBe('3\n');
  });

  test.each([
    ['orderId', { orderId: 1001, id: 5, state: 'new', lines: [{ title: 'Mug', amount: '2' }] }, '1001'],
    ['id', { id: '5', state: 'new', lines: [] }, '5'],
    ['id, with an orderId that is null', { orderId: null, id: '5' }, '5'],
  ])('shows every field of an order with unknown fields and takes its ID from %s', async (_, body, id) => {
    const { run } = await serveStore(answers(200, body));
    expect(JSON.parse((await run(`orders get ${id} --json`)).out)).toEqual(body);
    expect((await run(`orders get ${id} --quiet`)).out).toBe(`${id}\n`);
    const card = (await run(`orders get ${id} --all-fields`)).out.toLowerCase();
    const others = Object.keys(body).filter((name) => !['orderId', 'id'].includes(name));
    expect(others.filter((name) => !card.includes(name))).toEqual([]);
  });

  test.each([
    ['customers', 'customerId', 'customer'],
    ['products', 'productId', 'product'],
  ])('of %s that has another ID than was asked for is not shown', async (noun, field, one) => {
    const { code, out, err } = await runAt(answers(200, { [field]: '102', name: 'Other' }), `${noun} get 101`);
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain(one === 'product' ? 'has the ID or SKU "101"' : `the store answered with ${one} 102.`);
  });

  test('keeps all digits of long numbers in every format', async () => {
    const body =
      '{"orderId":12345678901234567890,"total":1234567890123456.78,"small":0.12345678901234567890,"big":[1e400],"lines":[{"n":-98765432109876543210}]}';
    const { run } = await serveStore(answers(200, body));
    for (const format of ['table', 'json', 'ndjson', 'csv', 'yaml']) {
      const { out } = await run(`orders get 12345678901234567890 -o ${format}`);
      for (const digits of body.match(/\d[\d.e]{4,}/g) ?? []) expect(out).toContain(digits);
    }
  });
});

test('IDs are percent-encoded in a path, and . and .. are rejected', async () => {
  const { run, seen } = await serveStore(answers(200, customer));
  await run(['orders', 'get', 'a/7?c']);
  const refused = await Promise.all(['.', '..'].map((id) => run(['orders', 'get', id])));
  expect([seen.map(({ path }) => path), refused.map(({ code }) => code)]).toEqual([
    ['/api/v2/orders/a%2F7%3Fc'],
    [2, 2],
  ]);
});

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

  test('is found by an SKU of digits: first as ID, then by search for exactly this SKU', async () => {
    const store: Behaviour = (request, response) =>
      request.path.endsWith('/products')
        ? json(response, 200, {
            numRows: 2,
            data: [
              { productId: '7', sku: '7' },
              { productId: '9', sku: '007' },
            ],
          })
        : json(response, 404, {});
    const { run, seen } = await serveStore(store);
    const { out } = await run('products get 007 --json');
    expect([JSON.parse(out).productId, requests(seen), seen[1]?.query.get('filter[search]')]).toEqual([
      '9',
      ['GET /products/007', 'GET /products'],
      'sku:007',
    ]);
  });

  test('is found by SKU when the store sends the SKU as a number', async () => {
    const store: Behaviour = (request, response) =>
      request.path.endsWith('/products')
        ? json(response, 200, { numRows: 1, data: [{ productId: 9, sku: 1007 }] })
        : json(response, 404, {});
    const { run } = await serveStore(store);
    const { code, out } = await run('products get 1007 --json');
    expect([code, JSON.parse(out || 'null')]).toEqual([0, { productId: 9, sku: 1007 }]);
  });

  const shapes = [
    [
      'the shape of the list',
      {
        uprid: '206',
        productId: 206,
        sku: 'A',
        prices: { basePrice: '1.00', price: '1.21' },
        category: { id: 3 },
        images: ['a.jpg'],
      },
    ],
    [
      'the flat shape',
      { uprid: 206, productId: '206', sku: 'A', basePrice: 1, price: '1.2100', isPhysical: '1', freeAbove: '0.0000' },
    ],
    ['a field data', { data: { productId: 206, sku: 'A' } }],
  ] as const;
  test.each(shapes)('is shown unchanged when it is a product in %s', async (_, body) => {
    const { run } = await serveStore(answers(200, body));
    const { code, out } = await run('products get 206 --json');
    expect([code, JSON.parse(out)]).toEqual([0, 'data' in body ? body.data : body]);
    expect((await run('products get 206 --quiet')).out).toBe('206\n');
  });

  test.each([
    ['orderId', { orderId: 1001, id: 5, state: 'new', lines: [{ title: 'Mug', amount: '2' }] }, '1001'],
    ['id', { id: '5', state: 'new', lines: [] }, '5'],
    ['id, with an orderId that is null', { orderId: null, id: '5' }, '5'],
  ])('shows every field of an order with unknown fields and takes its ID from %s', async (_, body, id) => {
    const { run } = await serveStore(answers(200, body));
    const [asJson, asId, card] = [
      await run('orders get 1 --json'),
      await run('orders get 1 --quiet'),
      await run('orders get 1 --all-fields'),
    ];
    expect([JSON.parse(asJson.out), asId.out, card.code]).toEqual([body, `${id}\n`, 0]);
    expect(
      Object.keys(body).filter((name) => !['orderId', 'id'].includes(name) && !card.out.toLowerCase().includes(name)),
    ).toEqual([]);
  });

  test.each([
    ['customers', 'customerId', 'customer'],
    ['products', 'productId', 'product'],
  ])('of %s that has another ID than was asked for is not shown', async (noun, field, one) => {
    const { code, out, err } = await runAt(
      answers(200, JSON.stringify({ [field]: '102', name: 'Other', email: 'a@shop.example' })),
      `${noun} get 101`,
    );
    expect({ code, out, says: err.includes(`is ${one} 102 instead of 101`) }).toEqual({
      code: 5,
      out: '',
      says: true,
    });
  });

  test('keeps all digits of long numbers in every format', async () => {
    const body =
      '{"orderId":12345678901234567890,"total":1234567890123456.78,"small":0.12345678901234567890,"big":[1e400],"lines":[{"n":-98765432109876543210}]}';
    const { run } = await serveStore(answers(200, body));
    for (const format of ['table', 'json', 'ndjson', 'csv', 'yaml']) {
      const { out } = await run(`orders get 1 -o ${format}`);
      const digits = [
        '12345678901234567890',
        '1234567890123456.78',
        '0.12345678901234567890',
        '1e400',
        '98765432109876543210',
      ];
      expect([format, digits.filter((text) => !out.includes(text))]).toEqual([format, []]);
    }
  });

  test.each(['9999999999999999.5', '12345678901234567'])(
    'is not created with the price %s, which has more digits than a number holds',
    async (price) => {
      const { run, seen } = await serveStore(answers(200, { productId: '1' }));
      expect([(await run(`products create --sku A --price ${price}`)).code, seen.length]).toEqual([2, 0]);
    },
  );
});

test('IDs are percent-encoded in a path, and . and .. are rejected', async () => {
  const { run, seen } = await serveStore(answers(200, customer));
  await run(['orders', 'get', 'a/b?c']);
  const refused = await Promise.all(['.', '..'].map((id) => run(['orders', 'get', id])));
  expect([seen.map(({ path }) => path), refused.map(({ code }) => code)]).toEqual([
    ['/api/v2/orders/a%2Fb%3Fc'],
    [2, 2],
  ]);
});

import { describe, expect, test } from 'vitest';
import { type Behaviour, json, type SeenRequest, withStore } from '../support/store.ts';

// Every point that api.md leaves open, at the command line, against a store that behaves that other way.

const key = '42212126-9CF9-49D8-8E52-5B2858894145';
const basket = { id: '701', basketKey: `{${key}}`, value: '12.5000' };
const address = { id: '301', customerId: '101', city: 'Gent' };
const customer = { customerId: '101', emailAddress: 'jo@example.com' };

const answers =
  (status: number, body: unknown, type = 'application/json'): Behaviour =>
  (_, response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, status === 204 ? {} : { 'content-type': type }).end(status === 204 ? undefined : text);
  };
const hangsUp: Behaviour = (_, response) => void response.socket?.destroy();
const silent: Behaviour = () => undefined;
const inTurn =
  (...turns: readonly Behaviour[]): Behaviour =>
  (request, response, count) =>
    turns[Math.min(count, turns.length) - 1]?.(request, response, count);

const requests = (seen: readonly SeenRequest[]): readonly string[] =>
  seen.map(({ method, path }) => `${method} ${path.replace('/api/v2', '')}`);

describe('the shape of a list', () => {
  const lists = [
    ['baskets', 'baskets list', basket, key],
    ['addresses', 'addresses list --customer 101', address, '301'],
  ] as const;
  const shapes = (name: string, record: object): readonly (readonly [string, unknown])[] => [
    ['a bare array', [record]],
    ['data', { numRows: 1, data: [record] }],
    [`the name ${name}`, { total: 1, [name]: [record], links: [] }],
    ['the only array', { page: { number: 1 }, rows: [record] }],
    ['data beside another array', { warnings: ['slow'], data: [record] }],
  ];

  test.each(
    lists.flatMap(([name, line, record, id]) =>
      shapes(name, record).map(([shape, body]) => [name, shape, line, body, id] as const),
    ),
  )('%s in %s are found', async (_, __, line, body, id) => {
    await withStore(answers(200, body), async ({ run }) => {
      expect(await run(`${line} --quiet`)).toEqual({ code: 0, out: `${id}\n`, err: '' });
    });
  });

  const others = [
    { first: [basket], second: [basket] },
    { total: 0 },
    {},
    'null',
    '7',
    '"baskets"',
    [7],
    [null],
    { data: { a: 1 } },
    [{ x: 1 }],
    '',
  ];
  test.each(lists.flatMap(([name, line]) => others.map((body) => [name, line, body] as const)))(
    '%s by `%s`: %j is an unexpected reply',
    async (_, line, body) => {
      await withStore(answers(200, body), async ({ run }, seen) => {
        const { code, out, err } = await run(`${line} --quiet`);
        expect({ code, out, said: err.includes('Unexpected reply from shop.test to '), requests: seen.length }).toEqual(
          {
            code: 5,
            out: '',
            said: true,
            requests: 1,
          },
        );
      });
    },
  );

  test('what is no list is still shown raw by api', async () => {
    const body = { first: [1], second: [2] };
    await withStore(answers(200, body), async ({ run }) => {
      const { code, out } = await run('api GET baskets');
      expect({ code, reply: JSON.parse(out) }).toEqual({ code: 0, reply: body });
    });
  });

  test('an empty list is success, and said', async () => {
    await withStore(answers(200, []), async ({ run }) => {
      expect([await run('baskets list --json'), await run('addresses list --customer 101 --json')]).toEqual([
        { code: 0, out: '[]\n', err: 'No basket matches.\n' },
        { code: 0, out: '[]\n', err: 'Customer 101 has no address.\n' },
      ]);
    });
  });

  test('limit and offset of a basket list are sent as for products; addresses have no paging', async () => {
    await withStore(answers(200, []), async ({ run }, seen) => {
      await run('baskets list --limit 7 --offset 3');
      await run('addresses list --customer 101');
      expect(seen.map(({ query }) => [...query.keys()].filter((name) => name !== 'token'))).toEqual([
        ['limit', 'filter[limit]', 'offset', 'filter[offset]'],
        [],
      ]);
      expect(seen[0]?.query.get('offset')).toBe('3');
    });
  });
});

describe('filters inside or outside filter[...]', () => {
  const line =
    'products list --category 7 --recursive --manufacturer 3 --stock-from 1 --stock-to 9 --main-only --search lamp --limit 5 --offset 2';
  const values = {
    categoryId: '7',
    recursiveCategories: 'true',
    manufacturerId: '3',
    stockFrom: '1',
    stockTo: '9',
    only_main_products: 'true',
    limit: '5',
    offset: '2',
  };
  const plain = Object.entries(values);
  const bracket = plain.map(([name, value]) => [`filter[${name}]`, value] as const);

  test.each([
    ['unset', {}, [...plain, ...bracket]],
    ['both', { SHOP_FILTER_STYLE: 'both' }, [...plain, ...bracket]],
    ['plain', { SHOP_FILTER_STYLE: 'plain' }, plain],
    ['bracket', { SHOP_FILTER_STYLE: 'bracket' }, bracket],
  ] as const)(
    'with SHOP_FILTER_STYLE %s each is sent once in each style that is wanted, and search always bracketed',
    async (_, env, expected) => {
      await withStore(answers(200, { numRows: 0, data: [] }), async ({ run }, seen) => {
        expect((await run(line, { env })).code).toBe(0);
        const sent = [...(seen[0]?.query ?? [])]
          .filter(([name]) => name !== 'token')
          .map(([name, value]) => `${name}=${value}`);
        expect(sent.sort()).toEqual(
          [...expected.map(([name, value]) => `${name}=${value}`), 'filter[search]=lamp'].sort(),
        );
      });
    },
  );

  test('another style is a fault of the settings, and nothing is sent', async () => {
    await withStore(answers(200, []), async ({ run }, seen) => {
      const { code, err } = await run(line, { env: { SHOP_FILTER_STYLE: 'braces' } });
      expect([code, err, seen.length]).toEqual([
        2,
        'Error: SHOP_FILTER_STYLE "braces" must be one of both, plain, bracket.\n',
        0,
      ]);
    });
  });
});

describe('the name of the VAT rate', () => {
  test.each([
    [{}, ['taxRate', 'taxRateVal']],
    [{ SHOP_TAX_FIELD: 'both' }, ['taxRate', 'taxRateVal']],
    [{ SHOP_TAX_FIELD: 'taxRate' }, ['taxRate']],
    [{ SHOP_TAX_FIELD: 'taxRateVal' }, ['taxRateVal']],
  ] as const)('with %j it is sent as %j', async (env, names) => {
    await withStore(answers(200, { productId: '1' }), async ({ run }, seen) => {
      expect((await run('products create --sku A --tax-rate 21%', { env: env as Record<string, string> })).code).toBe(
        0,
      );
      expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
        sku: 'A',
        ...Object.fromEntries(names.map((name) => [name, 21])),
      });
    });
  });

  test.each(['taxRate', 'taxRateVal'])('the other name in a --body file, %s, is the same member', async (name) => {
    await withStore(answers(200, { productId: '1' }), async ({ run }, seen) => {
      await run('products create --body -', { stdin: JSON.stringify({ sku: 'A', [name]: '9.00' }) });
      expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ sku: 'A', taxRate: 9, taxRateVal: 9 });
    });
  });
});

describe('the reply of a PATCH', () => {
  const updates = [
    ['a basket', `baskets update ${key} --coupon A`, `/baskets/%7B${key}%7D`, basket],
    [
      'a line',
      `baskets items update ${key} 206+3-12 --quantity 2`,
      `/baskets/%7B${key}%7D/206%7B3%7D12`,
      { productId: '206', quantity: '2' },
    ],
    ['a customer', 'customers update 101 --phone-number 1', '/customers/101', customer],
    ['an address', 'addresses update 301 --customer 101 --city Gent', '/customers/101/addresses/301', address],
  ] as const;
  const replies: readonly (readonly [string, Behaviour])[] = [
    ['is empty', answers(200, '')],
    ['is 204', answers(204, '')],
    ['is {}', answers(200, {})],
    ['is []', answers(200, [])],
    ['is true', answers(200, 'true')],
    ['says success', answers(200, { success: true, message: 'Saved' })],
    ['is plain text', answers(200, 'OK', 'text/plain')],
    ['is another record', answers(200, { userName: 'x' })],
  ];

  test.each(
    updates.flatMap(([what, line, path, record]) =>
      replies.map(([how, reply]) => [what, how, reply, line, path, record] as const),
    ),
  )('of %s that %s is followed by a GET', async (_, __, reply, line, path, record) => {
    await withStore(inTurn(reply, answers(200, record)), async ({ run }, seen) => {
      const { code, out, err } = await run(`${line} --json`);
      expect({ code, err, requests: requests(seen) }).toEqual({
        code: 0,
        err: '',
        requests: [`PATCH ${path}`, `GET ${path}`],
      });
      expect(JSON.parse(out)).toEqual(record);
    });
  });

  test.each(updates)('of %s that is the record is shown, and nothing else is asked', async (_, line, path, record) => {
    await withStore(answers(200, record), async ({ run }, seen) => {
      const { code, out } = await run(`${line} --json`);
      expect([code, JSON.parse(out), requests(seen)]).toEqual([0, record, [`PATCH ${path}`]]);
    });
  });

  test.each([
    ['breaks', answers(500, { message: 'Oops' })],
    ['is not there', answers(404, { message: 'Gone' })],
    ['hangs up', hangsUp],
    ['answers something else', answers(200, { a: 1 })],
  ])(
    'that is followed by a GET which %s: a write was sent, so the exit code is 10 and says how to look',
    async (_, then) => {
      await withStore(inTurn(answers(204, ''), then), async ({ run }, seen) => {
        const { code, err } = await run(`baskets update ${key} --coupon A --retries 0`);
        expect([
          code,
          err.includes(`shop-cli baskets get ${key}`),
          seen.filter(({ method }) => method === 'PATCH').length,
        ]).toEqual([10, true, 1]);
      });
    },
  );

  test('that is an HTML page leaves the outcome open', async () => {
    await withStore(answers(200, '<html>Down for maintenance</html>', 'text/html'), async ({ run }, seen) => {
      const { code, err } = await run(`baskets update ${key} --coupon A`);
      expect([code, err.includes('The outcome of the PATCH is unknown.'), seen.length]).toEqual([10, true, 1]);
    });
  });
});

describe('a DELETE', () => {
  const deletions = [
    ['a basket', `baskets delete ${key} --yes`, key],
    ['a line', `baskets items delete ${key} 206+3-12 --yes`, '206{3}12'],
    ['a customer', 'customers delete 101 --yes', '101'],
    ['an address', 'addresses delete 301 --customer 101 --yes', '301'],
    ['an order', 'orders delete 1001 --yes', '1001'],
  ] as const;
  const replies: readonly (readonly [string, Behaviour])[] = [
    ['nothing', answers(200, '')],
    ['204', answers(204, '')],
    ['HTML', answers(200, '<html>deleted</html>', 'text/html')],
    ['a text', answers(200, 'Deleted.', 'text/plain')],
    ['JSON', answers(202, { success: true })],
    ['null', answers(200, 'null')],
    ['a list', answers(200, [])],
    ['the record', answers(200, customer)],
    ['cut JSON', answers(200, '{"deleted":')],
  ];

  test.each(
    deletions.flatMap(([what, line, id]) => replies.map(([how, reply]) => [what, how, line, reply, id] as const)),
  )('of %s that is answered by %s is success', async (_, __, line, reply, id) => {
    await withStore(reply, async ({ run }, seen) => {
      const { code, out, err } = await run(`${line} --json`);
      expect({ code, out: JSON.parse(out), err, requests: seen.length }).toEqual({
        code: 0,
        out: { deleted: id },
        err: '',
        requests: 1,
      });
    });
  });

  test.each([
    ['cut', hangsUp],
    ['502', answers(502, '<html>Bad gateway</html>', 'text/html')],
    ['503', answers(503, {})],
    ['504', answers(504, '')],
  ])('whose first answer was %s, and then there is nothing: it was deleted', async (_, first) => {
    for (const [, line, id] of deletions) {
      await withStore(
        inTurn(first, answers(404, { error: { message: 'There is no such record' } })),
        async ({ run }, seen) => {
          const { code, out } = await run(`${line} --json`);
          expect([code, JSON.parse(out), seen.length]).toEqual([0, { deleted: id }, 2]);
        },
      );
    }
  });

  test('that finds nothing in its first answer is exit code 3', async () => {
    await withStore(answers(404, { message: 'None' }), async ({ run }) => {
      expect((await run('customers delete 101 --yes')).code).toBe(3);
    });
  });

  test('that was put off, and then finds nothing: nobody deleted it here, exit code 3', async () => {
    await withStore(inTurn(answers(429, {}), answers(404, { message: 'None' })), async ({ run }, seen) => {
      expect([(await run('customers delete 101 --yes')).code, seen.length]).toEqual([3, 2]);
    });
  });

  test.each([
    ['is never answered', silent, '--timeout 50ms'],
    ['is cut each time', hangsUp, ''],
    ['breaks each time', answers(503, {}), ''],
  ])(
    'that %s is tried three times, then exit code 10 with the command that finds out',
    async (_, behaviour, options) => {
      await withStore(behaviour, async ({ run }, seen) => {
        const { code, out, err } = await run(`baskets delete ${key} --yes ${options}`);
        expect({ code, out, requests: seen.length, finds: err.includes(`shop-cli baskets get ${key}`) }).toEqual({
          code: 10,
          out: '',
          requests: 3,
          finds: true,
        });
      });
    },
  );

  test('to a store that cannot be reached was never sent: exit code 6', async () => {
    await withStore(silent, async ({ run }, seen) => {
      const { code } = await run('customers delete 101 --yes', { env: { SHOP_URL: 'http://127.0.0.1:1' } });
      expect([code, seen.length]).toEqual([6, 0]);
    });
  });
});

describe('a POST or PATCH of unknown outcome', () => {
  const writes = [
    ['products create --sku A', 'shop-cli products get --sku "A"'],
    ['baskets create --product 200', 'shop-cli baskets list'],
    [`baskets update ${key} --coupon A`, `shop-cli baskets get ${key}`],
    [`baskets items add ${key} --product 200`, `shop-cli baskets get ${key}`],
    [`baskets items update ${key} 200 --quantity 2`, `shop-cli baskets get ${key}`],
    ['customers create --email-address a@b.example --first-name A --last-name B', 'back office'],
    ['customers update 101 --phone-number 1', 'shop-cli customers get 101'],
    ['addresses create --customer 101 --body examples/address.json', 'shop-cli addresses list --customer 101'],
    ['addresses update 301 --customer 101 --city Gent', 'shop-cli addresses get 301 --customer 101'],
    [`orders create --basket ${key}`, `shop-cli baskets get ${key}`],
    ['api POST products -f sku=A', 'shop-cli products get --sku "A"'],
  ] as const;
  const cutBody: Behaviour = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":');
    setImmediate(() => response.socket?.destroy());
  };
  const endings: readonly (readonly [string, Behaviour])[] = [
    ['cut before the answer', hangsUp],
    ['cut within the answer', cutBody],
    ['late', silent],
    ...[500, 502, 503, 504].map((status) => [String(status), answers(status, { message: 'Oops' })] as const),
  ];

  test.each(
    writes.flatMap(([line, finds]) => endings.map(([how, behaviour]) => [line, how, behaviour, finds] as const)),
  )('%s, %s: exit code 10, once, and how to find out', async (line, _, behaviour, finds) => {
    await withStore(behaviour, async ({ run }, seen) => {
      const { code, out, err } = await run(`${line} --timeout 100ms --retries 5`, { directory: 'examples/..' });
      expect({ code, requests: seen.length, finds: err.includes(finds) }).toEqual({
        code: 10,
        requests: 1,
        finds: true,
      });
      if (!line.startsWith('api')) expect(out).toBe('');
    });
  });

  test.each([400, 404, 409, 422, 429])('a whole %i is a refusal, and not repeated', async (status) => {
    await withStore(answers(status, { message: 'No' }), async ({ run }, seen) => {
      const { code } = await run('products create --sku A --retries 5');
      expect([code, seen.length]).toEqual([status === 404 ? 3 : 5, 1]);
    });
  });
});

describe('error bodies', () => {
  const shapes: readonly (readonly [string, unknown])[] = [
    ['error.message', { error: { code: 7, message: 'No stock' } }],
    ['message', { message: 'No stock', code: 7 }],
    ['error', { error: 'No stock' }],
    ['detail', { type: 'about:blank', status: 422, detail: 'No stock', title: 'Unprocessable' }],
    ['title', { title: 'No stock' }],
    ['error.message before message', { message: 'Other', error: { message: 'No stock' } }],
    ['message before error', { error: 'Other', message: 'No stock' }],
    ['message after an empty error', { error: {}, message: 'No stock' }],
  ];
  test.each(shapes)('the message in %s is found', async (_, body) => {
    await withStore(answers(422, body), async ({ run }) => {
      expect(await run('orders get 1')).toEqual({
        code: 5,
        out: '',
        err: 'Error: The store shop.test refused the request (422): No stock\n',
      });
    });
  });

  test.each([
    [{ errors: ['No stock', 'No price'] }, '["No stock","No price"]'],
    [{ errors: { sku: ['taken'] } }, '{"sku":["taken"]}'],
    [{ error: { reason: 'stock' } }, '{"reason":"stock"}'],
  ])('%j, whose message is not a text, is shown as JSON', async (body, shown) => {
    await withStore(answers(400, body), async ({ run }) => {
      expect((await run('orders get 1')).err).toBe(`Error: The store shop.test refused the request (400): ${shown}\n`);
    });
  });

  test.each([[{}], [[]], ['null'], ['7'], [{ a: 1 }], [{ message: '' }], [{ error: null, errors: [] }]])(
    '%j says nothing, and only the status is told',
    async (body) => {
      await withStore(answers(400, body), async ({ run }) => {
        expect(await run('orders get 1')).toEqual({
          code: 5,
          out: '',
          err: 'Error: The store shop.test refused the request (400).\n',
        });
      });
    },
  );

  test('a message is cut at 500 characters', async () => {
    await withStore(answers(400, { message: 'x'.repeat(5000) }), async ({ run }) => {
      expect((await run('orders get 1')).err).toBe(
        `Error: The store shop.test refused the request (400): ${'x'.repeat(500)}\n`,
      );
    });
  });

  test('a message is escaped for the terminal, and in JSON too', async () => {
    await withStore(answers(400, { message: 'a\u001b[2J\u202eb\u0007' }), async ({ run }) => {
      const { err } = await run('orders get 1 --json');
      expect(err.split('\n')).toEqual([
        'Error: The store shop.test refused the request (400): a\\u{1b}[2J\\u{202e}b\\u{7}',
        '{"error":{"code":"refused","message":"The store shop.test refused the request (400): a\\u001b[2J\\u202eb\\u0007","status":400,"field":null,"hint":null,"retryable":false}}',
        '',
      ]);
    });
  });

  test('HTML with an error status is not the API: the first words, without the tags', async () => {
    await withStore(answers(400, '<h1>Bad <b>request</b></h1>', 'text/html'), async ({ run }) => {
      expect((await run('orders get 1')).err).toMatch(
        /^Error: The reply from shop\.test is not from the shop API \(400, text\/html\): "Bad request"/,
      );
    });
  });
});

describe('a 2xx that is only an error', () => {
  const bodies = [
    { error: 'No' },
    { error: { message: 'No', code: 3 } },
    { errors: ['No'] },
    { success: false, error: 'No' },
    { status: 200, errors: { sku: 'No' } },
    { success: false, message: 'No' },
    { status: 'error', message: 'No' },
    { data: null, error: 'No' },
  ];
  const lines = [
    'products list',
    'orders get 1',
    'baskets list',
    'products create --sku A',
    `baskets update ${key} --coupon A`,
    'customers delete 101 --yes',
  ];
  test.each(bodies.flatMap((body) => lines.map((line) => [body, line] as const)))(
    '%j to %s is a refusal',
    async (body, line) => {
      await withStore(answers(200, body), async ({ run }, seen) => {
        const { code, out, err } = await run(line);
        expect([code, out, /^Error: The store shop\.test refused the request: .*No/.test(err), seen.length]).toEqual([
          5,
          '',
          true,
          1,
        ]);
      });
    },
  );

  test('an error beside a record is not one', async () => {
    await withStore(answers(200, { ...customer, error: null, message: 'Welcome' }), async ({ run }) => {
      expect((await run('customers get 101 --json')).code).toBe(0);
    });
  });
});

describe('codes and numbers', () => {
  test.each(['007', '0000000000000000000017', '12345678901234567890', '206'])(
    'the digits of the SKU %s stay a text on their way in and out',
    async (sku) => {
      await withStore(
        (request, response) =>
          json(response, 200, request.method === 'POST' ? { productId: '5', ...JSON.parse(request.body) } : {}),
        async ({ run }, seen) => {
          const { out } = await run(['products', 'create', '--sku', sku, '--ean', sku, '--model', sku, '--json']);
          expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ sku, ean: sku, model: sku });
          expect(JSON.parse(out).sku).toBe(sku);
        },
      );
    },
  );

  test('an SKU of digits is looked for in the path first, then by a search that is compared exactly', async () => {
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
    await withStore(store, async ({ run }, seen) => {
      const { out } = await run('products get 007 --json');
      expect([JSON.parse(out).productId, requests(seen), seen[1]?.query.get('filter[search]')]).toEqual([
        '9',
        ['GET /products/007', 'GET /products'],
        'sku:007',
      ]);
    });
  });

  test('an SKU that came as a number is found by its digits', async () => {
    const store: Behaviour = (request, response) =>
      request.path.endsWith('/products')
        ? json(response, 200, { numRows: 1, data: [{ productId: 9, sku: 1007 }] })
        : json(response, 404, {});
    await withStore(store, async ({ run }) => {
      const { code, out } = await run('products get 1007 --json');
      expect([code, JSON.parse(out || 'null')]).toEqual([0, { productId: 9, sku: 1007 }]);
    });
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
    ['a record in data', { data: { productId: 206, sku: 'A' } }],
  ] as const;
  test.each(shapes)('one product in %s is shown as it came', async (_, body) => {
    await withStore(answers(200, body), async ({ run }) => {
      const { code, out } = await run('products get 206 --json');
      expect([code, JSON.parse(out)]).toEqual([0, 'data' in body ? body.data : body]);
      expect((await run('products get 206 --quiet')).out).toBe('206\n');
    });
  });

  test.each([
    ['orderId', { orderId: 1001, id: 5, state: 'new', lines: [{ title: 'Mug', amount: '2' }] }, '1001'],
    ['id', { id: '5', state: 'new', lines: [] }, '5'],
    ['id, with an orderId that is null', { orderId: null, id: '5' }, '5'],
  ])('an order of unknown fields is shown whole; its id is %s', async (_, body, id) => {
    await withStore(answers(200, body), async ({ run }) => {
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
  });

  test('numbers of more than 15 digits keep them, in every format', async () => {
    const body =
      '{"orderId":12345678901234567890,"total":1234567890123456.78,"small":0.12345678901234567890,"big":[1e400],"lines":[{"n":-98765432109876543210}]}';
    await withStore(answers(200, body), async ({ run }) => {
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
  });

  test.each(['9999999999999999.5', '1234567890123456'])(
    'an amount of more than 15 digits, %s, is refused before it is sent',
    async (price) => {
      await withStore(answers(200, { productId: '1' }), async ({ run }, seen) => {
        expect([(await run(`products create --sku A --price ${price}`)).code, seen.length]).toEqual([2, 0]);
      });
    },
  );
});

describe('types on the wire', () => {
  const cases: readonly (readonly [string, object, object])[] = [
    [
      'products create --sku 7 --quantity 5 --price 9.50 --purchase-price 4 --category-id 3 --status online --tax-rate 21.00',
      { productId: '1' },
      { sku: '7', quantity: '5', categoryId: 3, price: 9.5, purchasePrice: 4, status: 1, taxRate: 21, taxRateVal: 21 },
    ],
    [
      'baskets create --customer-id 101 --product 206+3-12:2 --product 200 --custom-product 12.50x2:Engraving --loyalty-points 5 --billing-address-id 301 --delivery-address-id 302',
      basket,
      {
        customerId: 101,
        products: [
          { uprid: '206{3}12', quantity: 2 },
          { uprid: '200' },
          { quantity: 2, title: 'Engraving', price: 12.5 },
        ],
        billingAddressId: 301,
        deliveryAddressId: 302,
        loyaltyPoints: 5,
      },
    ],
    [
      `baskets items update ${key} 200 --quantity 3 --title T --price 12.50`,
      { productId: '200' },
      { quantity: 3, title: 'T', price: '12.50' },
    ],
    [
      'addresses update 301 --customer 101 --house-number 12 --country nld',
      address,
      { houseNumber: 12, country: 'NL' },
    ],
    ['customers update 101 --discount-group-id 4', customer, { discountGroupId: '4' }],
    [
      `orders create --basket ${key} --currency usd --language de`,
      { orderId: '1' },
      { basketKey: `{${key}}`, currencyType: 'USD', languageId: 6 },
    ],
  ];
  test.each(cases)('%s', async (line, reply, expected) => {
    await withStore(answers(200, reply), async ({ run }, seen) => {
      const { code, err } = await run(line);
      expect([code, err, JSON.parse(seen[0]?.body ?? 'null')]).toEqual([0, '', expected]);
    });
  });

  test('5.5% VAT is refused with the reason', async () => {
    await withStore(answers(200, {}), async ({ run }, seen) => {
      const { code, err } = await run('products create --sku A --tax-rate 5.5');
      expect([code, err, seen.length]).toEqual([
        2,
        'Error: --tax-rate "5.5" must be a whole percentage from 0 to 100, such as 21.\n',
        0,
      ]);
    });
  });
});

describe('the hash of a customer’s password', () => {
  const hash = '$2y$10$hashHashHash';
  const names = ['password', 'Password', 'PASSWORD', 'passwd', 'passwordHash', 'password_hash', 'salt'];
  const deep = `{"customerId":"101","emailAddress":"jo@example.com",${names.map((name) => `"${name}":"${hash}"`).join()},"passw\\u006frd":"${hash}","addons":{"login":[{"Password":"${hash}","keep":"kept"}]}}`;
  const ways = [
    'customers get 101',
    ...['table', 'json', 'ndjson', 'csv', 'yaml'].map((format) => `customers get 101 -o ${format}`),
    'customers get 101 102 --json',
    'customers get 101 --quiet',
    'customers get 101 --fields password',
    'customers get 101 --fields addons --json',
    'customers get 101 --verbose',
    'customers update 101 --phone-number 1 --json',
    'customers create --email-address a@b.example --first-name A --last-name B --json',
    'orders get 1 --json',
    'orders get 1 --fields password,addons -o yaml',
    `baskets items get ${key} 200 -o csv`,
    ...['json', 'ndjson', 'csv', 'yaml', 'table'].map((format) => `api GET customers/101 -o ${format}`),
    'api GET customers/101 --fields password',
  ];
  test.each(ways)('does not come out of %s', async (line) => {
    await withStore(answers(200, deep.replace('{', '{"orderId":"1","productId":"200",')), async ({ run }) => {
      const { out, err } = await run(line);
      expect(`${out}${err}`).not.toContain('hashHash');
    });
  });

  test.each([400, 401, 404, 422, 500])('does not come out of an error %i either', async (status) => {
    await withStore(answers(status, `{"error":{"details":${deep}}}`), async ({ run }) => {
      for (const line of ['customers get 101 --json --retries 0', 'api GET customers/101 --retries 0']) {
        const { out, err } = await run(line);
        expect(`${out}${err}`).not.toContain('hashHash');
      }
    });
  });

  test('does not come out under a name that is written with an escape alone', async () => {
    await withStore(answers(200, `{"customerId":"101","passw\\u006frd":"${hash}"}`), async ({ run }) => {
      expect(
        [await run('customers get 101 --json'), await run('api GET customers/101')].map(({ out }) => JSON.parse(out)),
      ).toEqual([{ customerId: '101' }, { customerId: '101' }]);
    });
  });

  test.each([
    '{"customerId":"101","password":"HASH',
    '{"customerId":"101","Password" : "HA\\"HASH"',
    '{"password":"HASH"} {}',
  ])('does not come out of a reply that is not whole: %s', async (body) => {
    await withStore(answers(200, body), async ({ run }) => {
      const outcomes = [await run('customers get 101'), await run('api GET customers/101')];
      expect(outcomes.map(({ code, out, err }) => [code, `${out}${err}`.includes('HASH')])).toEqual([
        [5, false],
        [0, false],
      ]);
    });
  });

  test('what stands beside it is shown', async () => {
    await withStore(answers(200, deep), async ({ run }) => {
      expect(JSON.parse((await run('customers get 101 --json')).out)).toEqual({
        customerId: '101',
        emailAddress: 'jo@example.com',
        addons: { login: [{ keep: 'kept' }] },
      });
    });
  });
});

test('a value of a path is percent-encoded, and . and .. are refused', async () => {
  await withStore(answers(200, customer), async ({ run }, seen) => {
    await run(['orders', 'get', 'a/b?c']);
    const refused = await Promise.all(['.', '..'].map((id) => run(['orders', 'get', id])));
    expect([seen.map(({ path }) => path), refused.map(({ code }) => code)]).toEqual([
      ['/api/v2/orders/a%2Fb%3Fc'],
      [2, 2],
    ]);
  });
});

test('an image is sent as it was typed', async () => {
  await withStore(answers(200, { productId: '1' }), async ({ run }, seen) => {
    await run(['products', 'create', '--sku', 'A', '--image', 'https://cdn.example/ a.jpg']);
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ sku: 'A', image: 'https://cdn.example/ a.jpg' });
  });
});

test.each([
  ['NL', []],
  ['US', ['--street-address', '--city', '--state']],
  ['DE', ['--street-address', '--city']],
])('an address in %s needs %j', async (country, flags) => {
  await withStore(answers(200, address), async ({ run }, seen) => {
    const { code, err } = await run(
      `addresses create --customer 101 --first-name A --last-name B --house-number 1 --zipcode 1 --country ${country}`,
    );
    expect([code, [...err.matchAll(/--[a-z-]+/g)].map(([flag]) => flag), seen.length]).toEqual(
      flags.length ? [2, flags, 0] : [0, [], 1],
    );
  });
});

import { describe, expect, test } from 'vitest';
import { address, answers, basket, inTurn, key, requests } from '../support/replies.ts';
import { runAt, serveStore } from '../support/store.ts';

const product = { productId: 206, uprid: '206', sku: 'LAMP', name: 'Lamp' };

describe('an empty list', () => {
  const empty = (name: string): readonly unknown[] => [
    ...[[], { data: [] }, { [name]: [] }, { [name]: [], total: 0 }, { data: { [name]: [] } }],
    ...[
      { numRows: '0', data: [], filters: [] },
      { success: true, data: [], error: null, errors: [] },
    ],
    ...[{ data: [], meta: { total: 0, filters: ['none'] }, links: {}, page: { number: 1 }, messages: ['None'] }],
  ];
  const lists = [
    ['products', 'products list --search zzz', 'No products match "zzz".\n'],
    ['baskets', 'baskets list', 'No baskets match.\n'],
    ['addresses', 'addresses list --customer 101', 'No addresses found for customer 101.\n'],
  ] as const;
  test.each(lists.flatMap(([name, line, message]) => empty(name).map((body) => [name, body, line, message] as const)))(
    'of %s may be written as %j',
    async (_, body, line, message) => {
      const { run } = await serveStore(answers(200, body));
      expect(await run(`${line} --json`)).toEqual({ code: 0, out: '[]\n', err: message });
      if (name(line) !== 'addresses') expect((await run(`${line} --all --quiet`)).code).toBe(0);
    },
  );
  const name = (line: string): string => line.split(' ')[0] ?? '';

  test.each(lists)('of %s may be status 204 without a body', async (_, line, message) => {
    expect(await runAt(answers(204, ''), `${line} --json`)).toEqual({ code: 0, out: '[]\n', err: message });
  });

  const unclear = (name: string): readonly unknown[] => [
    ...['null', 'false', {}, { [name]: null }, { [name]: {} }, { data: null }, { data: {} }, { data: false }],
    ...[{ info: [] }, { facets: [], result: { count: 2 } }, { data: [], result: { count: 2 } }, { users: [] }],
    ...[
      { data: null, meta: { total: 0 } },
      { success: true, data: null, error: null },
    ],
  ];
  test.each(lists.flatMap(([name, line]) => unclear(name).map((body) => [name, body, line] as const)))(
    'of %s is not read from the reply %j',
    async (_, body, line) => {
      const { code, out, err } = await runAt(answers(200, body), `${line} --json`);
      expect([code, out, JSON.parse(err).error.message.endsWith('it has no list.')]).toEqual([5, '', true]);
    },
  );

  test('behind the records of a store that calls its list otherwise is the end', async () => {
    const { run } = await serveStore((request, response, count) => {
      const baskets = request.query.get('offset') === '0' ? [basket] : [];
      answers(200, { page: { number: 1 }, carts: baskets })(request, response, count);
    });
    expect(await run('baskets list --all --quiet')).toEqual({ code: 0, out: `${key}\n`, err: '' });
  });

  const withNext = [
    { data: [], links: { next: 'https://shop.test/api/v2/?page=2' } },
    { data: [], _links: { next: { href: '/?page=2' } } },
    { data: [], meta: { next_cursor: 'b2s' } },
    { data: { data: [], next_page_url: '/?page=2' } },
    { data: [], pagination: { hasMore: true } },
  ];
  test.each(lists.flatMap(([name, line]) => withNext.map((body) => [name, body, line] as const)))(
    'of %s is no page that names a next one: %j',
    async (_, body, line) => {
      const { run, seen } = await serveStore(answers(200, body));
      const { code, out, err } = await run(`${line} --json`);
      expect([code, out]).toEqual([5, '']);
      expect(JSON.parse(err).error.message).toContain('it has no records, but names a next page.');
      expect(requests(seen)).toHaveLength(1);
    },
  );

  test.each(lists)('of %s may name no next page', async (_, line, message) => {
    const body = { data: [], links: { next: null }, _links: { next: {} }, meta: { next_cursor: '', has_more: false } };
    expect(await runAt(answers(200, body), `${line} --json`)).toEqual({ code: 0, out: '[]\n', err: message });
  });

  test.each(lists)('of %s is no reply of 200 without a body', async (_, line) => {
    expect((await runAt(answers(200, ''), line)).code).toBe(5);
  });

  test.each(['--search zzz', '--sku zzz', '--category 7', '--stock-from 9'])(
    'of products %s may be 404',
    async (filter) => {
      const { run } = await serveStore(answers(404, { message: 'None' }));
      expect(await run(`products list ${filter} --json`)).toEqual({
        code: 0,
        out: '[]\n',
        err: expect.stringMatching(/^No products match( "zzz")?\.\n$/),
      });
      expect((await run(`products list ${filter} --all --quiet`)).code).toBe(0);
    },
  );

  test('of all products is not: the address of the store may be wrong', async () => {
    expect((await runAt(answers(404, { message: 'None' }), 'products list')).code).toBe(3);
  });
});

describe('a list that has records is never shown as empty', () => {
  const records = {
    products: [product, { ...product, productId: 207, uprid: '207', sku: 'MUG' }],
    baskets: [basket, { ...basket, id: '702', basketKey: '{42212126-9CF9-49D8-8E52-5B2858894146}' }],
    addresses: [address, { ...address, id: '302' }],
  };
  const commands = { products: 'products list', baskets: 'baskets list', addresses: 'addresses list --customer 101' };
  const names = ['products', 'baskets', 'addresses'] as const;
  const byId = (list: readonly object[]) => Object.fromEntries(list.map((one, at) => [at + 301, one]));

  const understood = (name: string, two: readonly object[]): readonly object[] => [
    { errors: [], response: { data: two } },
    { errors: [], warnings: [], messages: [], data: two },
    { warnings: [], result: { [name]: two } },
    { messages: ['Two found'], data: { list: two } },
    { data: [], [name]: two },
    { data: [], response: { data: two } },
    { items: [], data: { items: [], [name]: two } },
    { data: {}, result: byId(two) },
    { meta: { filters: [] }, links: [], data: { data: two } },
  ];
  test.each(names.flatMap((name) => understood(name, records[name]).map((body) => [name, body] as const)))(
    '%s are found in the reply %j',
    async (name, body) => {
      const { code, out } = await runAt(answers(200, body), `${commands[name]} --quiet`);
      expect([code, out.trim().split('\n').length]).toEqual([0, 2]);
    },
  );

  const vague = (two: readonly object[]): readonly object[] => [
    { data: [], payload: two },
    { data: [], payload: { rows: two } },
    { data: [], payload: byId(two) },
    { data: null, payload: { content: two } },
    { data: {}, payload: two[0] ?? {} },
    { errors: [], payload: { content: { records: two } } },
    { first: [], second: two },
    { errors: ['Index is rebuilt'], result: { data: [] } },
  ];
  test.each(names.flatMap((name) => vague(records[name]).map((body) => [name, body] as const)))(
    '%s in %j are an unexpected reply',
    async (name, body) => {
      const { code, out, err } = await runAt(answers(200, body), `${commands[name]} --json`);
      expect([code, out, JSON.parse(err).error.message.startsWith('Unexpected reply from shop.test')]).toEqual([
        ...[5, '', true],
      ]);
    },
  );

  test.each(['products list', 'products list --all', 'baskets list'])(
    '%s is refused if the store counts some',
    async (line) => {
      const { code, out, err } = await runAt(answers(200, { numRows: 2, data: [] }), `${line} --json`);
      expect([code, out]).toEqual([5, '']);
      expect(err).toContain('The list from shop.test is inconsistent: the store counts 2 records, but returned 0.');
    },
  );

  test.each([
    { numRows: '2', data: [] },
    { total: 2, data: [] },
    { count: 2, data: [] },
    { data: [], meta: { total: 2 } },
    { data: { items: [], totalCount: '2' } },
    { data: [], pagination: { total_count: 2 } },
  ])('addresses and baskets are refused if the store counts some: %j', async (body) => {
    const { run } = await serveStore(answers(200, body));
    for (const command of [commands.addresses, 'baskets list']) {
      const { code, out, err } = await run(`${command} --json`);
      expect([code, out]).toEqual([5, '']);
      expect(err).toContain('The list from shop.test is inconsistent: the store counts 2 records, but returned 0.');
    }
  });

  test('nor are some addresses shown as all, since their list has no pages', async () => {
    const { code, out, err } = await runAt(
      answers(200, { total: 25, count: 2, data: records.addresses }),
      commands.addresses,
    );
    expect([code, out]).toEqual([5, '']);
    expect(err).toContain('the store counts 25 records, but returned 2.');
  });

  test.each([
    ['products', { ...product, productId: '', uprid: '' }],
    ['baskets', { ...basket, basketKey: '', id: '' }],
    ['addresses', { ...address, id: '' }],
  ] as const)('%s with empty IDs are an unexpected reply', async (name, record) => {
    const { code, out, err } = await runAt(answers(200, { data: [record] }), `${commands[name]} --quiet`);
    expect([code, out, err.includes('it has none of ')]).toEqual([5, '', true]);
  });

  test.each([true, { value: '301' }, ['301']])('nor is %j taken for the ID of a record', async (id) => {
    const { code, out } = await runAt(
      answers(200, { data: [{ ...basket, basketKey: id, id }] }),
      'baskets list --quiet',
    );
    expect([code, out]).toEqual([5, '']);
  });

  test('nor does an empty ID hide another one', async () => {
    expect((await runAt(answers(200, { data: [{ ...basket, basketKey: '' }] }), 'baskets list --quiet')).out).toBe(
      '701\n',
    );
  });

  test('nor is one record whose reply is not understood "not found"', async () => {
    for (const body of [
      { data: null, payload: { customer: { customerId: '101' } } },
      { data: [], payload: [1] },
    ]) {
      expect((await runAt(answers(200, body), 'customers get 101')).code).toBe(5);
    }
  });
});

describe('a list of products without the documented envelope', () => {
  const bodies = [
    [product],
    { 206: product },
    { products: [product] },
    { data: [product], meta: { total: 1 } },
    { success: true, data: { products: [product] } },
    { code: 0, msg: 'ok', data: { list: [product], total: '1' } },
    { data: { data: [product], numRows: 1 } },
  ];
  test.each(bodies)('is found in the reply %j', async (body) => {
    const { run } = await serveStore(answers(200, body));
    expect(await run('products list --quiet')).toEqual({ code: 0, out: '206\n', err: '' });
    expect(await run('products get LAMP --sku --quiet')).toEqual({ code: 0, out: '206\n', err: '' });
  });

  test.each(bodies)('is there before a creation: %j', async (body) => {
    const { run, seen } = await serveStore(answers(200, body));
    expect((await run('products create --sku LAMP --price 1')).code).toBe(2);
    expect(requests(seen)).toEqual(['GET /products']);
  });
});

describe('a look-up of an import in pages that are not counted', () => {
  const file = 'sku,name,price\nLAMP,Lamp,1\n';

  test('reads on until there is nothing more: a page may be capped', async () => {
    const others = Array.from({ length: 45 }, (_, at) => ({ productId: at + 1, sku: `LAMP-${at}` }));
    const all = [...others.slice(0, 41), product, ...others.slice(41)];
    const { run, seen } = await serveStore(({ query }, response) => {
      const search = (query.get('filter[search]') ?? '').replace('sku:', '');
      const offset = Number(query.get('offset') ?? 0);
      const found = all.filter(({ sku }) => sku.startsWith(search)).slice(offset, offset + 20);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
    });
    const { code, out } = await run('products import - --yes --json', { stdin: file });
    expect([code, JSON.parse(out).existing, seen.some(({ method }) => method === 'POST')]).toEqual([0, 1, false]);
  });

  test('ends where the store repeats itself, as it ignores paging', async () => {
    const { code, out } = await runAt(
      (request, response, count) => {
        const isOther = /sku:shop-cli/.test(request.query.get('filter[search]') ?? '');
        answers(200, isOther ? [] : [product])(request, response, count);
      },
      'products import - --yes --json',
      { stdin: file },
    );
    expect([code, JSON.parse(out).existing]).toEqual([0, 1]);
  });
});

test('an address of a list in another shape is shown', async () => {
  expect(
    (
      await runAt(
        inTurn(answers(200, { data: { addresses: { 301: address } }, meta: {} })),
        'addresses list --customer 101 --quiet',
      )
    ).out,
  ).toBe('301\n');
  expect((await runAt(answers(200, { data: { list: [basket], total: 1 } }), 'baskets list --quiet')).out).toBe(
    `${key}\n`,
  );
});

describe('a resource of JSON:API', () => {
  const resource = (type: string, id: string, attributes: object) => ({ type, id, attributes, links: { self: '/x' } });
  const customer = { emailAddress: 'jo@example.com' };

  test('is the record in its attributes, with the ID beside them', async () => {
    const body = { data: resource('customers', '101', customer), jsonapi: { version: '1.0' } };
    const { run } = await serveStore(answers(200, body, 'application/vnd.api+json'));
    const { code, out } = await run('customers get 101 --json');
    expect([code, JSON.parse(out)]).toEqual([0, { customerId: '101', ...customer }]);
  });

  test('is found in lists', async () => {
    const { productId: _, uprid: __, ...attributes } = product;
    const body = { data: [resource('products', '206', attributes)], meta: { total: 1 }, links: { next: null } };
    expect(await runAt(answers(200, body), 'products list --quiet')).toEqual({ code: 0, out: '206\n', err: '' });
    expect(
      await runAt(answers(200, { data: resource('baskets', '701', basket) }), `baskets get ${key} --quiet`),
    ).toEqual({ code: 0, out: `${key}\n`, err: '' });
  });
});

import { describe, expect, test } from 'vitest';
import { address, answers, basket, customer, key, requests } from '../support/replies.ts';
import { errorOf } from '../support/run.ts';
import { json, runAt, serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

const product = { productId: 206, uprid: '206', sku: 'LAMP', name: 'Lamp' };

/** Lists by their name: how they are asked for, what is said of an empty one, and two of their records. */
const lists = [
  [
    'products',
    'products list --search lamp',
    'No products match "lamp".\n',
    [product, { ...product, productId: 207, uprid: '207' }],
  ],
  [
    'baskets',
    'baskets list',
    'No baskets match.\n',
    [basket, { ...basket, id: '702', basketKey: '{42212126-9CF9-49D8-8E52-5B2858894146}' }],
  ],
  [
    'addresses',
    'addresses list --customer 101',
    'No addresses found for customer 101.\n',
    [address, { ...address, id: '302' }],
  ],
] as const;

describe.each(lists)('a list of %s', (name, line, message, two) => {
  const byId = Object.fromEntries(two.map((one, at) => [at + 301, one]));

  sampled(4).each([
    ...[[], { data: [] }, { [name]: [] }, { [name]: [], total: 0 }, { data: { [name]: [] } }],
    { numRows: '0', data: [], filters: [] },
    { success: true, data: [], error: null, errors: [] },
    { data: [], meta: { total: 0, filters: ['none'] }, links: {}, page: { number: 1 }, messages: ['None'] },
    ...[{ total: 0 }, { numRows: '0', data: null }, { data: null, meta: { total: 0 } }, { data: false, count: 0 }],
    { data: [], links: { next: null }, _links: { next: {} }, meta: { next_cursor: '', has_more: false } },
  ])('is empty where the reply is %j', async (body) => {
    const { run } = await serveStore(answers(200, body));
    expect(await run(`${line} --json`)).toEqual({ code: 0, out: '[]\n', err: message });
    if (name !== 'addresses') expect((await run(`${line} --all --quiet`)).code).toBe(0);
  });

  test('is empty where the reply is status 204 without a body, if the store has other answers', async () => {
    const other = name === 'baskets' ? { numRows: 1, data: [product] } : customer;
    const path = new RegExp(`/${name}$`);
    const { run } = await serveStore((request, response, count) =>
      answers(path.test(request.path) ? 204 : 200, path.test(request.path) ? '' : other)(request, response, count),
    );
    expect(await run(`${line} --json`)).toEqual({ code: 0, out: '[]\n', err: message });
    if (name !== 'products') expect((await runAt(answers(204, ''), `${line} --json`)).code).toBe(5);
  });

  sampled(4).each([
    ...[two, { numRows: 2, data: two }, { total: 2, [name]: two, links: [] }, { page: { number: 1 }, rows: two }],
    { errors: [], response: { data: two } },
    { errors: [], warnings: ['slow'], messages: [], data: two },
    { warnings: [], result: { [name]: two } },
    { messages: ['Two found'], data: { list: two } },
    { data: [], [name]: two },
    { data: [], response: { data: two } },
    { items: [], data: { items: [], [name]: two } },
    ...[byId, { data: {}, result: byId }, { success: true, data: { [name]: two } }],
    { code: 0, msg: 'ok', data: { list: two, total: '2' } },
    { meta: { filters: [] }, links: [], data: { data: two, numRows: 2 } },
  ])('is found in the reply %j', async (body) => {
    const { code, out } = await runAt(answers(200, body), `${line} --quiet`);
    expect([code, out.trim().split('\n').length]).toEqual([0, 2]);
  });

  sampled(4).each([
    ...['', 'null', 'false', '7', '"baskets"', {}, [7], [null], [{ x: 1 }], { users: [] }],
    ...[{ [name]: null }, { [name]: {} }, { data: null }, { data: {} }, { data: false }, { data: { a: 1 } }],
    ...[{ info: [] }, { facets: [], result: { count: 2 } }, { data: [], result: { count: 2 } }],
    { total: 0, payload: { rows: two } },
    { total: 7 },
    { success: true, data: null, error: null },
    // It is not shown as empty either where it may have records.
    ...[
      { data: [], payload: two },
      { data: [], payload: { rows: two } },
      { data: [], payload: byId },
    ],
    { data: null, payload: { content: two } },
    { data: {}, payload: two[0] },
    { errors: [], payload: { content: { records: two } } },
    { first: two, second: two },
    { first: [], second: two },
  ])('is not read from the reply %j', async (body) => {
    const { run, seen } = await serveStore(answers(200, body));
    const { code, out, err } = await run(`${line} --json`);
    expect([code, out, seen.length]).toEqual([5, '', 1]);
    expect(errorOf(err).message).toMatch(/^Unexpected reply from shop\.test to /);
  });

  test.each([
    { data: [], links: { next: 'https://shop.test/api/v2/?page=2' } },
    { data: [], _links: { next: { href: '/?page=2' } } },
    { data: [], meta: { next_cursor: 'b2s' } },
    { data: { data: [], next_page_url: '/?page=2' } },
    { data: [], pagination: { hasMore: true } },
  ])('is not empty where the reply names a next page: %j', async (body) => {
    const { run, seen } = await serveStore(answers(200, body));
    const { code, out, err } = await run(`${line} --json`);
    expect([code, out, seen.length]).toEqual([5, '', 1]);
    expect(errorOf(err).message).toContain('it has no records, but refers to a next page.');
  });

  test.each([
    { numRows: '2', data: [] },
    { total: 2, data: [] },
    { count: 2, data: [] },
    { data: [], meta: { total: 2 } },
    { data: { items: [], totalCount: '2' } },
    { data: [], pagination: { total_count: 2 } },
  ])('is not empty where the store counts some: %j', async (body) => {
    const { code, out, err } = await runAt(answers(200, body), `${line} --json`);
    expect([code, out]).toEqual([5, '']);
    expect(err).toContain('The list from shop.test is inconsistent: the store counts 2 records, but returned 0.');
  });

  test('is an unexpected reply where its IDs are empty', async () => {
    const record = { ...two[0], productId: '', uprid: '', basketKey: '', id: '' };
    const { code, out, err } = await runAt(answers(200, { data: [record] }), `${line} --quiet`);
    expect([code, out, err.includes('it has none of ')]).toEqual([5, '', true]);
  });
});

describe('a list', () => {
  test('of baskets is requested with limit and offset, one of addresses without paging', async () => {
    const { run, seen } = await serveStore(answers(200, []));
    await run('baskets list --limit 7 --offset 3');
    await run('addresses list --customer 101');
    expect(seen.map(({ query }) => [...query.keys()].filter((name) => name !== 'token'))).toEqual([
      ['limit', 'filter[limit]', 'offset', 'filter[offset]'],
      [],
    ]);
    expect(seen[0]?.query.get('offset')).toBe('3');
  });

  test('that nobody understands is still printed by the api command', async () => {
    const body = { first: [1], second: [2] };
    const { code, out } = await runAt(answers(200, body), 'api GET baskets');
    expect([code, JSON.parse(out)]).toEqual([0, body]);
  });

  test('that is empty behind the records of a store that calls its list otherwise is the end', async () => {
    const { run } = await serveStore(({ query }, response) =>
      json(response, 200, { page: { number: 1 }, carts: query.get('offset') === '0' ? [basket] : [] }),
    );
    expect(await run('baskets list --all --quiet')).toEqual({ code: 0, out: `${key}\n`, err: '' });
  });

  test.each(['--search zzz', '--sku zzz', '--category 7', '--stock-from 9'])(
    'of products %s may be 404 where it is empty',
    async (filter) => {
      const { run } = await serveStore(answers(404, { message: 'None' }));
      const { code, out, err } = await run(`products list ${filter} --json`);
      expect([code, out]).toEqual([0, '[]\n']);
      expect(err).toMatch(/^No products match( "zzz")?\.\n(To include its subcategories, add --recursive\.\n)?$/);
      expect((await run(`products list ${filter} --all --quiet`)).code).toBe(0);
    },
  );

  test('of all products may not be 404: the address of the store may be wrong', async () => {
    expect((await runAt(answers(404, { message: 'None' }), 'products list')).code).toBe(3);
  });

  test('of some addresses is not shown as all, since it has no pages', async () => {
    const body = { total: 25, count: 2, data: [address, { ...address, id: '302' }] };
    const { code, out, err } = await runAt(answers(200, body), 'addresses list --customer 101');
    expect([code, out]).toEqual([5, '']);
    expect(err).toContain('the store counts 25 records, but returned 2.');
  });

  test.each([true, { value: '301' }, ['301']])('is not read where the ID of a record is %j', async (id) => {
    const body = { data: [{ ...basket, basketKey: id, id }] };
    expect(await runAt(answers(200, body), 'baskets list --quiet')).toMatchObject({ code: 5, out: '' });
  });

  test('has the other ID of a record where one is empty', async () => {
    const body = { data: [{ ...basket, basketKey: '' }] };
    expect((await runAt(answers(200, body), 'baskets list --quiet')).out).toBe('701\n');
  });
});

test.each([
  { data: null, payload: { customer: { customerId: '101' } } },
  { data: [], payload: [1] },
])('one record is not "not found" where the reply %j is not understood', async (body) => {
  expect((await runAt(answers(200, body), 'customers get 101')).code).toBe(5);
});

test.each([[[product]], [{ 206: product }], [{ code: 0, msg: 'ok', data: { list: [product], total: '1' } }]])(
  'a product is found by its SKU in the reply %j, also before it is created once more',
  async (body) => {
    const { run, seen } = await serveStore(answers(200, body));
    expect((await run('products get LAMP --sku --quiet')).out).toBe('206\n');
    expect((await run('products create --sku LAMP --price 1')).code).toBe(2);
    expect(new Set(requests(seen))).toEqual(new Set(['GET /products']));
  },
);

describe('a look-up of an import in pages that are not counted', () => {
  const file = 'sku,name,price\nLAMP,Lamp,1\n';

  test('reads on until there is nothing more: a page may be capped', async () => {
    const others = Array.from({ length: 45 }, (_, at) => ({ productId: at + 1, sku: `LAMP-${at}` }));
    const all = [...others.slice(0, 41), product, ...others.slice(41)];
    const { run, seen } = await serveStore(({ query }, response) => {
      const search = (query.get('filter[search]') ?? '').replace('sku:', '');
      const offset = Number(query.get('offset') ?? 0);
      json(response, 200, all.filter(({ sku }) => sku.startsWith(search)).slice(offset, offset + 20));
    });
    const { code, out } = await run('products import - --yes --json', { stdin: file });
    expect([code, JSON.parse(out).existing, seen.some(({ method }) => method === 'POST')]).toEqual([0, 1, false]);
  });

  test('ends where the store repeats itself, as it ignores paging', async () => {
    const { run } = await serveStore(({ query }, response) => {
      const isOther = /sku:shop-cli/.test(query.get('filter[search]') ?? '');
      json(response, 200, isOther ? [] : [product]);
    });
    const { code, out } = await run('products import - --yes --json', { stdin: file });
    expect([code, JSON.parse(out).existing]).toEqual([0, 1]);
  });
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
    const one = { data: resource('baskets', '701', basket) };
    expect((await runAt(answers(200, one), `baskets get ${key} --quiet`)).out).toBe(`${key}\n`);
  });
});

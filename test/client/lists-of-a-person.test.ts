import { describe, expect, test } from 'vitest';
import { address, answers, customer, key } from '../support/replies.ts';
import { type Behaviour, json, runAt, serveStore } from '../support/store.ts';

const product = { productId: 206, uprid: '206', sku: 'LAMP', name: 'Lamp' };
/** Answers 404 where a path ends so, and with a list elsewhere. */
const without =
  (end: string, others: unknown): Behaviour =>
  ({ path }, response) =>
    path.endsWith(end) ? json(response, 404, { message: 'Nothing found' }) : json(response, 200, others);

describe('a 404 to what a person lists', () => {
  test('is no baskets, if the store lists products', async () => {
    const { run } = await serveStore(without('/baskets', { numRows: 1, data: [product] }));
    expect(await run('baskets list --json')).toEqual({ code: 0, out: '[]\n', err: 'No baskets match.\n' });
    expect((await run('baskets list --offset 20')).code).toBe(3);
  });

  test('is a failure where nothing else is found either: the address is wrong', async () => {
    expect((await runAt(answers(404, { message: 'Nothing' }), 'baskets list --json')).code).toBe(3);
    expect((await runAt(answers(404, { message: 'Nothing' }), 'products list --json')).code).toBe(3);
  });

  test('is no addresses of a customer that there is, and no such customer else', async () => {
    const none = await runAt(without('/addresses', customer), 'addresses list --customer 101 --json');
    expect(none).toEqual({ code: 0, out: '[]\n', err: 'No addresses found for customer 101.\n' });
    const missing = await runAt(answers(404, { message: 'Not found' }), 'addresses list --customer 101');
    expect([missing.code, missing.err]).toEqual([3, expect.stringContaining('No customer 101 on shop.test')]);
  });

  test('is an end of a list only where all that is counted was received', async () => {
    const pages: Behaviour = ({ query }, response) =>
      query.get('offset') === '0' ? json(response, 200, [product]) : json(response, 404, { message: 'No more' });
    expect((await runAt(pages, 'products list --search lamp --all --json')).code).toBe(3);
  });
});

test('addresses of another customer are not shown', async () => {
  const other = { ...address, customerId: '7' };
  const all = await runAt(answers(200, [other]), 'addresses list --customer 101 --json');
  expect([all.code, all.out]).toEqual([3, '']);
  const some = await runAt(answers(200, [address, other]), 'addresses list --customer 101 --json');
  expect([some.code, some.out]).toEqual([5, '']);
});

describe('an SKU is searched for on every page', () => {
  const parts = ['LAMP-1', 'LAMP-2', 'LAMP'].map((sku, at) => ({ productId: at + 1, uprid: `${at + 1}`, sku }));
  /** Finds parts of codes, one a page. */
  const store: Behaviour = ({ method, path, query, body }, response) => {
    if (method === 'POST') return json(response, 201, { productId: 9, ...JSON.parse(body) });
    if (!path.endsWith('/products')) return json(response, 404, {});
    const offset = Number(query.get('offset') ?? 0);
    json(response, 200, { numRows: parts.length, data: parts.slice(offset, offset + 1) });
  };

  test('by products get --sku, and before a product is created', async () => {
    const { run, seen } = await serveStore(store);
    expect((await run('products get LAMP --sku --quiet')).out).toBe('3\n');
    expect((await run('products create --sku LAMP --price 1')).code).toBe(2);
    expect(seen.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('also in a store that counts each page alone', async () => {
    const counting: Behaviour = ({ query }, response) => {
      const data = parts.slice(Number(query.get('offset') ?? 0)).slice(0, 1);
      json(response, 200, { numRows: data.length, data });
    };
    expect((await runAt(counting, 'products get LAMP --sku --quiet')).out).toBe('3\n');
  });

  test('but not without end: a store that finds everything does not search', async () => {
    const endless: Behaviour = ({ query }, response) => {
      const offset = Number(query.get('offset') ?? 0);
      const data = Array.from({ length: 100 }, (_, at) => ({ productId: offset + at + 1, sku: `P-${offset + at}` }));
      json(response, 200, { numRows: 1_000_000, data });
    };
    const { code, err } = await runAt(endless, 'products get LAMP --sku');
    expect([code, err.includes('the store seems to ignore filter[search]')]).toEqual([5, true]);
  });
});

test('an SKU of digits is found for a basket', async () => {
  const found = { ...product, sku: '8712345678906' };
  const { run, seen } = await serveStore(({ method }, response) =>
    json(response, 200, method === 'GET' ? found : { id: '1', basketKey: `{${key}}` }),
  );
  expect((await run('baskets create --product 8712345678906:2 --json')).code).toBe(0);
  expect(JSON.parse(seen.find(({ method }) => method === 'POST')?.body ?? '').products).toEqual([
    { uprid: '206', quantity: 2 },
  ]);
});

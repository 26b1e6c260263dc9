import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answers, basket } from '../support/replies.ts';
import { ownDirectory } from '../support/run.ts';
import { type Behaviour, json, serveStore } from '../support/store.ts';

// "Before a write" in docs/reliability.md: a look-up without an answer creates nothing.

const known = { productId: 206, uprid: '206', sku: 'LAMP', ean: '4006381333931', name: 'Lamp' };
const page = (data: readonly object[]) => ({ numRows: data.length, data });

/** A store that answers a search so, but lists its product as documented. */
const searching =
  (search: Behaviour): Behaviour =>
  (request, response, count) => {
    if (request.method === 'POST') json(response, 200, { ...JSON.parse(request.body), ...basket, productId: 301 });
    else if (request.query.has('filter[search]')) search(request, response, count);
    else json(response, 200, page([known]));
  };

const cut: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"numRows":');
  setTimeout(() => response.destroy(), 5);
};

const none = { message: 'No products found' };
const unanswered: readonly (readonly [string, Behaviour, number])[] = [
  ['an empty 200', answers(200, ''), 5],
  ['204', answers(204, ''), 5],
  ['[]', answers(200, []), 5],
  ['a list without a count', answers(200, { data: [] }), 5],
  ['{}', answers(200, {}), 5],
  ['null', answers(200, 'null'), 5],
  ['an error', answers(200, { numRows: 0, data: [], error: 'Deadlock' }), 5],
  ['another shape', answers(200, { hits: 0 }), 5],
  ['a redirect', answers(302, '', 'text/html', { location: '/login' }), 5],
  ['a page', answers(200, '<html><title>Welcome</title></html>', 'text/html'), 5],
  ['a maintenance page', answers(200, '<html><title>Maintenance</title></html>', 'text/html'), 6],
  ['404 whatever it looks for', answers(404, none), 5],
  ['500', answers(500, { message: 'Deadlock' }), 6],
  ['503', answers(503, {}), 6],
  ['half of a reply', cut, 6],
];

describe('nothing is created where the look-up before it is answered with', () => {
  test.each(unanswered)('%s', async (_, search, expected) => {
    for (const key of ['--sku NEW', '--ean 4006381333948']) {
      const { run, seen } = await serveStore(searching(search));
      const { code, out, err } = await run(`products create ${key} --price 1 --retries 0`);
      expect([code, out, seen.filter(({ method }) => method === 'POST').length]).toEqual([expected, '', 0]);
      expect(err).toContain('--allow-duplicate');
    }
  });

  test.each(unanswered)('%s, for a product of a basket', async (_, search, expected) => {
    const { run, seen } = await serveStore(searching(search));
    const { code, out } = await run('baskets create --product sku=NEW --retries 0');
    expect([code, out, seen.filter(({ method }) => method === 'POST').length]).toEqual([expected, '', 0]);
  });

  test('the first of several failures: it is retried as the read that it is', async () => {
    const { run, seen } = await serveStore(
      searching((_, response, count) => json(response, count === 1 ? 503 : 200, count === 1 ? {} : page([]))),
    );
    expect((await run('products create --sku NEW --price 1')).code).toBe(0);
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  });

  test('a reply that the store gives to this search alone', async () => {
    for (const reply of [answers(404, none), answers(204, ''), answers(200, [])]) {
      const { run, seen } = await serveStore(
        searching((request, response, count) => {
          const [, sku] = String(request.query.get('filter[search]')).split(':');
          if (sku === 'NEW') reply(request, response, count);
          else json(response, 200, page(sku === 'LAMP' ? [known] : []));
        }),
      );
      const { code } = await run('products create --sku NEW --price 1');
      expect([code, seen.some(({ method }) => method === 'POST')]).toEqual([5, false]);
    }
  });
});

describe('a product is created where the look-up says that there is none', () => {
  const finding = (nothing: Behaviour): Behaviour =>
    searching((request, response, count) => {
      const isKnown = request.query.get('filter[search]') === 'sku:LAMP';
      return isKnown ? json(response, 200, page([known])) : nothing(request, response, count);
    });

  test.each([
    ['by a count of 0', answers(200, { numRows: '0', data: [] }), 2],
    ['by a count of 0 without data', answers(200, { numRows: 0, data: null }), 2],
    ['with 404, as to any search without a match', answers(404, none), 5],
    ['with 204, as to any search without a match', answers(204, ''), 5],
    ['with a list without a count, as to any search without a match', answers(200, []), 5],
  ])('%s', async (_, nothing, requests) => {
    const { run, seen } = await serveStore(finding(nothing));
    expect((await run('products create --sku NEW --price 1')).code).toBe(0);
    expect([seen.length, seen.filter(({ method }) => method === 'POST').length]).toEqual([requests, 1]);
  });

  test('and without a look-up where --allow-duplicate says so', async () => {
    const { run, seen } = await serveStore(searching(answers(500, {})));
    expect((await run('products create --sku NEW --price 1 --allow-duplicate')).code).toBe(0);
    expect(seen.map(({ method }) => method)).toEqual(['POST']);
  });
});

test('a 404 of a search does not stop an import into a store that counts no products', async () => {
  const products: Record<string, unknown>[] = [];
  const { run } = await serveStore(({ method, query, body }, response) => {
    if (method === 'POST') products.push({ productId: products.length + 1, ...JSON.parse(body) });
    if (method === 'POST') return json(response, 200, products.at(-1));
    const search = query.get('filter[search]');
    const found = products.filter(({ sku }) => search === null || search === `sku:${sku}`);
    if (search !== null && found.length === 0) return json(response, 404, none);
    json(response, 200, { numRows: found.length, data: found.slice(Number(query.get('offset') ?? 0)) });
  });
  const directory = ownDirectory();
  writeFileSync(join(directory, 'in.csv'), 'sku,name,price\nA-1,Cup,1.50\nA-2,Jug,2.50\n');
  const { code } = await run('products import in.csv --yes --settle 1s', { directory });
  expect([code, products.map(({ sku }) => sku)]).toEqual([0, ['A-1', 'A-2']]);
});

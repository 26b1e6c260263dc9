import { expect, test } from 'vitest';
import { key } from '../support/bodies.ts';
import { json, withSandbox, withStore } from '../support/store.ts';

const bell = { productId: '200', uprid: '200', sku: 'BEL-001', name: 'Bell', quantity: '1' };
const coat = (uprid: string) => ({ productId: '206', uprid, sku: 'RGJ-301', name: 'Coat', quantity: '1' });
const products = [bell, coat('206{3}12'), coat('206{3}13')];

const lastOf = (path: string): string => decodeURIComponent(path.split('/').at(-1) ?? '').replace(/[{}]/g, '');

const withBasket = (
  action: (call: (line: string) => Promise<{ code: number; err: string }>, sent: () => string[]) => Promise<void>,
) =>
  withStore(
    ({ path }, response) => json(response, 200, path.endsWith('/200') ? bell : { basketKey: key, products }),
    ({ run }, seen) => action(run, () => seen.map(({ method, path }) => `${method} ${lastOf(path)}`)),
  );

test.each([
  ['get', 'GET 200'],
  ['update', 'PATCH 200'],
  ['delete', 'DELETE 200'],
])('baskets items %s takes the SKU of a product in the basket', async (verb, last) => {
  const more = { get: '', update: '--quantity 2', delete: '--yes' }[verb] ?? '';
  await withBasket(async (run, sent) => {
    expect((await run(`baskets items ${verb} ${key} BEL-001 ${more} --json`)).code).toBe(0);
    expect(sent()).toEqual([`GET ${key}`, last]);
  });
});

test('an SKU of several lines is refused, and the lines are listed', async () => {
  await withBasket(async (run, sent) => {
    const { code, err } = await run(`baskets items delete ${key} RGJ-301 --yes`);
    expect([code, sent()]).toEqual([2, [`GET ${key}`]]);
    expect(err).toContain('206{3}12  1 x Coat');
    expect(err).toContain('206{3}13  1 x Coat');
  });
});

test('an SKU is compared exactly; one that is not in the basket is not found', async () => {
  await withBasket(async (run, sent) => {
    const { code, err } = await run(`baskets items delete ${key} bel-001 --yes`);
    expect([code, sent()]).toEqual([3, [`GET ${key}`]]);
    expect(err).toContain('bel-001');
  });
});

test('digits are an ID first, and an SKU where the basket has no such ID', async () => {
  const line = { ...bell, sku: '8712345678906' };
  await withStore(
    ({ path }, response) =>
      path.endsWith('/200')
        ? json(response, 200, line)
        : json(response, lastOf(path) === key ? 200 : 404, { basketKey: key, products: [line] }),
    async ({ run }, seen) => {
      const { code } = await run(`baskets items delete ${key} 8712345678906 --yes --json`);
      expect([code, seen.map(({ method, path }) => `${method} ${lastOf(path)}`)]).toEqual([
        0,
        ['DELETE 8712345678906', `GET ${key}`, 'DELETE 200'],
      ]);
    },
  );
});

test('where lines have no SKU, the product is looked up by it', async () => {
  const { sku: _, ...line } = bell;
  await withStore(
    ({ path }, response) => {
      if (path.endsWith('/products')) return json(response, 200, { numRows: 1, data: [bell] });
      json(response, 200, path.endsWith('/200') ? line : { basketKey: key, products: [line] });
    },
    async ({ run }, seen) => {
      expect((await run(`baskets items get ${key} BEL-001 --json`)).code).toBe(0);
      expect(seen.map(({ path }) => lastOf(path))).toEqual([key, 'products', '200']);
    },
  );
});

test('--curl looks nothing up, and says so', async () => {
  await withBasket(async (run, sent) => {
    const { code, err } = await run(`baskets items get ${key} BEL-001 --curl`);
    expect([code, err.includes('--curl cannot look up the SKU "BEL-001"'), sent()]).toEqual([2, true, []]);
  });
});

const lines = ['baskets create', `baskets update ${key}`, `baskets items add ${key}`];

test.each(lines)('%s --product takes an SKU', async (line) => {
  await withSandbox(async ({ run }) => {
    const { code, out } = await run(`${line} --product BEL-001:7 --json`);
    expect([code, JSON.parse(out).products.map((one: { sku: string }) => one.sku)]).toEqual([
      0,
      expect.arrayContaining(['BEL-001']),
    ]);
    const { products } = JSON.parse((await run(`${line} --product BEL-001:7 --dry-run --json`)).out).body;
    expect(products).toEqual([{ uprid: '200', quantity: 7 }]);
  });
});

test.each(lines)('%s refuses an SKU of no product or of several, and lists these', async (line) => {
  await withSandbox(async ({ run }) => {
    const none = await run(`${line} --product bel-001`);
    expect([none.code, none.err]).toEqual([3, expect.stringContaining('has the SKU "bel-001"')]);
    const several = await run(`${line} --product RGJ-301`);
    expect([several.code, several.err]).toEqual([2, expect.stringMatching(/ {2}206\{3\}\d+\S* {2}\S/)]);
  });
});

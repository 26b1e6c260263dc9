import { describe, expect, test } from 'vitest';
import { product } from '../../../src/resources/products.ts';
import type { Sandbox } from '../../../src/sandbox/open.ts';
import { ask, create, openStore, sharedStore } from '../store.ts';

/** Fields of the answer to a creation alone. */
const flatFields = [
  ...['basePrice', 'purchasePrice', 'isPhysical', 'isDigital', 'isQuotation'],
  ...['freeAbove', 'freeAboveOrderValue', 'availableFrom', 'availableTo'],
];
const listFields = Object.keys(product.fields).filter((name) => !flatFields.includes(name));

/** For tests that change nothing. */
const unchanged = sharedStore();
const storeOfProducts = sharedStore({ empty: true }, async (sandbox) => {
  const products = [
    { sku: 'A-1', ean: '2000000000015', name: 'Äpfel 100% rot', quantity: 3, price: 10, purchasePrice: 4 },
    { sku: 'A-2', ean: '2000000000022', name: 'Birnen', model: 'x_y', quantity: 5, price: 2.5, purchasePrice: 3 },
    { sku: 'B-1', name: 'äpfel grün', quantity: -2, price: 0.0001 },
  ];
  for (const one of products) await create(sandbox, one);
});

const skusOf = async (sandbox: Sandbox, query: string): Promise<unknown> =>
  (await ask(sandbox, `/products?${query}`)).body.data.map((record: { sku: string }) => record.sku);

test('a record of the list and a product by id have every field of the API', async () => {
  const sandbox = await unchanged();
  const [list, one] = [await ask(sandbox, '/products?limit=1'), await ask(sandbox, '/products/206')];
  for (const record of [list.body.data[0], one.body])
    expect(Object.keys(record).toSorted()).toEqual(listFields.toSorted());
});

test('the answer to a creation has the fields of the flat shape, and no other that the API does not have', async () => {
  const { body } = await create(await openStore(), { sku: 'A-1' });
  expect(Object.keys(body)).toEqual(expect.arrayContaining(flatFields));
  expect(Object.keys(product.fields)).toEqual(expect.arrayContaining(Object.keys(body)));
});

test('the totals are over the whole list, not over the page', async () => {
  const { body } = await ask(await storeOfProducts(), '/products?limit=1&offset=1');
  expect({ ...body, data: body.data.length }).toEqual({
    numRows: '3',
    numPages: '3',
    pageNumber: '2',
    startIndex: '1',
    endIndex: '2',
    totalValue: '42.4998',
    totalPurchaseValue: '27.0000',
    totalMargin: '15.4998',
    totalQuantity: '6',
    totalPhysicalQuantity: '6',
    totalMinimumQuantity: '3',
    lowestPrice: '0.0001',
    highestPrice: '10.0000',
    data: 1,
  });
});

test.each(['', 'only_main_products=1&'])('stored totals and counted totals agree (query "%s")', async (mode) => {
  const totals = async (query: string) => ({ ...(await ask(await unchanged(), `/products?${query}`)).body, data: [] });
  expect(await totals(mode)).toEqual(await totals(`${mode}filter[search]=*`));
});

test.each(['', '&filter[search]=*'])('sums that no shop has are answered too%s', async (filter) => {
  const sandbox = await openStore({ empty: true });
  const most = { name: 'x', price: '99999999999.9999', purchasePrice: '-99999999999.9999', quantity: 2147483647 };
  for (let times = 0; times < 3; times += 1) await create(sandbox, most);
  const { body } = await ask(sandbox, `/products?limit=1${filter}`);
  expect(body).toMatchObject({ numRows: '3', totalQuantity: String(3 * 2147483647) });
});

describe('paging', () => {
  test('the pages together are the whole list, once each', async () => {
    const sandbox = await unchanged();
    const uprids: string[] = [];
    for (let offset = 0; offset < 62; offset += 20) {
      const { body } = await ask(sandbox, `/products?limit=20&offset=${offset}`);
      uprids.push(...body.data.map((record: { uprid: string }) => record.uprid));
    }
    expect([uprids.length, new Set(uprids).size, uprids[0]]).toEqual([62, 62, '200']);
  });

  test.each([
    ['', 50],
    ['limit=5000', 62],
    ['limit=7', 7],
    ['limit=7&offset=60', 2],
    ['offset=62', 0],
    ['filter[limit]=2&limit=9', 2],
    ['filter[offset]=61', 1],
    ['only_main_products=1&offset=40', 1],
    ['only_main_products=1&offset=41', 0],
    ['stockFrom=-9&limit=7&offset=60', 2],
    ['limit=', 50],
  ])('%s gives %d records', async (query, count) => {
    expect((await ask(await unchanged(), `/products?${query}`)).body.data).toHaveLength(count);
  });

  test('a page is never larger than 100', async () => {
    const sandbox = await openStore();
    await Promise.all(Array.from({ length: 50 }, (_, at) => create(sandbox, { sku: `MORE-${at}` })));
    expect((await ask(sandbox, '/products?limit=1000')).body.data).toHaveLength(100);
  });
});

describe('a product with options', () => {
  test('is one record per combination, each with its own uprid, stock and stock id', async () => {
    const { body } = await ask(await unchanged(), '/products?filter[search]=sku:RGJ-301');
    expect(body.data).toHaveLength(6);
    expect(body.data.slice(0, 2)).toMatchObject([
      { uprid: '206{3}12{4}7', stockId: 1004, quantity: 5, attributesString: 'Maat: M, Kleur: Zwart' },
      { uprid: '206{3}12{4}8', stockId: 1005, quantity: 2, attributesString: 'Maat: M, Kleur: Geel' },
    ]);
  });

  test.each(['only_main_products', 'only_main_products=', 'only_main_products=true', 'filter[only_main_products]=1'])(
    'is one record with %s',
    async (mode) => {
      const { body } = await ask(await unchanged(), `/products?filter[search]=sku:RGJ-301&${mode}`);
      expect(body.data).toMatchObject([
        { uprid: '206', stockId: -1, quantity: 19, attributes: [], attributesString: '' },
      ]);
    },
  );

  test('matches stock filters by the stock of each record', async () => {
    const { body } = await ask(await unchanged(), '/products?filter[search]=sku:RGJ-301&stockFrom=3&stockTo=5');
    expect([body.numRows, body.totalQuantity, body.totalValue]).toEqual(['2', '8', '639.6000']);
  });
});

describe('search', () => {
  test.each([
    ['ean:2000000000022', ['A-2']],
    ['ean:200000000002', []],
    ['ean:', []],
    ['sku:A-1', ['A-1']],
    ['sku:a-1', []],
    ['sku:A-*', []],
    ['a-*', ['A-1', 'A-2']],
    ['?-1', ['A-1', 'B-1']],
    ['A', ['A-1', 'A-2']],
    ['ÄPFEL', ['A-1', 'B-1']],
    ['a\u0308pfel', ['A-1', 'B-1']],
    ['äpfel*', ['A-1', 'B-1']],
    ['*rot', ['A-1']],
    ['rot*', []],
    ['100%', ['A-1']],
    ['1%5', []],
    ['x_Y', ['A-2']],
    ['A_1', []],
    ['*\\*', []],
    ['***', ['A-1', 'A-2', 'B-1']],
    ['2000000000015', ['A-1']],
    ['', ['A-1', 'A-2', 'B-1']],
    ["' OR 1=1 --", []],
  ])('%j finds %j', async (pattern, skus) => {
    expect(await skusOf(await storeOfProducts(), `filter[search]=${encodeURIComponent(pattern)}`)).toEqual(skus);
  });

  test('finds names in the requested language', async () => {
    const sandbox = await unchanged();
    const rows = async (id: number) =>
      (await ask(sandbox, `/products?filter[search]=rain&acceptLanguageId=${id}&only_main_products=1`)).body.numRows;
    expect([await rows(4), await rows(5)]).toEqual(['0', '2']);
  });
});

describe('filters', () => {
  test.each([
    ['categoryId=1', '0'],
    ['categoryId=1&recursiveCategories=true', '11'],
    ['categoryId=1&recursiveCategories', '11'],
    ['categoryId=13&recursiveCategories=0', '4'],
    ['filter[categoryId]=1&filter[recursiveCategories]=1', '11'],
    ['categoryId=999', '0'],
    ['manufacturerId=3', '4'],
    ['filter[manufacturerId]=3&categoryId=13', '4'],
    ['manufacturerId=999', '0'],
    ['stockFrom=160', '3'],
    ['stockFrom=160&stockTo=210', '2'],
    ['filter[stockFrom]=210&stockFrom=1', '2'],
    ['stockTo=-1', '0'],
  ])('%s leaves %s main products', async (query, rows) => {
    const { body } = await ask(await unchanged(), `/products?only_main_products=1&${query}`);
    expect(body.numRows).toBe(rows);
  });

  test.each([
    ['only_main_products', 'maybe'],
    ['categoryId', '0'],
    ['recursiveCategories', '2'],
    ['stockFrom', 'x'],
    ['stockTo', '1.5'],
    ['limit', '0'],
    ['offset', '-1'],
    ['search', '%00'],
    ['search', 'x'.repeat(201)],
  ])('%s %s is rejected, naming the filter', async (name, value) => {
    const { status, body } = await ask(await unchanged(), `/products?filter[${name}]=${value}`);
    expect([status, body.error.field]).toEqual([422, name]);
  });

  test('all invalid filters are named at once', async () => {
    const { body } = await ask(await unchanged(), '/products?stockFrom=x&limit=0');
    expect(body.error.errors).toEqual([
      { field: 'stockFrom', message: 'must be a whole number' },
      { field: 'limit', message: 'must be a whole number and at least 1' },
    ]);
  });
});

describe('one product', () => {
  test.each(['100%', '%41', 'a/b', 'a b', 'a+b', '?', '#', 'ä', '0206', '1e2', '..a', '{x}'])(
    'is found by its SKU %s',
    async (sku) => {
      const sandbox = await openStore();
      await create(sandbox, { sku });
      expect((await ask(sandbox, `/products/${encodeURIComponent(sku)}`)).body.sku).toBe(sku);
    },
  );

  test('is found by id before another one whose SKU is that id', async () => {
    const sandbox = await openStore();
    await create(sandbox, { sku: '206' });
    await create(sandbox, { sku: '9999' });
    const found = async (name: string) => (await ask(sandbox, `/products/${name}`)).body.productId;
    expect([await found('206'), await found('9999')]).toEqual([206, 242]);
  });
});

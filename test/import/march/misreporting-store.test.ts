import { describe, expect, test } from 'vitest';
import { type Behaviour, json, type SeenRequest } from '../../support/store.ts';
import { isThorough, sampled } from '../../support/thorough.ts';
import {
  type Answer,
  catalogue,
  doubledIn,
  exactly,
  importOnce,
  isPost,
  type Product,
  serveShop,
  storeOf,
} from '../product-store.ts';

const productsFrom = (count: number): Product[] =>
  Array.from({ length: count }, (_, at) => ({ productId: at + 1, sku: `S-${at}`, name: `Product ${at}` }));

describe('a store that counts wrongly', () => {
  type Habits = Parameters<typeof storeOf>[2];

  /** The exit code of an import into a store that has some products, and what is there twice then. */
  async function outcomeOf(products: Product[], rows: number, habits: Habits) {
    const store = storeOf(products, undefined, { finds: exactly, ...habits });
    const { code, posts } = await importOnce(catalogue(rows), store);
    return { code, posts, doubled: doubledIn(products) };
  }
  const onlyThePage = (_: number, given: number) => given;

  sampled(3).each(['', '0', false, 0, -1, 'many'])(
    'a count of %j with products is ignored: no duplicates',
    async (count) => {
      const numRows = (_: number, given: number) => (given > 0 ? count : 0);
      expect(await outcomeOf(productsFrom(5), 7, { numRows })).toMatchObject({ code: 0, doubled: [] });
    },
  );

  test.each([
    [250, 100],
    [10, 3],
  ])('one that counts only the page is read to its end: %i products, %i on each', async (count, cap) => {
    const habits = { numRows: onlyThePage, cap };
    expect(await outcomeOf(productsFrom(count), count + 5, habits)).toMatchObject({ code: 0, doubled: [] });
  });

  test('a search that counts only the page is read until it shows the key', async () => {
    const others = ['X-S-0', 'Y-S-0', 'Z-S-0'].map((sku, at) => ({ productId: 100 + at, sku, name: 'Other' }));
    const finds = ({ sku }: Product, search: string) => sku.endsWith(search);
    const habits = { numRows: onlyThePage, cap: 2, finds };
    expect(await outcomeOf([...others, ...productsFrom(1)], 1, habits)).toMatchObject({ code: 0, doubled: [] });
  });

  test('one that counts only the page of a search cannot be relied on: a row of which it shows a page is not sent', async () => {
    const others = Array.from({ length: 120 }, (_, at) => ({ productId: 1000 + at, sku: `S-0-${at}`, name: 'Other' }));
    const finds = ({ sku }: Product, search: string) => sku.startsWith(search);
    expect(await outcomeOf(others, 1, { numRows: onlyThePage, finds })).toMatchObject({ code: 5, posts: 0 });
  });
});

/** A store that answers 404 instead of an empty page. */
const refusingEmptyPages = (
  products: Product[],
  isEmpty: (request: SeenRequest) => boolean,
  status = 404,
): Behaviour => {
  const usual = storeOf(products, undefined, { finds: exactly });
  return (request, response, count) =>
    isEmpty(request) ? json(response, status, { error: 'No products.' }) : usual(request, response, count);
};

test('a list that is refused after its last product is whole: the refusal is not waited out', async () => {
  const products = productsFrom(5);
  const isBehind = ({ query }: SeenRequest) => Number(query.get('offset') ?? 0) >= products.length;
  const { run, seen } = await serveShop(catalogue(7), refusingEmptyPages(products, isBehind));
  expect(await run()).toMatchObject({ code: 0, report: { created: 2, existing: 5 } });
  const asked = seen.slice(0, seen.findIndex(isPost)).filter(({ query }) => query.get('offset') === '5');
  expect(asked.length).toBe(1);
});

const isForUnknown = ({ query }: SeenRequest): boolean =>
  query.get('filter[search]')?.startsWith('sku:shop-cli-') === true;

test('a store that says 404 of an unknown product is believed, since it finds one that it has', async () => {
  const products = productsFrom(5);
  const { code, report } = await importOnce(catalogue(7), refusingEmptyPages(products, isForUnknown));
  expect([code, report.created, report.existing]).toEqual([0, 2, 5]);
});

test('a store that refuses a search without results cannot be relied on, and the import says so', async () => {
  const products = productsFrom(5);
  const { code, err, posts } = await importOnce(catalogue(7), refusingEmptyPages(products, isForUnknown, 422));
  expect({ exit: code, posts, ...JSON.parse(err.trimEnd().split('\n').at(-1) ?? '').error }).toMatchObject({
    ...{ exit: 5, posts: 0, code: 'refused' },
    message: expect.stringContaining(
      'The search of this store is not reliable: a search for an unknown SKU is refused (422)',
    ),
  });
});

test('a duplicate in the store does not count as existing', async () => {
  const products = productsFrom(3);
  products.push({ productId: 9, sku: 'S-0', name: 'Product 0' });
  expect(await importOnce(catalogue(3), storeOf(products))).toMatchObject({
    code: 7,
    report: { existing: 2, duplicate: 1, problems: [{ line: 2, key: 'S-0', outcome: 'duplicate' }] },
  });
});

describe('a store that answers a creation with an ID and no key', () => {
  const answer = { status: 201, body: ({ productId }: Product) => ({ productId }) };

  test('has created the row if a look-up shows it', async () => {
    const products: Product[] = [];
    const store = storeOf(products, () => answer);
    expect(await importOnce(catalogue(3), store)).toMatchObject({ code: 0, report: { created: 3 } });
    expect(doubledIn(products)).toEqual([]);
  });

  test('has not created it if no look-up does: the row is uncertain, and no run sends it again', async () => {
    // Gone before anyone looks.
    const store = storeOf([], () => ({ ...answer, creates: false }));
    const { run } = await serveShop(catalogue(1), store);
    const message = 'the store answered with ID 1, but does not find it under this key';
    expect(await run()).toMatchObject({ code: 7, posts: 1, report: { problems: [{ line: 2, message }] } });
    expect(await run()).toMatchObject({ code: 7, posts: 0 });
  });
});

test('a store that accepts every row and creates none stops the import', async () => {
  const store = storeOf([], () => ({ status: 200, creates: false, body: () => ({ status: 'ok' }) }));
  const { code, posts, report } = await importOnce(catalogue(300), store);
  expect([code, posts < 300, report.stopped]).toEqual([
    7,
    true,
    'The store shop.test changed the keys of 3 rows. Last message: the store answered that it was created, but does not find it under this key.',
  ]);
});

test.runIf(isThorough)('a store that answers every row without a word and creates none stops the import', async () => {
  const store = storeOf([], () => ({ status: 200, creates: false, body: () => ({}) }));
  const { code, posts, report } = await importOnce(catalogue(300), store);
  expect([code, posts < 60, report.stopped]).toEqual([
    8,
    true,
    expect.stringMatching(/^The store shop\.test has given no clear answer to a new row for 15 min/),
  ]);
});

test.each<[string, Answer]>([
  ['401', { status: 401, body: () => ({}) }],
  ['403', { status: 403, body: () => '<html>no</html>' }],
  ['303', { status: 303, body: () => ({}), headers: { location: '/api/v2/products/1' } }],
])('a row that was created and answered with %s is found again', async (_, answer) => {
  const products: Product[] = [];
  const store = storeOf(products, () => (products.length === 0 ? { ...answer, creates: true } : { status: 201 }));
  const { run } = await serveShop(catalogue(3), store);
  expect((await run()).report.rejected).toBe(0);
  expect([(await run()).code, doubledIn(products)]).toEqual([0, []]);
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory, type Outcome } from '../../support/run.ts';
import { json, type SeenRequest, withStore } from '../../support/store.ts';

interface Product {
  readonly productId: number;
  readonly sku: string;
  readonly name: string;
}

const productsFrom = (count: number): Product[] =>
  Array.from({ length: count }, (_, at) => ({ productId: at + 1, sku: `S-${at}`, name: `Product ${at}` }));

interface Lies {
  /** What the store says it has, of what it has and gives. */
  readonly numRows?: (all: number, returned: number) => unknown;
  /** Records on a page at most. */
  readonly cap?: number;
  /** What a search finds beside the key itself. */
  readonly finds?: (product: Product, search: string) => boolean;
  /** Answers a creation. Undefined: as it should. */
  readonly created?: (
    product: Product,
    count: number,
  ) => { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> } | undefined;
}

/** Imports rows S-0 to S-<rows - 1> into a store that has some, once or more often. */
async function importInto(
  products: Product[],
  rows: number,
  { numRows = (all) => all, cap = 100, finds = () => false, created = () => undefined }: Lies,
  times = 1,
): Promise<{
  readonly runs: readonly Outcome[];
  readonly doubled: readonly string[];
  readonly seen: readonly SeenRequest[];
}> {
  return await inDirectory(async (directory) => {
    await writeFile(
      join(directory, 'in.csv'),
      `sku,name\n${productsFrom(rows)
        .map(({ sku, name }) => `${sku},${name}\n`)
        .join('')}`,
    );
    let count = 0;
    return await withStore(
      (request, response) => {
        if (request.method === 'POST') {
          const { sku, name } = JSON.parse(request.body);
          const product = { productId: products.length + 1, sku, name };
          products.push(product);
          const answer = created(product, ++count) ?? { status: 201, body: product };
          return json(response, answer.status, answer.body, answer.headers);
        }
        const search = request.query.get('filter[search]')?.replace(/^sku:/, '');
        const offset = Number(request.query.get('offset') ?? 0);
        const found = products.filter(
          (product) => search === undefined || product.sku === search || finds(product, search),
        );
        const limit = Math.min(cap, Number(request.query.get('limit') ?? 100));
        const data = found.slice(offset, offset + limit);
        json(response, 200, { numRows: numRows(found.length, data.length), data });
      },
      async (store, seen) => {
        const runs: Outcome[] = [];
        for (let time = 0; time < times; time++) {
          runs.push(await store.run('products import in.csv --json --journal j.db --concurrency 1', { directory }));
        }
        const skus = products.map(({ sku }) => sku);
        return { runs, doubled: skus.filter((sku, at) => skus.indexOf(sku) !== at), seen };
      },
    );
  });
}

describe('a store that counts wrongly', () => {
  test.each(['', '0', false, 0, -1, 'many'])(
    'a count of %j with products is ignored: no duplicates',
    async (numRows) => {
      const { runs, doubled } = await importInto(productsFrom(5), 7, {
        numRows: (_, returned) => (returned > 0 ? numRows : 0),
      });
      expect([runs[0]?.code, doubled]).toEqual([0, []]);
    },
  );

  test('one that counts only the page is read to its end', async () => {
    const { runs, doubled } = await importInto(productsFrom(250), 255, { numRows: (_, returned) => returned });
    expect([runs[0]?.code, doubled]).toEqual([0, []]);
  });

  test('one that counts only the page, and has few on each, is read to its end', async () => {
    const { runs, doubled } = await importInto(productsFrom(10), 12, { numRows: (_, returned) => returned, cap: 3 });
    expect([runs[0]?.code, doubled]).toEqual([0, []]);
  });

  test('a search that counts only the page is read until it shows the key', async () => {
    const others = ['X-S-0', 'Y-S-0', 'Z-S-0'].map((sku, at) => ({ productId: 100 + at, sku, name: 'Other' }));
    const { runs, doubled } = await importInto([...others, ...productsFrom(1)], 1, {
      ...{ numRows: (_, returned) => returned, cap: 2 },
      finds: ({ sku }, search) => sku.endsWith(search),
    });
    expect([runs[0]?.code, doubled]).toEqual([0, []]);
  });

  test('one that counts only the page of a search cannot be relied on: a row of which it shows a page is not sent', async () => {
    const others = Array.from({ length: 120 }, (_, at) => ({ productId: 1000 + at, sku: `S-0-${at}`, name: 'Other' }));
    const { runs, seen } = await importInto(others, 1, {
      numRows: (_, returned) => returned,
      finds: ({ sku }, search) => sku.startsWith(search),
    });
    expect([runs[0]?.code, seen.filter(({ method }) => method === 'POST').length]).toEqual([5, 0]);
  });
});

test('a duplicate in the store does not count as existing', async () => {
  const [first, ...others] = productsFrom(3);
  const { runs } = await importInto([...others, { ...(first as Product), productId: 9 }, first as Product], 3, {});
  expect({ code: runs[0]?.code, report: JSON.parse(runs[0]?.out ?? '') }).toMatchObject({
    code: 7,
    report: { existing: 2, duplicate: 1, problems: [{ line: 2, key: 'S-0', outcome: 'duplicate' }] },
  });
});

test.each<[string, (product: Product) => unknown]>([
  ['an error with an id', ({ productId }) => ({ productId, error: 'No' })],
  ['that it did not work', ({ productId }) => ({ productId, success: false })],
  ['an id that is none', () => ({ productId: false })],
  ['a negative id', () => ({ productId: -1 })],
  ['an id that is not whole', () => ({ productId: 1.5 })],
  ['a word for nothing', () => ({ productId: 'null' })],
])('a reply that says %s is looked up before it counts as created', async (_, body) => {
  const { runs, seen } = await importInto([], 1, { created: (product) => ({ status: 201, body: body(product) }) });
  const at = seen.findIndex(({ method }) => method === 'POST');
  expect({
    code: runs[0]?.code,
    lookedUp: seen.slice(at).some(({ query }) => query.get('filter[search]') === 'sku:S-0'),
  }).toEqual({ code: 0, lookedUp: true });
});

describe('a store that answers a creation with an ID and no key', () => {
  const answer = (product: Product) => ({ status: 201, body: { productId: product.productId } });

  test('has created the row if a look-up shows it', async () => {
    const { runs, doubled } = await importInto([], 3, { created: answer });
    expect([runs[0]?.code, JSON.parse(runs[0]?.out ?? '').created, doubled]).toEqual([0, 3, []]);
  });

  test('has not created it if no look-up does: the row is uncertain, and no run sends it again', async () => {
    const products: Product[] = [];
    // Gone before anyone looks.
    const created = (product: Product) => answer(products.pop() ?? product);
    const { runs, seen } = await importInto(products, 1, { created }, 2);
    expect({
      codes: runs.map(({ code }) => code),
      problems: JSON.parse(runs[0]?.out ?? '').problems,
      posts: seen.filter(({ method }) => method === 'POST').length,
    }).toMatchObject({
      codes: [7, 7],
      problems: [{ line: 2, message: 'the store answered with product 1, but does not find it under this key' }],
      posts: 1,
    });
  });
});

test.each([
  ['401', { status: 401, body: {} }],
  ['403', { status: 403, body: '<html>no</html>' }],
  ['303', { status: 303, body: {}, headers: { location: '/api/v2/products/1' } }],
])('a row that was created and answered with %s is found again', async (_, answer) => {
  const { runs, doubled } = await importInto([], 3, { created: (_, count) => (count === 1 ? answer : undefined) }, 2);
  expect({ code: runs[1]?.code, doubled }).toEqual({ code: 0, doubled: [] });
  expect(JSON.parse(runs[0]?.out ?? '{}').rejected).toBe(0);
});

test('what a store says is no escape sequence in the files that an import writes', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), 'sku,name\nA,a\n');
    await withStore(
      (request, response) =>
        request.method === 'POST'
          ? json(response, 422, { error: 'no \u001b[2J\u0007' })
          : json(response, 200, { numRows: 0, data: [] }),
      async (store) => {
        await store.run('products import in.csv --results results.csv --rejected rejected.csv', { directory });
        for (const name of ['results.csv', 'rejected.csv']) {
          const text = await readFile(join(directory, name), 'utf8');
          expect([text.includes('\u001b'), text.includes('no \\u{1b}[2J')]).toEqual([false, true]);
        }
      },
    );
  });
});

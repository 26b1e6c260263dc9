import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { type Behaviour, json, type TestStore, withStore } from '../../support/store.ts';
import { catalogue, type Product, posts } from '../product-store.ts';

/** What the clocks of the store and of this machine say. */
const start = Date.parse('2026-01-31T12:00:00Z');
let hours = 0;
const now = () => new Date(start + hours * 3_600_000);

/** A store whose list and count leave out some products; its search finds all. */
function partialStore(products: Product[], listed: (all: readonly Product[]) => readonly Product[]): Behaviour {
  return (request, response) => {
    response.setHeader('date', now().toUTCString());
    if (request.method === 'POST') {
      const { sku, name } = JSON.parse(request.body);
      const product = { productId: products.length + 1, sku, name };
      products.push(product);
      return json(response, 201, product);
    }
    const id = /\/products\/(\d+)$/.exec(request.path)?.[1];
    if (id !== undefined) {
      const found = products.find(({ productId }) => productId === Number(id));
      return found ? json(response, 200, found) : json(response, 404, { error: 'not found' });
    }
    const search = request.query.get('filter[search]')?.replace(/^sku:/, '');
    const offset = Number(request.query.get('offset') ?? 0);
    const found = search === undefined ? listed(products) : products.filter(({ sku }) => sku === search);
    json(response, 200, {
      numRows: found.length,
      data: found.slice(offset, offset + Number(request.query.get('limit') ?? 100)),
    });
  };
}

const isOffline = ({ productId }: Product): boolean => productId % 5 === 0;

const kinds = [
  ['leaves out products that are offline', (all) => all.filter((product) => !isOffline(product))],
  ['ends after 50 products', (all) => all.slice(0, 50)],
  ['ends after the latest 50 products', (all) => all.slice(-50).reverse()],
  ['shows nothing', () => []],
  ['shows only what is not in the file', (all) => all.filter(({ sku }) => !sku.startsWith('S-'))],
] as const satisfies readonly [string, (all: readonly Product[]) => readonly Product[]][];

const imported = (rows: number): Product[] =>
  Array.from({ length: rows }, (_, at) => ({ productId: at + 1, sku: `S-${at}`, name: `Product ${at}` }));

const inStore = <T>(
  [products, listed]: readonly [Product[], (all: readonly Product[]) => readonly Product[]],
  use: (store: TestStore, directory: string, sent: () => number) => Promise<T>,
): Promise<T> =>
  inDirectory((directory) =>
    withStore(partialStore(products, listed), (store, seen) => use(store, directory, () => posts(seen))),
  );

describe.each(kinds)('a store whose list %s', (_, listed) => {
  test('gets no product twice by an import without the journal of the first', async () => {
    const products = [{ productId: 1, sku: 'OTHER', name: 'x' }];
    await inStore([products, listed], async (store, directory, sent) => {
      await writeFile(join(directory, 'in.csv'), catalogue(60));
      const first = await store.run('products import in.csv --json --journal j.db', { directory, now });
      await rm(join(directory, 'j.db'));
      hours++;
      const again = await store.run('products import in.csv --json --journal j.db', { directory, now });
      expect([first.code, again.code, sent(), JSON.parse(again.out).existing]).toEqual([0, 0, 60, 60]);
    });
  });

  test('has no row that diff calls new, a dry run would create, or verify misses', async () => {
    await inStore([imported(60), listed], async (store, directory) => {
      await writeFile(join(directory, 'in.csv'), catalogue(60));
      const diff = await store.run('products diff in.csv --json', { directory, now });
      const dry = await store.run('products import in.csv --dry-run --json', { directory, now });
      await store.run('products import in.csv --journal j.db', { directory, now });
      const verified = await store.run('imports verify 1 --json --journal j.db', { directory, now });
      expect({
        new: JSON.parse(diff.out).summary.new,
        wouldCreate: JSON.parse(dry.out).wouldCreate,
        missing: JSON.parse(verified.out).missing,
      }).toEqual({ new: 0, wouldCreate: 0, missing: 0 });
    });
  });
});

test('a row that the journal has as created is looked up, although the list lacks it and is believed', async () => {
  // Its ID is nowhere near those that are listed.
  const products = [1, 2, 3].flatMap((productId) => [{ productId, sku: `OTHER-${productId}`, name: 'x' }]);
  const listed = (all: readonly Product[]) => all.slice(0, 2);
  await inStore([products, listed], async (store, directory, sent) => {
    await writeFile(join(directory, 'one.csv'), catalogue(1, 500));
    await store.run('products import one.csv --json --journal j.db', { directory, now });
    products.splice(2, 1);
    await writeFile(join(directory, 'in.csv'), catalogue(100, 401));
    hours++;
    const dry = await store.run('products import in.csv --dry-run --json --journal j.db', { directory, now });
    expect(JSON.parse(dry.out)).toMatchObject({ wouldCreate: 99, exists: 1 });
    const again = await store.run('products import in.csv --json --journal j.db', { directory, now });
    expect([again.code, sent(), JSON.parse(again.out).existing]).toEqual([0, 100, 1]);
  });
});

test('one product whose ID is missing between those listed is reason enough to look up every row', async () => {
  const hidden = { productId: 20, sku: 'S-99', name: 'Product 99' };
  const others = Array.from({ length: 40 }, (_, at) => ({ productId: at + 1, sku: `OTHER-${at}`, name: 'x' }));
  const products = others.map((product) => (product.productId === 20 ? hidden : product));
  await inStore([products, (all) => all.filter((product) => product !== hidden)], async (store, directory) => {
    await writeFile(join(directory, 'in.csv'), catalogue(100));
    const { out } = await store.run('products import in.csv --dry-run --json', { directory });
    expect(JSON.parse(out).wouldCreate).toBe(99);
  });
});

test('products that only the store has are not told from a list that leaves out others', async () => {
  const listed = (all: readonly Product[]) => all.filter((product) => !isOffline(product));
  await inStore([imported(100), listed], async (store, directory) => {
    await writeFile(join(directory, 'in.csv'), catalogue(90));
    const { code, err } = await store.run('products diff in.csv --store-only --json', { directory, now });
    expect([code, err.replace(/\s+/g, ' ')]).toEqual([11, expect.stringContaining('lacks some that the search finds')]);
  });
});

test('a row that another import created while this one was interrupted is looked up, although the count is the same', async () => {
  const products: Product[] = [{ productId: 1, sku: 'OTHER', name: 'x' }];
  let isDown = true;
  const answers = partialStore(products, (all) => all.filter(({ name }) => name !== 'offline'));
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), catalogue(60));
    await writeFile(join(directory, 'other.csv'), catalogue(30, 30).replace(/Product \d+/g, 'offline'));
    await withStore(
      (request, response, count) => {
        if (request.method === 'POST' && isDown && products.length > 10) return json(response, 422, {});
        answers(request, response, count);
      },
      async (store) => {
        const run = (file: string) =>
          store.run(`products import ${file} --json --concurrency 1 --max-errors 0 --journal j.db`, { directory, now });
        await run('in.csv');
        isDown = false;
        await run('other.csv');
        hours++;
        const { err } = await run('in.csv');
        const skus = products.map(({ sku }) => sku);
        expect([err.includes('Continuing import 1'), skus.filter((sku, at) => skus.indexOf(sku) !== at)]).toEqual([
          true,
          [],
        ]);
      },
    );
  });
});

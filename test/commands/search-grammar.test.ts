import { describe, expect, test } from 'vitest';
import { json, type SeenRequest, type ServedStore, serveStore } from '../support/store.ts';

// A search has a grammar of its own: `*`, `ean:`, a comma. A store may read it in an SKU, and answer with other products.

const others = [
  { productId: '1', sku: 'AB', ean: '8712345678906', name: 'Lamp' },
  { productId: '2', sku: 'a', ean: '', name: 'Mug' },
];

/** A store whose search finds everything, whatever is searched for, and whose paths find nothing. */
const serveGuessingStore = (): Promise<ServedStore> =>
  serveStore((request, response, count) => {
    if (request.method === 'POST') json(response, 201, { productId: String(count + 100), ...JSON.parse(request.body) });
    else if (request.path.endsWith('/products')) json(response, 200, { numRows: others.length, data: others });
    else json(response, 404, { error: 'none' });
  });

const sentSkus = (seen: readonly SeenRequest[]): readonly unknown[] =>
  seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).sku);

describe.each(['A*', '*', 'a ean:*', 'AB,a', '"AB"', 'sku:AB', '?B', 'ab'])('the SKU %s', (sku) => {
  test('is not taken for another product that the search finds', async () => {
    const { run } = await serveGuessingStore();
    const { code, out } = await run(['products', 'get', '--sku', sku, '--json']);
    expect({ code, shown: out.includes('productId') }).toEqual({ code: 3, shown: false });
  });

  test('is created and imported, although the search finds other products', async () => {
    const { run, seen } = await serveGuessingStore();
    const created = await run(['products', 'create', '--sku', sku, '--name', 'x']);
    const cell = `"${sku.replaceAll('"', '""')}"`;
    await run('products import - --settle 0s', { stdin: `sku,name\n${cell},x\n` });
    expect([created.code, [...new Set(sentSkus(seen))]]).toEqual([0, [sku]]);
    const searches = seen.flatMap(({ query }) => query.getAll('filter[search]'));
    expect(searches.filter((search) => search !== `sku:${sku}`)).toEqual([]);
  });
});

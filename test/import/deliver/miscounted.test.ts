import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../support/store.ts';
import { catalogue, created, importOnce, isPost, type Product, serveShop, storeOf } from '../product-store.ts';

const lines = (...rows: readonly string[]): string => `sku,ean,name\n${rows.join('\n')}\n`;
const [first, second] = ['8712345678906', '4006381333931'];

/** A store that knows a product by its EAN, and gives it the SKU that is sent last. */
function mergingStore(products: Product[] = []): Behaviour {
  const known = new Map<string, Product>();
  const usual = storeOf(products);
  return (request, response, count) => {
    const sent = isPost(request) ? JSON.parse(request.body) : undefined;
    const before = sent?.ean && (known.get(sent.ean) ?? products.find(({ ean }) => ean === sent.ean));
    if (!before) {
      usual(request, response, count);
      if (sent?.ean) known.set(sent.ean, products.at(-1) as Product);
      return;
    }
    Object.assign(before, { sku: sent.sku });
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(before));
  };
}

describe('a store that gives two rows one ID', () => {
  test('has merged them: both are uncertain, and the others are not looked up again', async () => {
    const file = lines(`A,${first},x`, `B,${second},x`, `C,${first},x`, 'D,,x');
    const { run, seen } = await serveShop(file, mergingStore());
    const { code, report, err } = await run('--concurrency 1');
    expect([code, report.created, report.uncertain, err.includes('than this import counted')]).toEqual([
      ...[7, 2, 2, false],
    ]);
    expect(report.problems).toMatchObject([
      { line: 2, key: 'A', message: expect.stringContaining('same ID, 1, to line 4') },
      { line: 4, key: 'C', message: expect.stringContaining('same ID, 1, to line 2') },
    ]);
    const sent = seen.filter(isPost).length;
    // The one that the store has is found; the other is never sent again.
    expect(await run()).toMatchObject({ code: 7, report: { existing: 3, uncertain: 1 } });
    expect(seen.filter(isPost).length).toBe(sent);
  });

  test('is noticed too where one of them existed', async () => {
    const products: Product[] = [{ productId: 9, sku: 'OLD', ean: first, name: 'x' }];
    const file = lines('OLD,,x', `NEW,${first},x`, 'OTHER,,x');
    expect(await importOnce(file, mergingStore(products))).toMatchObject({
      code: 7,
      report: { created: 1, existing: 0, uncertain: 2, problems: [{ key: 'OLD' }, { key: 'NEW' }] },
    });
  });
});

describe('a store that has fewer products than it created', () => {
  test.each([3, 150])('has lost some of %i rows: they are uncertain', async (rows) => {
    const products: Product[] = [];
    const answers = storeOf(products, (sku) => ({ ...created, creates: sku !== `S-${rows - 1}` }));
    expect(await importOnce(catalogue(rows), answers)).toMatchObject({
      code: 7,
      err: expect.stringContaining('1 fewer product than this import counted as created'),
      report: { created: rows - 1, uncertain: 1, problems: [{ key: `S-${rows - 1}` }] },
    });
  });

  test('has them all where somebody deleted another one: that is a warning', async () => {
    const products: Product[] = [{ productId: 70, sku: 'OLD', name: 'x' }];
    const answers = storeOf(products, (sku) => {
      if (sku === 'S-1') products.shift();
      return created;
    });
    const { code, err } = await importOnce(catalogue(3), answers);
    expect([code, err]).toEqual([0, expect.stringContaining('Warning: the store has 1 fewer product')]);
  });
});

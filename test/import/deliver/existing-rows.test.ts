import { describe, expect, test } from 'vitest';
import { json } from '../../support/store.ts';
import { catalogue, created, exactly, importOnce, lose, type Product, serveShop, storeOf } from '../product-store.ts';

describe('rows with a key that exists in the store', () => {
  test('differ by what products diff compares: the base price, and names without spaces around them', async () => {
    const product = { productId: 1, sku: 'S-0', name: 'Product 0 ', price: '5.00', prices: { basePrice: '7.5000' } };
    const { report } = await importOnce('sku,name,price\nS-0,Product 0,7.5\n', storeOf([product]));
    expect(report).toMatchObject({ existing: 1, differing: 0 });
  });

  test.each([
    ['by the list', 1],
    ['by a look-up each', 400],
  ])('one that the store may take for the row makes it uncertain, and is not sent: %s', async (_, others) => {
    const other = (at: number): Product => ({ productId: at + 2, sku: `other ${at}`, name: 'x' });
    const products = [
      { productId: 1, sku: 's-0', name: 'x' },
      ...Array.from({ length: others }, (__, at) => other(at)),
    ];
    expect(await importOnce('sku,name\nS-0,x\nS-1,y\n', storeOf(products))).toMatchObject({
      ...{ code: 7, posts: 1 },
      report: {
        ...{ created: 1, uncertain: 1 },
        problems: [{ line: 2, message: 'the store has "s-0" (ID 1), which may be the same as this row' }],
      },
    });
  });
});

test('a row that the store refuses to look up is uncertain in a dry run, since an import would not send it', async () => {
  const answers = storeOf();
  const { report, err } = await importOnce(
    catalogue(3),
    (request, response, count) =>
      request.query.get('filter[search]') === 'sku:S-1'
        ? json(response, 400, { error: 'invalid search' })
        : answers(request, response, count),
    '--dry-run',
  );
  expect(report).toMatchObject({ wouldCreate: 2, uncertain: 1 });
  expect(err).toContain('Warning: the store refuses to look up 1 row. Such rows are not sent.');
});

test('two products created by refused requests are found at the end: both are named, none is deleted', async () => {
  let sent = 0;
  // The first answer says 500, and the product shows up only after it was sent again.
  const answers = storeOf([], () => ({ status: ++sent === 1 ? 500 : 201, creates: true }));
  const isEarly = (method: string) => method === 'GET' && sent === 1;
  const { run, seen } = await serveShop(catalogue(1), (request, response, count) =>
    isEarly(request.method) ? json(response, 200, { numRows: 0, data: [] }) : answers(request, response, count),
  );
  expect(await run()).toMatchObject({
    ...{ code: 7, report: { created: 0, duplicate: 1 } },
    err: expect.stringContaining('the store has it as IDs 1 and 2'),
  });
  expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
});

test('--verify all finds duplicates and missing products', async () => {
  const products: Product[] = [];
  const store = storeOf(products, (sku) => {
    if (sku === 'S-0') products.push({ productId: 70, sku, name: 'duplicate' });
    if (sku === 'S-2') lose(products, 'S-1');
    return created;
  });
  expect(await importOnce(catalogue(3), store, '--verify all')).toMatchObject({
    ...{ code: 7, report: { created: 1, duplicate: 1, uncertain: 1 } },
  });
});

test('--verify all lists the store once, where that takes fewer requests than to look up what existed', async () => {
  const { run, seen } = await serveShop(catalogue(40), storeOf([], undefined, { finds: exactly }));
  await run();
  const before = seen.length;
  const { code, err } = await run('--verify all');
  expect([code, err]).toEqual([0, expect.stringContaining('Verified 40 rows')]);
  const searches = seen.slice(before).flatMap(({ query }) => query.get('filter[search]') ?? []);
  // Twenty that the previous import of the feed had, and the test of the look-up.
  expect(searches.length).toBeLessThan(30);
});

test('--verify all looks up unchanged rows without a wait, and says how many it verified', async () => {
  const { run, ask } = await serveShop(catalogue(3), storeOf());
  await run();
  const { code, err } = await run('--verify all');
  const { started, ended } = JSON.parse((await ask('imports show 2 --json')).out);
  const isWithoutWait = Date.parse(ended) - Date.parse(started) < 30_000;
  const isSaid = err.includes('Verified 3 rows: the store has each exactly once.');
  expect([code, isWithoutWait, isSaid]).toEqual([0, true, true]);
});

test('rows that a continued import looks up again are not sent if that look-up stops', async () => {
  const products: Product[] = [];
  let [isBusy, day] = [false, 1];
  const now = (): Date => new Date(Date.UTC(2026, 0, day, 12));
  const answers = storeOf(products, () => (isBusy ? { status: 429, headers: { 'retry-after': '9999' } } : created));
  const { run, write } = await serveShop(catalogue(3), (request, response, count) => {
    response.setHeader('date', now().toUTCString());
    return answers(request, response, count);
  });
  const next = async (more = ''): Promise<number> => {
    day++;
    return (await run(more, { now })).code;
  };
  const first = await next();
  await write('in.csv', catalogue(4));
  isBusy = true;
  const stopped = [await next(), await next('--on-existing fail')];
  isBusy = false;
  const codes = [first, ...stopped, await next('--full')];
  expect([codes, products.map(({ sku }) => sku)]).toEqual([
    [0, 8, 2, 0],
    ['S-0', 'S-1', 'S-2', 'S-3'],
  ]);
});

import { expect, test } from 'vitest';
import { isThorough } from '../support/thorough.ts';
import { catalogue, type Product, refusingAfter, serveShop, skusOf, storeOf } from './product-store.ts';

interface StoreOptions {
  readonly more?: string;
  readonly answer?: Parameters<typeof storeOf>[1];
  /** What the list of products shows. */
  readonly lists?: (all: readonly Product[]) => readonly Product[];
  readonly products?: Product[];
  /** How many products the store has when it refuses. */
  readonly most?: number;
}

/** An import that the store refused after some products, and that is about to be continued. */
async function interrupted(text: string, options: StoreOptions = {}) {
  const { more: always = '', answer, lists, products = [], most = 20 } = options;
  const { limit, behaviour } = refusingAfter(most, products, storeOf(products, answer, lists && { lists }));
  const shop = await serveShop(text, behaviour);
  /** Runs the import again. */
  const run = (more = '') => shop.run(`--settle 1ms ${always} ${more}`);
  expect((await run()).code).toBe(8);
  limit.most = Number.POSITIVE_INFINITY;
  return { ...shop, products, run };
}

const skus = (rows: number): readonly string[] => Array.from({ length: rows }, (_, row) => `S-${row}`).sort();

test('the next import of a feed recalls the rows of each part of a continued import', async () => {
  const { run } = await interrupted(catalogue(40));
  const { report: continued } = await run();
  const { report: next } = await run();
  expect([continued, next]).toMatchObject([
    { run: 1, created: 40 },
    { run: 2, created: 0, existing: 40, unchanged: 40 },
  ]);
});

test.each(['', '--shard 1/2'])('the files of a continued import %s have every row of the file', async (shard) => {
  const lines = catalogue(80).trimEnd().split('\n');
  lines[3] = 'S-2,';
  const answer = (sku: string) => ({ status: ['S-5', 'S-75'].includes(sku) ? 422 : 201 });
  const { run, read } = await interrupted(`${lines.join('\n')}\n`, {
    answer,
    more: `--skip-invalid --max-errors 5 ${shard}`,
  });
  const { report } = await run('--results results.csv --rejected rejected.csv');
  const results = (await read('results.csv')).trimEnd().split('\n').slice(1);
  const count = (outcome: string) => results.filter((line) => line.split(',')[2] === outcome).length;
  const rejected = (await read('rejected.csv')).trimEnd().split('\n').slice(1);
  const { rows, created, invalid, elsewhere } = report;
  expect({
    rows: results.length,
    counts: ['created', 'invalid', 'rejected', 'in another shard'].map(count),
    sum: created + invalid + report.rejected + elsewhere,
    rejected: rejected.length,
  }).toEqual({
    rows: 80,
    counts: [created, invalid, report.rejected, elsewhere],
    sum: rows,
    rejected: invalid + report.rejected,
  });
  expect([report.run, invalid, created > 20]).toEqual([1, 1, true]);
});

test.runIf(isThorough)(
  'a row whose key is almost that of a row created before the interruption is not taken for it',
  async () => {
    const { run, products } = await interrupted(`${catalogue(40)}s-3,Another\n`);
    // Another number of products has the rows that are left looked up.
    products.push({ productId: 900, sku: 'OTHER', name: 'x' });
    const { code, report } = await run();
    expect([code, report.created, skusOf(products).toSorted()]).toEqual([0, 41, ['OTHER', ...skus(40), 's-3']]);
  },
);

test('rows that were not created before the interruption are compared with what the store has by now, by its list', async () => {
  const { run, products, seen } = await interrupted(catalogue(200));
  // The two before these may have been sent.
  for (let row = 22; row < 200; row++) products.push({ productId: 300 + row, sku: `S-${row}`, name: 'Another' });
  const before = seen.length;
  expect((await run()).report).toMatchObject({ created: 22, existing: 178, differing: 178 });
  expect(seen.slice(before).filter(({ query }) => query.has('filter[search]')).length).toBeLessThan(100);
});

test.runIf(isThorough)(
  'rows that were announced and never sent are compared with what the store has by now',
  async () => {
    const { run, products, seen } = await interrupted(catalogue(200), { more: '--concurrency 16', most: 60 });
    const sent = new Set(seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).sku));
    const others = skus(200).filter((sku) => !sent.has(sku));
    for (const [at, sku] of others.entries()) products.push({ productId: 300 + at, sku, name: 'Another' });
    const { length } = others;
    const { report, err } = await run();
    expect(report).toMatchObject({ created: 200 - length, existing: length, differing: length });
    expect(err).toContain(`${length} differ in name, price or taxRate: name ${length}.`);
  },
);

test.runIf(isThorough)(
  'a list that lacks what the import created is not believed, and no other row is sent twice',
  async () => {
    // So large an ID shows no gap beside it.
    const other = { productId: 2 ** 30, sku: 'OTHER', name: 'x' };
    const elsewhere = { productId: 900, sku: 'S-350', name: 'Product 350' };
    const { run, products } = await interrupted(catalogue(400), { products: [other], lists: () => [other], most: 300 });
    products.push(elsewhere);
    const { code, report } = await run();
    expect([code, report.existing, skusOf(products).toSorted()]).toEqual([0, 1, ['OTHER', ...skus(400)]]);
  },
);

test.each([
  ['a changed file', '', (text: string) => text.replaceAll('Product', 'Article')],
  ['other options', '--map name=title', (text: string) => text],
])('an import of %s is another run, which compares all rows with the store', async (_, more, edit) => {
  const text = catalogue(40)
    .replace('sku,name', 'sku,name,title')
    .replace(/(Product \d+)/g, '$1,Other');
  const { run, write } = await interrupted(text);
  await write('in.csv', edit(text));
  expect(await run(more)).toMatchObject({
    ...{ posts: 20, report: { run: 2, created: 20, existing: 20, differing: 20 } },
    err: expect.stringContaining(
      'Replacing unfinished import 1 (20 of 40 rows are in the store) because the file or the options have changed.',
    ),
  });
});

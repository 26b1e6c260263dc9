import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory } from '../support/run.ts';
import { json, withStore } from '../support/store.ts';

interface Product {
  readonly productId: number;
  readonly sku?: string;
  readonly ean?: string;
  readonly name: string;
}

/** Imports each day's file of one feed into a store with an exact search. */
async function importDays(days: readonly string[], options: readonly string[] = [], onDay = (_: Product[]) => {}) {
  const products: Product[] = [];
  return await inDirectory((directory) =>
    withStore(
      (request, response) => {
        if (request.method === 'POST') {
          const product = { ...JSON.parse(request.body), productId: products.length + 1 };
          products.push(product);
          return json(response, 201, product);
        }
        const [, field, code] = /^(sku|ean):(.*)$/.exec(request.query.get('filter[search]') ?? '') ?? [];
        const offset = Number(request.query.get('offset') ?? 0);
        const found = products.filter((product) => !field || product[field as 'sku' | 'ean'] === code);
        json(response, 200, { numRows: found.length, data: found.slice(offset, offset + 100) });
      },
      async (store) => {
        const runs = [];
        for (const [at, rows] of days.entries()) {
          await writeFile(join(directory, 'feed.csv'), `sku,ean,name\n${rows}\nLAST,,Last\n`);
          if (at > 0) onDay(products);
          const more = options[at] ?? '';
          runs.push(await store.run(`products import feed.csv --json --journal j.db ${more}`, { directory }));
        }
        const reports = runs.map(({ out }) => JSON.parse(out));
        return { products, codes: runs.map(({ code }) => code), reports, err: runs.at(-1)?.err ?? '' };
      },
    ),
  );
}

const ean = '4006381333931';

describe('A row of a feed whose key has changed', () => {
  test.each([
    ['case', 'Mug-1,,Mug', 'MUG-1,,Mug', '"Mug-1"'],
    ['zeros in front', '007,,Mug', '7,,Mug', '"007"'],
    ['Unicode form', 'e\u0301,,Mug', '\u00e9,,Mug', 'product 1'],
    ['an SKU beside its EAN', `,${ean},Mug`, `MUG,${ean},Mug`, `"${ean}"`],
    ['the SKU beside its EAN', `A,${ean},Mug`, `B,${ean},Mug`, '"A"'],
  ])('by %s is named with both keys, and not sent on that day or the next', async (_, before, after, named) => {
    const { products, codes, reports, err } = await importDays([before, after, after]);
    expect({ codes, count: products.length, problems: reports[1].problems }).toMatchObject({
      ...{ codes: [0, 7, 7], count: 2 },
      problems: [{ line: 2, outcome: 'uncertain', message: expect.stringContaining(named) }],
    });
    expect(err).toContain('Warning: 1 row may be a product that the store has under another key, and is not sent');
  });

  test('is sent with --full, or when the other product is gone', async () => {
    const days = ['Mug-1,,Mug', 'MUG-1,,Mug'];
    expect((await importDays(days, ['', '--full'])).codes).toEqual([0, 0]);
    const gone = await importDays(days, [], (products) => void products.shift());
    expect([gone.codes, gone.products.map(({ sku }) => sku)]).toEqual([
      [0, 0],
      ['LAST', 'MUG-1'],
    ]);
  });

  test('is sent where both keys are rows of the file', async () => {
    const { codes, products } = await importDays(['a,,A', 'a,,A\nA,,B']);
    expect([codes, products.length]).toEqual([[0, 0], 3]);
  });

  test('is sent where the product with its EAN is another row of the file', async () => {
    const { codes, products } = await importDays([`A,${ean},Mug`, `A,${ean},Mug\nB,${ean},Mug`]);
    expect([codes, products.length]).toEqual([[0, 0], 3]);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { json, withStore } from '../../support/store.ts';
import { catalogue, type Product, posts, storeOf, withFile } from '../product-store.ts';

describe('rows with a key that exists in the store', () => {
  test('a dry run counts them and shows what would be sent', async () => {
    const products = [
      { productId: 1, sku: 'S-0', name: 'Product 0' },
      { productId: 2, sku: 'S-1', name: 'Another' },
      { productId: 3, sku: 's-3', name: 'Product 3' },
    ];
    await withFile(catalogue(4), async (run) => {
      await withStore(
        storeOf(products, () => ({ status: 201 })),
        async (store, seen) => {
          const { code, out, err } = await run(store, '--dry-run');
          const { rows, wouldCreate, exists, uncertain, differs, sample } = JSON.parse(out);
          expect({
            ...{ code, counts: [rows, wouldCreate, exists, uncertain], differs, sample },
            posts: posts(seen),
            err: err.split('\n').slice(-4),
          }).toEqual({
            ...{ code: 0, counts: [4, 1, 2, 1] },
            differs: {
              rows: 1,
              fields: { name: 1 },
              sample: [
                { line: 3, key: 'S-1', productId: '2', fields: { name: { store: 'Another', file: 'Product 1' } } },
              ],
            },
            sample: [{ line: 4, sku: 'S-2', name: 'Product 2' }],
            posts: 0,
            err: [
              '2 rows already exist and will be skipped. 1 differs: name 1.',
              '1 row may exist in the store under an almost identical key. Such rows are not sent.',
              '1 row would be sent. Nothing was sent.',
              '',
            ],
          });
        },
      );
    });
  });

  test('differ by what products diff compares: the base price, and names without spaces around them', async () => {
    const product = { productId: 1, sku: 'S-0', name: 'Product 0 ', price: '5.00', prices: { basePrice: '7.5000' } };
    await withFile('sku,name,price\nS-0,Product 0,7.5\n', async (run) => {
      await withStore(
        storeOf([product], () => ({ status: 201 })),
        async (store) => {
          expect(JSON.parse((await run(store)).out)).toMatchObject({ existing: 1, differing: 0 });
        },
      );
    });
  });

  test('those with another name or price are counted, and stay as they are', async () => {
    const products = [
      { productId: 1, sku: 'S-0', name: 'Product 0' },
      { productId: 2, sku: 'S-1', name: 'Another' },
    ];
    await withFile(catalogue(3), async (run) => {
      await withStore(
        storeOf(products, () => ({ status: 201 })),
        async (store) => {
          const { code, out, err } = await run(store);
          expect({
            code,
            report: JSON.parse(out),
            hasMessage: err.includes('2 rows already exist and will be skipped. 1 differs: name 1.\n'),
          }).toMatchObject({ code: 0, report: { created: 1, existing: 2, differing: 1 }, hasMessage: true });
        },
      );
    });
  });

  test.each([
    ['by the list', 1],
    ['by a look-up each', 400],
  ])('one that the store may take for the row makes it uncertain, and is not sent: %s', async (_, others) => {
    const products = [
      { productId: 1, sku: 's-0', name: 'x' },
      ...Array.from({ length: others }, (__, at) => ({ productId: at + 2, sku: `other ${at}`, name: 'x' })),
    ];
    await withFile('sku,name\nS-0,x\nS-1,y\n', async (run) => {
      await withStore(
        storeOf(products, () => ({ status: 201 })),
        async (store, seen) => {
          const { code, out } = await run(store);
          expect({ code, report: JSON.parse(out), posts: posts(seen) }).toMatchObject({
            code: 7,
            report: {
              created: 1,
              uncertain: 1,
              problems: [{ line: 2, message: 'the store has product 1 as "s-0", which may be the same product' }],
            },
            posts: 1,
          });
        },
      );
    });
  });
});

test('a row that the store refuses to look up is uncertain in a dry run, since an import would not send it', async () => {
  const answers = storeOf([], () => ({ status: 201 }));
  await withFile(catalogue(3), async (run) => {
    await withStore(
      (request, response, count) =>
        request.query.get('filter[search]') === 'sku:S-1'
          ? json(response, 400, { error: 'invalid search' })
          : answers(request, response, count),
      async (store) => {
        const { out, err } = await run(store, '--dry-run');
        expect(JSON.parse(out)).toMatchObject({ wouldCreate: 2, uncertain: 1 });
        expect(err).toContain('Warning: the store refuses to look up 1 row. Such rows are not sent.');
      },
    );
  });
});

test('two products created by refused requests are found at the end: both are named, none is deleted', async () => {
  const products: Product[] = [];
  let sent = 0;
  await withFile(catalogue(1), async (run) => {
    // The first answer says 500, and the product shows up only after it was sent again.
    const answers = storeOf(products, () => ({ status: ++sent === 1 ? 500 : 201, creates: true }));
    await withStore(
      (request, response, count) => {
        const isEarly = request.method === 'GET' && sent === 1;
        return isEarly ? json(response, 200, { numRows: 0, data: [] }) : answers(request, response, count);
      },
      async (store, seen) => {
        const { code, out, err } = await run(store);
        expect({
          code,
          report: JSON.parse(out),
          hasMessage: err.includes('the store has it as products 1 and 2'),
          deletes: seen.filter(({ method }) => method === 'DELETE').length,
        }).toMatchObject({ code: 7, report: { created: 0, duplicate: 1 }, hasMessage: true, deletes: 0 });
      },
    );
  });
});

test('--verify all finds duplicates and missing products', async () => {
  const products: Product[] = [];
  await withFile(catalogue(3), async (run) => {
    await withStore(
      storeOf(products, (sku) => {
        if (sku === 'S-0') products.push({ productId: 70, sku, name: 'duplicate' });
        if (sku === 'S-2')
          products.splice(
            products.findIndex((product) => product.sku === 'S-1'),
            1,
          );
        return { status: 201 };
      }),
      async (store) => {
        const { code, out } = await run(store, '--verify all');
        const { duplicate, uncertain, created } = JSON.parse(out);
        expect([code, created, duplicate, uncertain]).toEqual([7, 1, 1, 1]);
      },
    );
  });
});

test('--verify all looks up unchanged rows without a wait, and says how many it verified', async () => {
  await withFile(catalogue(3), async (run, directory) => {
    await withStore(
      storeOf([], () => ({ status: 201 })),
      async (store) => {
        await run(store);
        const { code, err } = await run(store, '--verify all');
        const { started, ended } = JSON.parse(
          (await store.run('imports show 2 --json --journal j.db', { directory })).out,
        );
        expect([code, ended, err.includes('Verified 3 rows: the store has each exactly once.')]).toEqual([
          0,
          started,
          true,
        ]);
      },
    );
  });
});

test('rows that a continued import looks up again are not sent if that look-up stops', async () => {
  const products: Product[] = [];
  await withFile(catalogue(3), async (_, directory) => {
    let [isBusy, day] = [false, 1];
    const now = (): Date => new Date(Date.UTC(2026, 0, day, 12));
    const answers = storeOf(products, () =>
      isBusy ? { status: 429, headers: { 'retry-after': '9999' } } : { status: 201 },
    );
    await withStore(
      (request, response, count) => {
        response.setHeader('date', now().toUTCString());
        return answers(request, response, count);
      },
      async ({ run }) => {
        const next = async (more = ''): Promise<number> => {
          day++;
          return (await run(`products import in.csv --journal j.db ${more}`, { directory, now })).code;
        };
        const first = await next();
        await writeFile(join(directory, 'in.csv'), catalogue(4));
        isBusy = true;
        const stopped = [await next(), await next('--on-existing fail')];
        isBusy = false;
        const codes = [first, ...stopped, await next('--full')];
        expect([codes, products.map(({ sku }) => sku)]).toEqual([
          [0, 8, 2, 0],
          ['S-0', 'S-1', 'S-2', 'S-3'],
        ]);
      },
    );
  });
});

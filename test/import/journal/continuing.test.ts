import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messageOf } from '../../support/run.ts';
import { json, withStore } from '../../support/store.ts';
import { catalogue, type Product, portOf, posts, storeOf, withFile } from '../product-store.ts';

describe('the same command after an interruption', () => {
  test('continues the run, sends only the rest, and reports the whole file', async () => {
    const products: Product[] = [];
    await withFile(catalogue(40), async (run) => {
      const answers = storeOf(products, () => ({ status: 201 }));
      const { names, at } = await withStore(
        (request, response, count) =>
          products.length >= 25 ? json(response, 401, {}) : answers(request, response, count),
        async (store) => {
          const { code, out, err } = await run(store);
          const report = JSON.parse(out);
          // What was refused with 401 may be there all the same; another row may have left before it was known to be of every row.
          const rest = report.uncertain > 0 ? report.uncertain + report.notSent : 0;
          expect({
            code,
            report,
            rest,
            hasMessage: err.includes('Rerun the command to continue import 1.'),
          }).toMatchObject({ code: 8, report: { created: 25, run: 1 }, rest: 15, hasMessage: true });
          return { names: Object.keys(report), at: portOf(store) };
        },
      );
      await withStore(
        storeOf(products, () => ({ status: 201 })),
        async (store, seen) => {
          const again = await run(store);
          const report = JSON.parse(again.out);
          expect({
            code: again.code,
            created: report.created,
            names: Object.keys(report),
            posts: posts(seen),
            hasMessage: again.err.includes('Continuing import 1: 25 of 40 rows are in the store.'),
            store: products.map(({ sku }) => sku).sort(),
          }).toEqual({
            code: 0,
            created: 40,
            names,
            posts: 15,
            hasMessage: true,
            store: Array.from({ length: 40 }, (_, row) => `S-${row}`).sort(),
          });
        },
        at,
      );
    });
  });

  test('finds what others created meanwhile in the list of products, not row by row', async () => {
    const products: Product[] = [];
    await withFile(catalogue(300), async (run) => {
      const answers = storeOf(products, () => ({ status: 201 }));
      const at = await withStore(
        (request, response, count) =>
          products.length >= 100 ? json(response, 401, {}) : answers(request, response, count),
        async (store) => {
          expect(JSON.parse((await run(store)).out)).toMatchObject({ created: 100 });
          return portOf(store);
        },
      );
      for (let row = 200; row < 300; row++) products.push({ productId: row, sku: `S-${row}`, name: `Product ${row}` });
      await withStore(
        storeOf(products, () => ({ status: 201 })),
        async (store, seen) => {
          const { code, out } = await run(store);
          const searches = seen.filter(({ query }) => query.has('filter[search]')).length;
          expect({ code, report: JSON.parse(out), posts: posts(seen), isListed: searches < 100 }).toMatchObject({
            code: 0,
            report: { created: 200, existing: 100 },
            posts: 100,
            isListed: true,
          });
        },
        at,
      );
    });
  });

  test('is refused by a store that does not have what the run created', async () => {
    const products: Product[] = [];
    await withFile(catalogue(3), async (run) => {
      const at = await withStore(
        storeOf(products, (sku) => ({ status: sku === 'S-2' ? 401 : 201 })),
        async (store) => {
          await run(store, '--max-errors 0');
          return portOf(store);
        },
      );
      await withStore(
        storeOf([], () => ({ status: 201 })),
        async (store, seen) => {
          const other = await run(store, '--max-errors 0');
          expect([
            other.code,
            posts(seen),
            messageOf(other.err).includes('Import 1 created line 2 (sku "S-0"), but this store does not have it.'),
          ]).toEqual([5, 0, true]);
          const anew = await run(store, '--max-errors 0 --restart');
          expect([anew.code, posts(seen)]).toEqual([0, 3]);
        },
        at,
      );
    });
  });

  test('is a new run when the file has changed; what is there is skipped', async () => {
    const products: Product[] = [];
    await withFile(catalogue(4), async (run, directory) => {
      let refuses = true;
      await withStore(
        storeOf(products, (sku) => ({ status: refuses && sku === 'S-3' ? 422 : 201 })),
        async (store) => {
          const first = await run(store, '--max-errors 0');
          refuses = false;
          await writeFile(join(directory, 'in.csv'), catalogue(6));
          const second = await run(store, '--max-errors 0');
          expect({
            codes: [first.code, second.code],
            hasMessage: second.err.includes(
              'Replacing unfinished import 1 (3 of 4 rows are in the store) because the file or the options have changed.',
            ),
            counts: JSON.parse(second.out),
          }).toMatchObject({ codes: [8, 0], hasMessage: true, counts: { run: 2, created: 3, existing: 3 } });
        },
      );
    });
  });
});

test.each([
  ['with rows of unknown outcome', { status: 429, headers: { 'retry-after': '7200' } }],
  ['where all is done', { status: 201 }],
])('a journal is of one store: %s it is not used for another', async (_, answer) => {
  await withFile(catalogue(1), async (run) => {
    await withStore(
      storeOf([], () => answer),
      async (first) => {
        await run(first);
        await withStore(
          storeOf([], () => ({ status: 201 })),
          async (other, seen) => {
            const { code, err } = await run(other);
            expect([code, posts(seen), err.includes(`belongs to another store, ${first.url}.`)]).toEqual([2, 0, true]);
          },
        );
      },
    );
  });
});

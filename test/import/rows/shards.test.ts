import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { type Behaviour, json, withSandbox, withStore } from '../../support/store.ts';
import { catalogue, type Product, storeOf, withFile } from '../product-store.ts';

describe('--shard', () => {
  const parts = [1, 2, 3];

  test('every row is in exactly one part, and each part counts the others', async () => {
    await withSandbox(
      async (store) => {
        const reports = [];
        for (const part of parts) {
          const { code, out } = await inDirectory((directory) =>
            store.run(`products import - --json --shard ${part}/3 --journal j.db`, { stdin: catalogue(60), directory }),
          );
          reports.push({ code, ...JSON.parse(out) });
        }
        const created = reports.reduce((sum, report) => sum + report.created, 0);
        expect({
          created,
          sums: reports.map((report) => report.created + report.elsewhere),
          codes: reports.map(({ code }) => code),
        }).toEqual({ created: 60, sums: [60, 60, 60], codes: [0, 0, 0] });
      },
      { empty: true },
    );
  });

  test('the counts add up when rows are invalid because of each other', async () => {
    const file = `${catalogue(20)}S-1,again\nS-2,again\nS-3,again\n`;
    await withSandbox(
      async (store) => {
        const sums = [];
        for (const part of parts) {
          const { out } = await inDirectory((directory) =>
            store.run(`products import - --json --skip-invalid --shard ${part}/3 --journal j.db`, {
              stdin: file,
              directory,
            }),
          );
          const { rows, invalid, elsewhere, created, notSent } = JSON.parse(out);
          sums.push([rows, invalid, invalid + elsewhere + created, notSent]);
        }
        expect(sums).toEqual([1, 2, 3].map(() => [23, 6, 23, 0]));
      },
      { empty: true },
    );
  });

  test('each shard is a separate run: one settles the open rows of another in the same journal, which continues later', async () => {
    const products: Product[] = [];
    const answers = storeOf(products, () => ({ status: 201 }));
    await withFile(catalogue(30), async (run) => {
      let isBroken = true;
      const behaviour: Behaviour = (request, response, count) => {
        if (!isBroken || products.length < 3) return answers(request, response, count);
        if (request.method !== 'POST' || products.length > 3) return json(response, 401, {});
        // Created, and the answer is lost.
        products.push({ productId: 4, sku: JSON.parse(request.body).sku, name: 'x' });
        response.socket?.destroy();
      };
      await withStore(behaviour, async (store) => {
        const first = await run(store, '--shard 1/3');
        isBroken = false;
        const [second, again, third] = [
          await run(store, '--shard 2/3'),
          await run(store, '--shard 1/3'),
          await run(store, '--shard 3/3'),
        ];
        const counts = [first, second, again, third].map(({ out }) => JSON.parse(out));
        expect({
          codes: [first, second, again, third].map(({ code }) => code),
          first: [counts[0].created, counts[0].uncertain],
          messages: [
            second.err.includes('Looking up 2 rows of an earlier import with unknown outcome'),
            second.err.includes('Replacing unfinished import'),
            again.err.includes('Continuing import 1: 4 of'),
          ],
          created: counts[1].created + counts[2].created + counts[3].created,
          store: products.map(({ sku }) => sku).sort(),
        }).toEqual({
          codes: [8, 0, 0, 0],
          first: [3, 2],
          messages: [true, false, true],
          created: 30,
          store: Array.from({ length: 30 }, (_, row) => `S-${row}`).sort(),
        });
      });
    });
  });

  test('a shard that begins while others fill the store reads its list once, and looks up a few rows', async () => {
    const other = (at: number): Product => ({ productId: at + 1, sku: `OTHER-${at}`, name: 'x' });
    const products = Array.from({ length: 250 }, (_, at) => other(at));
    const answers = storeOf(products, () => ({ status: 201 }));
    const behaviour: Behaviour = (request, response, count) => {
      if (request.method === 'GET') products.push(other(products.length));
      answers(request, response, count);
    };
    await withFile(catalogue(300), async (run) => {
      await withStore(behaviour, async (store, seen) => {
        const { code } = await run(store, '--shard 1/3');
        const first = seen.findIndex(({ method }) => method === 'POST');
        const searches = seen.slice(0, first).map(({ query }) => query.get('filter[search]') ?? '');
        expect([code, searches.filter((search) => search.startsWith('sku:S-')).length]).toEqual([0, 20]);
      });
    });
  });

  test('an unfinished run of the same shard, or of the whole file, is replaced by a run of another file', async () => {
    await withFile(catalogue(30), async (run, directory) => {
      let refuses = true;
      await withStore(
        storeOf([], (sku) => ({ status: refuses && sku !== 'S-0' ? 422 : 201 })),
        async (store) => {
          for (const shard of ['', '--shard 1/3', '--shard 2/3']) await run(store, `--max-errors 0 ${shard}`);
          refuses = false;
          await writeFile(join(directory, 'in.csv'), catalogue(31));
          const { err } = await run(store, '--shard 1/3');
          const list = await store.run('imports list --json --fields run,state --journal j.db', { directory });
          expect([err.match(/^Replacing unfinished import \d/gm), JSON.parse(list.out)]).toEqual([
            ['Replacing unfinished import 2'],
            [
              { run: 4, state: 'finished' },
              { run: 3, state: 'unfinished' },
              { run: 2, state: 'set aside' },
              { run: 1, state: 'set aside' },
            ],
          ]);
        },
      );
    });
  });

  test.each([
    ['0/10', {}, 2],
    ['11/10', {}, 2],
    ['3', {}, 2],
    ['auto/2', {}, 2],
    ['auto/2', { JOB_COMPLETION_INDEX: '2' }, 2],
    ['auto/2', { JOB_COMPLETION_INDEX: '1' }, 0],
    ['auto/2', { CI_NODE_INDEX: '2' }, 0],
  ])('%s with the CI variables %j exits with %i', async (shard, env, code) => {
    await withSandbox(
      async (store) => {
        expect((await store.run(`products import - --shard ${shard}`, { stdin: catalogue(4), env })).code).toBe(code);
      },
      { empty: true },
    );
  });
});

import { describe, expect, test } from 'vitest';
import { catalogue, storeOf, withFile } from '../import/product-store.ts';
import { withSandbox, withStore } from '../support/store.ts';

describe('imports', () => {
  test('lists, shows and deletes the runs of this machine without a request', async () => {
    await withFile(catalogue(3), async (run, directory) => {
      await withStore(
        storeOf([], (sku) => ({ status: sku === 'S-1' ? 422 : 201 })),
        async (store, seen) => {
          await run(store);
          const requests = seen.length;
          const ask = async (line: string) => await store.run(`${line} --journal j.db`, { directory });
          const list = await ask('imports list --fields run,state,rows,created,rejected -o csv');
          const narrow = await store.run('imports list --journal j.db', { directory, terminal: 40 });
          expect(narrow.err).toMatch(/\d more columns do not fit this terminal/);
          const show = JSON.parse((await ask('imports show --json')).out);
          const refused = await ask('imports delete 1');
          const gone = [await ask('imports delete 1 --yes'), await ask('imports show')];
          expect({
            list: list.out,
            problems: show.problems,
            codes: [refused.code, ...gone.map(({ code }) => code)],
            requests: seen.length - requests,
          }).toEqual({
            list: 'run,state,rows,created,rejected\n1,finished,3,2,1\n',
            problems: [
              {
                line: 3,
                key: 'S-1',
                outcome: 'rejected',
                field: null,
                message: 'The store shop.test refused the request (422): refused S-1',
              },
            ],
            codes: [2, 0, 3],
            requests: 0,
          });
        },
      );
    });
  });

  test('an import with unsettled rows cannot be deleted', async () => {
    await withFile(catalogue(2), async (run, directory) => {
      await withStore(
        storeOf([], () => ({ status: 429, headers: { 'retry-after': '7200' } })),
        async (store) => {
          await run(store);
          const { code, err } = await store.run('imports delete 1 --yes --journal j.db', { directory });
          expect([code, err.includes('1 unsettled rows')]).toEqual([2, true]);
        },
      );
    });
  });

  test('are empty before the first import', async () => {
    await withSandbox(async (store) => {
      expect(await store.run('imports list')).toMatchObject({ code: 3 });
    });
  });
});

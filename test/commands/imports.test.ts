import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { catalogue, created, ownFile, serveShop, storeOf, tooLong } from '../import/product-store.ts';
import type { Outcome } from '../support/run.ts';
import { type Behaviour, runInSandbox, serveSandbox, serveStore } from '../support/store.ts';
import { isThorough } from '../support/thorough.ts';

/** A store that refuses one of its products. */
const refusingOne = () => storeOf([], (sku) => ({ status: sku === 'S-1' ? 422 : 201 }));

describe('imports', () => {
  test('lists, shows and deletes the runs of this machine without a request', async () => {
    const { run, ask, seen } = await serveShop(catalogue(3), refusingOne());
    await run();
    const requests = seen.length;
    const list = await ask('imports list --fields run,state,rows,created,rejected -o csv');
    const narrow = await ask('imports list', { terminal: 40 });
    expect(narrow.err).toMatch(/\d more columns do not fit this terminal/);
    const show = JSON.parse((await ask('imports show --json')).out);
    const refused = await ask('imports delete 1');
    const gone = [await ask('imports delete 1 --yes'), await ask('imports show')];
    expect(list.out).toBe('run,state,rows,created,rejected\n1,finished,3,2,1\n');
    const message = 'The store shop.test refused the request (422): refused S-1';
    expect(show.problems).toEqual([
      { line: 3, key: 'S-1', outcome: 'rejected', field: null, message, evidence: 'said' },
    ]);
    expect([refused.code, ...gone.map(({ code }) => code), seen.length - requests]).toEqual([2, 0, 3, 0]);
  });

  test('a list says when each import started as far as there is room, and no count that is 0 in all', async () => {
    const { run, ask } = await serveShop(catalogue(3), refusingOne());
    await run();
    const list = async (terminal: number) => {
      const { out } = await ask('imports list', { terminal });
      return stripVTControlCharacters(out)
        .replace(/…?\S*in\.csv/, 'in.csv')
        .replace(/ +/g, ' ');
    };
    expect([await list(80), await list(70)]).toEqual([
      'Import File Records Started State Rows Created Rejected\n 1 in.csv products 2026-01-31 finished 3 2 1\n',
      'Import File Records Started State Rows Created\n 1 in.csv products 2026-01-31 finished 3 2\n',
    ]);
    const { out, err } = await ask('imports show');
    expect(out.replace(/^(File|Journal) .*|\w{64}/gm, '')).toMatchInlineSnapshot(`
      "Import         1

      State          finished
      Started        2026-01-31 12:00 UTC
      Records        products
      Rows           3
      Created        2
      Rejected       1
      Last activity  2026-01-31 12:00 UTC
      SHA-256        

      Problems
        Line  Key  Outcome   Message                                                           Evidence
           3  S-1  rejected  The store shop.test refused the request (422): refused S-1  said
      "
    `);
    const missing = 'Error: No import 99 into shop.test on this machine.\nTo list the imports: shop-cli imports list\n';
    expect([err, await ask('imports show 99')]).toEqual(['', { code: 3, out: '', err: missing }]);
  });

  test('an import that is running says so, and its rows without an answer are in progress', async () => {
    const { run, directory } = await ownFile(catalogue(3));
    const shown: Record<string, unknown>[] = [];
    const answer = storeOf();
    let ask: (line: string) => Promise<Outcome>;
    const look = async (): Promise<void> => {
      const [show, list] = [await ask('imports show --json'), await ask('imports list --json')];
      shown.push(JSON.parse(show.out), ...JSON.parse(list.out));
    };
    const behaviour: Behaviour = (request, response, count) => {
      const looked = request.body.includes('S-1') ? look() : Promise.resolve();
      void looked.then(() => answer(request, response, count));
    };
    const store = await serveStore(behaviour);
    ask = (line) => store.run(`${line} --journal j.db`, { directory });
    await run(store);
    await look();
    // What a process leaves that is killed.
    const database = await openSqlite(join(directory, 'j.db'));
    database.exec("UPDATE runs SET state = 'unfinished', ended = NULL");
    database.close();
    await look();
    expect(shown.map(({ state, uncertain, inProgress }) => [state, uncertain, Number(inProgress) > 0])).toEqual([
      ['running', 0, true],
      ['running', 0, true],
      ['finished', 0, false],
      ['finished', 0, false],
      ['unfinished', 0, false],
      ['unfinished', 0, false],
    ]);
    expect(shown[0]).toMatchObject({ problems: [] });
  });

  test('an import with unsettled rows cannot be deleted', async () => {
    const { run, ask } = await serveShop(
      catalogue(2),
      storeOf([], () => tooLong),
    );
    await run();
    const { code, err } = await ask('imports delete 1 --yes');
    expect([code, err.includes('1 unsettled row:')]).toEqual([2, true]);
  });

  test.runIf(isThorough)(
    'that are old are deleted together, but for the latest of each file and what is not settled',
    async () => {
      const { run, ask, write, directory, store } = await serveShop(
        catalogue(2),
        storeOf([], (sku) => (sku === 'S-9' ? tooLong : created)),
      );
      await run();
      await write('in.csv', catalogue(3));
      await run();
      await write('in.csv', catalogue(4));
      await run();
      await write('open.csv', catalogue(1, 9));
      await ask('products import open.csv');
      const days = (count: number) => ({
        directory,
        now: () => new Date(Date.parse('2026-01-31T13:00:00Z') + count * 86_400_000),
      });
      const prune = (more: string, count: number) =>
        store.run(`imports delete --older-than 30d --journal j.db -o csv ${more}`, days(count));
      const left = async () => (await ask('imports list --fields run -o csv')).out;
      const before = await left();
      const early = await prune('--yes', 29);
      const shown = await prune('--dry-run', 31);
      const asked = await prune('', 31);
      const afterAll = await left();
      const pruned = await prune('--yes', 31);
      expect([before, early.err, shown.err, asked.code, afterAll]).toEqual([
        'run\n4\n3\n2\n1\n',
        'No import is old enough to delete.\n',
        'The local history of 2 imports (2, 1) would be deleted. Nothing was deleted.\n',
        2,
        before,
      ]);
      expect([pruned.code, pruned.out, pruned.err.trimEnd().split('\n').at(-1), await left()]).toEqual([
        0,
        'deleted\n2\n1\n',
        '✓ Deleted the local history of 2 imports (2, 1).',
        'run\n4\n3\n',
      ]);
      const json = async (line: string) => {
        const { out } = await store.run(`imports delete ${line} --journal j.db --json`, days(62));
        return JSON.parse(out);
      };
      expect([await json('--older-than 90d'), await json('3 --yes')]).toEqual([[], { deleted: '3' }]);
    },
  );

  test.each([
    ['imports list', 0, '', 'No imports into this store yet.\n'],
    ['imports list --json', 0, '[]\n', 'No imports into this store yet.\n'],
    ['imports list -q', 0, '', 'No imports into this store yet.\n'],
    ['imports show', 3, '', expect.stringContaining('No imports into this store yet.')],
    ['imports list --journal other.db', 3, '', expect.stringContaining('Journal not found: ')],
  ])('before the first one, "%s" finds nothing', async (line, code, out, err) => {
    expect(await runInSandbox(line)).toEqual({ code, out, err });
  });

  test('that are all deleted leave an empty list', async () => {
    const { directory } = await ownFile(catalogue(1));
    const { run } = await serveSandbox();
    const here = { directory, home: directory };
    await run('products import in.csv --settle 1s', here);
    await run('imports delete 1 --yes', here);
    expect(await run('imports list', here)).toEqual({ code: 0, out: '', err: 'No imports into this store yet.\n' });
  });
});

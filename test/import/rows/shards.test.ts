import { describe, expect, test } from 'vitest';
import { readRunOptions } from '../../../src/commands/shared/import/import-options.ts';
import { type Behaviour, json, runInSandbox } from '../../support/store.ts';
import { isThorough } from '../../support/thorough.ts';
import { catalogue, type Product, serveShop, skusOf, storeOf } from '../product-store.ts';

describe('--shard', () => {
  const parts = [1, 2, 3].map((part) => `--shard ${part}/3 --journal ${part}.db`);

  test('every row is in exactly one part, and each part counts the others', async () => {
    const products: Product[] = [];
    const { run } = await serveShop(catalogue(60), storeOf(products));
    for (const part of parts) {
      const { code, report } = await run(part);
      expect([code, report.created + report.elsewhere]).toEqual([0, 60]);
    }
    expect([products.length, new Set(skusOf(products)).size]).toEqual([60, 60]);
  });

  test('the counts add up when rows are invalid because of each other', async () => {
    const { run } = await serveShop(`${catalogue(20)}S-1,again\nS-2,again\nS-3,again\n`, storeOf());
    for (const part of parts) {
      const { rows, invalid, elsewhere, created, notSent } = (await run(`--skip-invalid ${part}`)).report;
      expect([rows, invalid, invalid + elsewhere + created, notSent]).toEqual([23, 6, 23, 0]);
    }
  });

  test.runIf(isThorough)(
    'each shard is a separate run: one settles the open rows of another in the same journal, which continues later',
    async () => {
      const products: Product[] = [];
      const answers = storeOf(products);
      let isBroken = true;
      const behaviour: Behaviour = (request, response, count) => {
        if (!isBroken || products.length < 3) return answers(request, response, count);
        if (request.method !== 'POST' || products.length > 3) return json(response, 401, {});
        // Created, and the answer is lost.
        products.push({ productId: 4, sku: JSON.parse(request.body).sku, name: 'x' });
        response.socket?.destroy();
      };
      const { run } = await serveShop(catalogue(30), behaviour);
      expect(await run('--shard 1/3')).toMatchObject({ code: 8, report: { created: 3, uncertain: 2 } });
      isBroken = false;
      const [second, again, third] = [await run('--shard 2/3'), await run('--shard 1/3'), await run('--shard 3/3')];
      expect([second.code, again.code, third.code]).toEqual([0, 0, 0]);
      expect(second.err).toContain('Looking up 2 rows that an earlier import left uncertain');
      expect(second.err).not.toContain('Replacing unfinished import');
      expect(again.err).toContain('Continuing import 1: 4 of');
      expect(second.report.created + again.report.created + third.report.created).toBe(30);
      expect(skusOf(products).toSorted()).toEqual(Array.from({ length: 30 }, (_, row) => `S-${row}`).sort());
    },
  );

  test('a shard that begins while others fill the store reads its list once, and looks up a few rows', async () => {
    const other = (at: number): Product => ({ productId: at + 1, sku: `OTHER-${at}`, name: 'x' });
    const products = Array.from({ length: 250 }, (_, at) => other(at));
    const answers = storeOf(products);
    const behaviour: Behaviour = (request, response, count) => {
      if (request.method === 'GET') products.push(other(products.length));
      answers(request, response, count);
    };
    const { run, seen } = await serveShop(catalogue(300), behaviour);
    const { code } = await run('--shard 1/3');
    const first = seen.findIndex(({ method }) => method === 'POST');
    const searches = seen.slice(0, first).map(({ query }) => query.get('filter[search]') ?? '');
    expect([code, searches.filter((search) => search.startsWith('sku:S-')).length]).toEqual([0, 20]);
  });

  test('an unfinished run of the same shard, or of the whole file, is replaced by a run of another file', async () => {
    let refuses = true;
    const store = storeOf([], (sku) => ({ status: refuses && sku !== 'S-0' ? 422 : 201 }));
    const { run, ask, write } = await serveShop(catalogue(30), store);
    for (const shard of ['', '--shard 1/3', '--shard 2/3']) await run(`--max-errors 0 ${shard}`);
    refuses = false;
    await write('in.csv', catalogue(31));
    const { err } = await run('--shard 1/3');
    const list = await ask('imports list -o csv --fields run,state');
    expect([err.match(/^Replacing unfinished import \d/gm), list.out]).toEqual([
      ['Replacing unfinished import 2'],
      'run,state\n4,finished\n3,unfinished\n2,set aside\n1,set aside\n',
    ]);
  });

  test.each([
    ['0/10', {}, 2],
    ['11/10', {}, 2],
    ['3', {}, 2],
    ['auto/2', { JOB_COMPLETION_INDEX: '1' }, 0],
  ])('%s with the CI variables %j exits with %i', async (shard, env, code) => {
    expect((await runInSandbox(`products import - --shard ${shard}`, { stdin: catalogue(4), env })).code).toBe(code);
  });
});

describe('--shard auto/4', () => {
  const partIn = (env: Readonly<Record<string, string>>): unknown =>
    readRunOptions({ shard: 'auto/4' }, env).shard?.part;

  test.each([
    [{ JOB_COMPLETION_INDEX: '3' }, 4],
    [{ CI_NODE_INDEX: '4', CI_NODE_TOTAL: '4' }, 4],
    [{ SHARD_INDEX: '0', SHARD_NUMBER: '1', SHARD_TOTAL: '4' }, 1],
    // GitLab sets the total to 1 in a job that is not parallel, and an empty variable is none.
    [{ SHARD_NUMBER: '2', CI_NODE_TOTAL: '1', SHARD_TOTAL: '', SHARD_INDEX: '' }, 2],
  ])('takes from %j part %i', (env, part) => {
    expect(partIn(env)).toBe(part);
  });

  test.each([
    [
      {},
      'auto takes the part number from one of these variables: JOB_COMPLETION_INDEX, CI_NODE_INDEX, SHARD_INDEX, SHARD_NUMBER.',
    ],
    [{ CI_NODE_INDEX: '5' }, 'CI_NODE_INDEX is 5, but must be from 1 to 4.'],
    [{ JOB_COMPLETION_INDEX: '4' }, 'JOB_COMPLETION_INDEX is 4, but must be from 0 to 3.'],
    [{ SHARD_NUMBER: '0' }, 'SHARD_NUMBER is 0, but must be from 1 to 4.'],
    [{ SHARD_NUMBER: 'two' }, 'SHARD_NUMBER is "two", but must be from 1 to 4.'],
    [{ CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' }, 'CI_NODE_TOTAL is 3, but --shard says 4.'],
    [{ SHARD_INDEX: '0', SHARD_TOTAL: '8' }, 'SHARD_TOTAL is 8, but --shard says 4.'],
    [{ SHARD_INDEX: '0', SHARD_NUMBER: '3' }, 'SHARD_INDEX is 0 (part 1), but SHARD_NUMBER is 3 (part 3).'],
  ])('is refused with %j: %s', (env, why) => {
    expect(() => partIn(env)).toThrow(expect.objectContaining({ exitCode: 2, hint: expect.stringContaining(why) }));
  });
});

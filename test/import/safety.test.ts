import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory } from '../support/run.ts';
import { json, type Passage, type TestStore, withSandbox, withSandboxBehind, withStore } from '../support/store.ts';

const catalogue = (rows: number): string =>
  `sku,name\n${Array.from({ length: rows }, (_, at) => `S-${at},Product ${at}`).join('\n')}\n`;

/** The checker: how often each SKU is in the store. */
async function multiset({ run }: TestStore): Promise<Readonly<Record<string, number>>> {
  const { out } = await run('products list --all --json');
  const counts: Record<string, number> = {};
  for (const { sku } of JSON.parse(out) as { sku: string }[]) counts[sku] = (counts[sku] ?? 0) + 1;
  return counts;
}

const once = (rows: number): Readonly<Record<string, number>> =>
  Object.fromEntries(Array.from({ length: rows }, (_, at) => [`S-${at}`, 1]));

/** Faults in turn: one for every third POST, and up to three for one row, which is sent five times at most. */
function faulty(...faults: readonly Passage[]): (request: { method: string; body: string }) => Passage {
  let posts = 0;
  const failures = new Map<string, number>();
  return ({ method, body }) => {
    const before = failures.get(body) ?? 0;
    if (method !== 'POST' || ++posts % 3 !== 0 || before === 3) return 'forward';
    failures.set(body, before + 1);
    return faults[(posts / 3) % faults.length] ?? 'forward';
  };
}

describe('every product is in the store exactly once', () => {
  test.each([
    ['answers are lost', ['forward and hang up']],
    ['requests are lost', ['hang up']],
    ['the store breaks after it created the product', ['forward and answer 500']],
    ['the store asks to slow down', ['answer 429']],
    ['all of it at once', ['hang up', 'forward and hang up', 'forward and answer 500', 'answer 429']],
  ] as const)('when %s while it is imported', async (_, faults) => {
    await withSandboxBehind(faulty(...faults), async (store) => {
      const { code, out } = await store.run('products import - --json', { stdin: catalogue(30) });
      expect({ code, created: JSON.parse(out).created, store: await multiset(store) }).toEqual({
        code: 0,
        created: 30,
        store: once(30),
      });
    });
  });

  test('when other imports use up the limit while this one reads what is there', async () => {
    let reads = 0;
    const refuseFirst = ({ method }: { method: string }): Passage =>
      method === 'GET' && ++reads <= 8 ? 'answer 429' : 'forward';
    await withSandboxBehind(refuseFirst, async (store) => {
      const { code, err } = await store.run('products import -', { stdin: catalogue(5) });
      expect({ code, err, store: await multiset(store) }).toMatchObject({ code: 0, store: once(5) });
    });
  });

  test('when the same file is imported again', async () => {
    await withSandbox(
      async (store) => {
        await store.run('products import -', { stdin: catalogue(20) });
        const { code, out } = await store.run('products import - --json', { stdin: catalogue(30) });
        const { created, existing } = JSON.parse(out);
        expect({ code, created, existing, store: await multiset(store) }).toEqual({
          code: 0,
          created: 10,
          existing: 20,
          store: once(30),
        });
      },
      { empty: true },
    );
  });

  test('when there are fewer rows than pages in the store, by looking each up', async () => {
    await withSandbox(
      async (store) => {
        await store.run('products import -', { stdin: catalogue(300) });
        const { out } = await store.run('products import - --json', { stdin: 'sku,name\nS-7,again\nNEW,x\n' });
        expect(JSON.parse(out)).toMatchObject({ created: 1, existing: 1 });
      },
      { empty: true },
    );
  });

  test('when an earlier import was killed with rows under way: they are settled first', async () => {
    await inDirectory(async (directory) => {
      await mkdir(join(directory, 'journal'));
      const options = (stdin: string) => ({ stdin, directory });
      let alive = true;
      await withSandboxBehind(
        () => (alive ? 'forward and hang up' : 'forward'),
        async (store) => {
          const stopped = new AbortController();
          await store.run('products import - --journal journal/j.db', {
            ...options(catalogue(3)),
            interrupted: AbortSignal.any([stopped.signal]),
          });
          alive = false;
          const { code, out } = await store.run(
            'products import - --json --journal journal/j.db',
            options(catalogue(5)),
          );
          expect({
            code,
            total: JSON.parse(out).created + JSON.parse(out).existing,
            store: await multiset(store),
          }).toEqual({ code: 0, total: 5, store: once(5) });
        },
      );
    });
  });
});

describe('what the look-up cannot do is found before anything is sent', () => {
  test('a store that ignores the search', async () => {
    const records = [{ productId: 1, sku: 'X' }];
    await withStore(
      (_, response) => json(response, 200, { numRows: 1, data: records }),
      async ({ run }, seen) => {
        const { code, err } = await run('products import -', { stdin: catalogue(2) });
        expect({
          code,
          posts: seen.filter(({ method }) => method === 'POST').length,
          hasMessage: err.includes('ignore filter[search]'),
        }).toEqual({ code: 5, posts: 0, hasMessage: true });
      },
    );
  });

  test('a store that does not find what it has', async () => {
    await withStore(
      (request, response) =>
        json(
          response,
          200,
          request.query.has('filter[search]')
            ? { numRows: 0, data: [] }
            : { numRows: 1, data: [{ productId: 1, sku: 'X' }] },
        ),
      async ({ run }, seen) => {
        const { code } = await run('products import -', { stdin: catalogue(2) });
        expect({ code, posts: seen.filter(({ method }) => method === 'POST').length }).toEqual({ code: 5, posts: 0 });
      },
    );
  });
});

test('--on-existing fail says how many rows exist where it has looked up every row', async () => {
  await withSandbox(
    async (store) => {
      await store.run('products import -', { stdin: catalogue(30) });
      const { err } = await store.run('products import - --on-existing fail', { stdin: catalogue(30) });
      expect(err).toContain(
        'Error: All 30 rows already exist in the store. Nothing was sent.\nThe first 20:\nline 2: SKU "S-0"',
      );
    },
    { empty: true },
  );
});

test('--on-existing fail names the rows, and sends nothing', async () => {
  await withSandbox(
    async (store) => {
      await store.run('products import -', { stdin: catalogue(2) });
      const { code, err } = await store.run('products import - --on-existing fail', { stdin: catalogue(3) });
      expect({
        code,
        hasMessage: err.includes('line 2: SKU "S-0" exists in the store'),
        store: await multiset(store),
      }).toEqual({ code: 2, hasMessage: true, store: once(2) });
    },
    { empty: true },
  );
});

test('a row that the store answered with another key is never sent again, not by a later run either', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), 'sku,name\nA,x\n');
    await withStore(
      (request, response) =>
        request.method === 'POST'
          ? json(response, 201, { productId: 1, sku: 'a' })
          : json(response, 200, { numRows: 0, data: [] }),
      async ({ run }, seen) => {
        const codes = [
          await run('products import in.csv --journal j.db', { directory }),
          await run('products import in.csv --journal j.db', { directory }),
        ].map(({ code }) => code);
        expect({ codes, posts: seen.filter(({ method }) => method === 'POST').length }).toEqual({
          codes: [7, 7],
          posts: 1,
        });
      },
    );
  });
});

test('a row is not skipped for a product whose SKU only looks like its own', async () => {
  const products = [{ productId: 1, sku: 'ABC' }];
  await withStore(
    (request, response) => {
      if (request.method === 'POST') {
        const product = { productId: 2, sku: JSON.parse(request.body).sku };
        products.push(product);
        return json(response, 201, product);
      }
      const search = request.query.get('filter[search]')?.toLowerCase();
      const found = search === undefined || search === 'sku:abc' ? products : [];
      json(response, 200, { numRows: 1000, data: found.slice(Number(request.query.get('offset') ?? 0)) });
    },
    async ({ run }) => {
      const { code, out } = await run('products import - --json', { stdin: 'sku,name\nabc,x\nABC,y\n' });
      expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, created: 1, existing: 1 });
    },
  );
});

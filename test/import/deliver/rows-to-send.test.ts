import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { json, withStore } from '../../support/store.ts';
import { catalogue, type Product, portOf, storeOf, withFile } from '../product-store.ts';

const seen = vi.hoisted(() => ({ bytes: 0 }));

vi.mock('csv-parse/sync', async (original) => {
  const real = await original<typeof import('csv-parse/sync')>();
  const parse = (bytes: Buffer, options: object): unknown => {
    seen.bytes += bytes.length;
    return real.parse(bytes, options);
  };
  return { ...real, parse };
});

beforeEach(() => {
  seen.bytes = 0;
});

interface Continued {
  readonly code: number;
  readonly report: Readonly<Record<string, number>>;
  /** The part of the file that was parsed before the first row was sent. */
  readonly parsed: number;
  /** All that were created. */
  readonly skus: readonly string[];
  readonly results: string;
}

const rows = 200;
/** Some pieces of it are read at a time. */
const text = catalogue(rows).replaceAll('Product', `Product ${'long '.repeat(120)}`);

/** An import that stops twice before the end of its file, and is continued. */
async function continued(more: string, share: number, ...products: Product[]): Promise<Continued> {
  let most = rows * share;
  const answers = storeOf(products, () => ({ status: 201 }));
  return await withFile(text, async (run, directory) => {
    const port = await withStore(
      (request, response, count) => {
        if (products.length >= most) return json(response, 401, {});
        return answers(request, response, count);
      },
      async (store) => {
        await run(store, more);
        most += 5;
        await run(store, more);
        return portOf(store);
      },
    );
    let [start, parsed] = [0, 0];
    return await withStore(
      (request, response, count) => {
        if (request.method === 'POST') parsed ||= seen.bytes - start;
        return answers(request, response, count);
      },
      async (store) => {
        start = seen.bytes;
        const { code, out } = await run(store, more);
        const results = await readFile(join(directory, 'results.csv'), 'utf8').catch(() => '');
        const skus = products.map(({ sku }) => sku);
        return { code, report: JSON.parse(out), parsed: parsed / text.length, skus, results };
      },
      port,
    );
  });
}

test.each([
  ['an import', 0.9, ''],
  ['a shard', 0.3, '--shard 2/3'],
])('%s that is continued does not parse the rows before its place again', async (_, share, more) => {
  const { code, report, parsed, skus } = await continued(more, share);
  expect([code, report.notSent, new Set(skus).size]).toEqual([0, 0, skus.length]);
  expect(skus.length).toBe(rows - (report.elsewhere ?? 0));
  expect(parsed).toBeLessThan(0.75);
});

test('a shard that is continued names every row in its results', async () => {
  const { report, results } = await continued('--shard 2/3 --results results.csv', 0.3);
  const outcomes = results
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[2]);
  expect(outcomes.filter((outcome) => outcome === 'in another shard').length).toBe(report.elsewhere);
  expect(outcomes.filter((outcome) => outcome === 'created').length).toBe(report.created);
  expect(outcomes.length).toBe(rows);
});

test('an import that is continued sends the rows before those that it found in the store', async () => {
  const { code, skus } = await continued('', 0.3, { productId: 900, sku: `S-${rows - 1}`, name: 'x' });
  expect([code, new Set(skus).size, skus.length]).toEqual([0, rows, rows]);
});

test('an import that no longer believes the one before reads every row, also when it is continued twice', async () => {
  const products: Product[] = [];
  let refused: 'rows' | 'lists' | 'nothing' = 'nothing';
  const answers = storeOf(products, () => ({ status: 201 }));
  await withFile(catalogue(44), async (run, directory) => {
    await withStore(
      (request, response, count) => {
        const isList = request.query.get('limit') === '100' && !request.query.has('filter[search]');
        const isRefused = refused === 'lists' ? isList : refused === 'rows' && products.length >= 50;
        if (isRefused) return json(response, 401, {});
        return answers(request, response, count);
      },
      async (store) => {
        await run(store);
        await writeFile(join(directory, 'in.csv'), catalogue(60));
        refused = 'rows';
        const stopped = await run(store);
        products.splice(3, 1);
        refused = 'lists';
        const again = await run(store);
        refused = 'nothing';
        const { code } = await run(store);
        const skus = products.map(({ sku }) => sku);
        expect([stopped.code, again.code, code, skus.includes('S-3'), new Set(skus).size, skus.length]).toEqual([
          ...[8, expect.any(Number), 0, true, 60, 60],
        ]);
      },
    );
  });
});

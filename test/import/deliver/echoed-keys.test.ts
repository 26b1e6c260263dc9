import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory, type Outcome } from '../../support/run.ts';
import { json, withStore } from '../../support/store.ts';

interface Habits {
  readonly options?: readonly string[];
  /** Called with each search. */
  readonly onSearch?: (sku: string, kept: string[]) => void;
  /** Interrupts the first import. */
  readonly interrupted?: AbortSignal;
}

/** Imports the keys twice into a store that keeps them otherwise, and answers with those that it was sent. */
async function importTwice(
  keys: readonly string[],
  keep: (sku: string) => string,
  { options = ['', '--restart'], onSearch, interrupted }: Habits = {},
): Promise<{ readonly runs: readonly Outcome[]; readonly kept: readonly string[] }> {
  return await inDirectory(async (directory) => {
    const kept: string[] = [];
    await writeFile(join(directory, 'in.csv'), `sku,name\n${keys.map((sku) => `${sku},Product\n`).join('')}`);
    return await withStore(
      (request, response) => {
        if (request.method === 'POST') {
          const { sku } = JSON.parse(request.body);
          return json(response, 201, { productId: kept.push(keep(sku)), sku });
        }
        const search = request.query.get('filter[search]')?.replace(/^sku:/, '');
        if (search !== undefined) onSearch?.(search, kept);
        const found = kept
          .map((sku, at) => ({ productId: at + 1, sku }))
          .filter(({ sku }) => search === undefined || sku === search);
        const offset = Number(request.query.get('offset') ?? 0);
        json(response, 200, {
          numRows: found.length,
          data: found.slice(offset, offset + Number(request.query.get('limit') ?? 100)),
        });
      },
      async (store) => {
        const runs: Outcome[] = [];
        for (const more of options) {
          const user = interrupted && runs.length === 0 ? { interrupted } : {};
          runs.push(
            await store.run(`products import in.csv --json --journal j.db --settle 200ms ${more}`, {
              directory,
              ...user,
            }),
          );
        }
        return { runs, kept };
      },
    );
  });
}

describe('a store that answers with the key it was sent, and keeps another', () => {
  test.each<[string, (sku: string) => string, string[]]>([
    ['lower case', (sku) => sku.toLowerCase(), ['Blue-1', 'Blue-2']],
    ['no leading zeros', (sku) => sku.replace(/^0+/, ''), ['00801', '00802']],
    ['32 characters', (sku) => sku.slice(0, 32), [`1${'x'.repeat(44)}`, `2${'x'.repeat(44)}`]],
  ])('%s: the next run finds the products of the rows, and does not send them again', async (_, keep, keys) => {
    const { runs, kept } = await importTwice(keys, keep);
    const problem = (product: number): object => ({
      outcome: 'uncertain',
      message: `the store has product ${product} as "${kept[product - 1]}", which may be the same product`,
    });
    expect({
      codes: runs.map(({ code }) => code),
      problems: JSON.parse(runs[1]?.out ?? '{}').problems,
      kept: kept.length,
    }).toMatchObject({ codes: [0, 7], problems: [problem(1), problem(2)], kept: 2 });
  });

  test('a product that was deleted since is created again by --restart, where others of its kind are found', async () => {
    const user = new AbortController();
    const keys = ['Blue-1', 'Blue-2', 'Blue-3', 'Blue-4', 'Blue-5', 'Blue-6'];
    const { runs, kept } = await importTwice(keys, (sku) => sku, {
      options: ['--rate 20', '--restart'],
      interrupted: user.signal,
      onSearch(sku, products) {
        if (!sku.startsWith('Blue') || products.length < 2 || user.signal.aborted) return;
        user.abort('SIGINT');
        products.splice(products.indexOf('Blue-2'), 1, 'another');
      },
    });
    expect([runs.map(({ code }) => code), kept.toSorted()]).toEqual([
      [8, 0],
      [...keys, 'another'],
    ]);
  });

  test('keys that it leaves as they are count as created', async () => {
    const { runs, kept } = await importTwice(['00801', 'Blue-1', 'x'.repeat(45)], (sku) => sku);
    expect([runs.map(({ code }) => code), kept.length]).toEqual([[0, 0], 3]);
  });

  test('only keys of the kind that it changes are uncertain', async () => {
    const { runs, kept } = await importTwice(['blue-1', 'blue-2', '00801'], (sku) => sku.replace(/^0+/, ''));
    expect([JSON.parse(runs[1]?.out ?? '{}'), kept.length]).toMatchObject([{ existing: 2, uncertain: 1 }, 3]);
  });
});

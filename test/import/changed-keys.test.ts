import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory, type Outcome } from '../support/run.ts';
import { json, withStore } from '../support/store.ts';

interface Habits {
  /** What becomes of a SKU in the store. */
  readonly keeps?: (sku: string) => string;
  /** Whether the nth attempt at a SKU creates it, and whether it is answered. */
  readonly attempt?: (sku: string, attempt: number) => { readonly creates: boolean; readonly isAnswered: boolean };
  readonly counts?: boolean;
  /** Called with every attempt. */
  readonly onAttempt?: (attempt: number) => void;
  /** Interrupts the first import. */
  readonly interrupted?: AbortSignal;
}

/** Imports a file of these SKUs into an empty store with an exact search, as often as said. */
async function importInto(
  skus: readonly string[],
  habits: Habits,
  times = 1,
): Promise<{ readonly runs: readonly Outcome[]; readonly products: readonly string[] }> {
  const { keeps = (sku) => sku, attempt = () => ({ creates: true, isAnswered: false }), counts = true } = habits;
  const [products, attempts] = [[] as string[], new Map<string, number>()];
  return await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), `sku,name\n${skus.map((sku) => `${sku},x\n`).join('')}`);
    return await withStore(
      (request, response) => {
        if (request.method === 'POST') {
          const { sku } = JSON.parse(request.body);
          attempts.set(sku, (attempts.get(sku) ?? 0) + 1);
          habits.onAttempt?.(attempts.get(sku) ?? 0);
          const { creates, isAnswered } = attempt(sku, attempts.get(sku) ?? 0);
          if (creates) products.push(keeps(sku));
          return isAnswered ? json(response, 201, { productId: products.length, sku }) : json(response, 500, {});
        }
        const sku = request.query.get('filter[search]')?.replace('sku:', '');
        const found = products.flatMap((one, at) => ((sku ?? one) === one ? [{ productId: at + 1, sku: one }] : []));
        const data = found.slice(Number(request.query.get('offset') ?? 0));
        json(response, 200, { numRows: counts ? found.length : '', data });
      },
      async ({ run }) => {
        const runs: Outcome[] = [];
        for (let time = 0; time < times; time++) {
          const interrupted = time === 0 && habits.interrupted ? { interrupted: habits.interrupted } : {};
          runs.push(await run('products import in.csv --json --journal j.db', { directory, ...interrupted }));
        }
        return { runs, products };
      },
    );
  });
}

const lowerCase = { keeps: (sku: string) => sku.toLowerCase() };
const codes = (runs: readonly Outcome[]): readonly number[] => runs.map(({ code }) => code);

describe('a store that changes keys and loses every answer', () => {
  test('gets a row once if its count of products gives it away, however many imports follow', async () => {
    const { runs, products } = await importInto(['A-1'], lowerCase, 3);
    expect({ codes: codes(runs), products, problems: JSON.parse(runs[0]?.out ?? '').problems }).toMatchObject({
      codes: [7, 7, 7],
      products: ['a-1'],
      problems: [{ line: 2, outcome: 'uncertain', message: expect.stringContaining('more products than') }],
    });
  });

  test('gets a row at most twice if it does not count its products', async () => {
    const { runs, products } = await importInto(['A-1'], { ...lowerCase, counts: false }, 3);
    expect([codes(runs), products]).toEqual([
      [7, 7, 7],
      ['a-1', 'a-1'],
    ]);
  });

  test('gets a row at most twice if the import is interrupted after the second time', async () => {
    const user = new AbortController();
    const onAttempt = (attempt: number) => attempt === 2 && user.abort('SIGTERM');
    const { runs, products } = await importInto(
      ['A-1'],
      { ...lowerCase, counts: false, onAttempt, interrupted: user.signal },
      3,
    );
    expect([codes(runs), products]).toEqual([
      [8, 7, 7],
      ['a-1', 'a-1'],
    ]);
  });

  test('stops the import after three rows of many', async () => {
    const skus = Array.from({ length: 40 }, (_, at) => `A-${at}`);
    const { runs, products } = await importInto(skus, lowerCase);
    const counts = skus.map((sku) => products.filter((product) => product === sku.toLowerCase()).length);
    expect({ code: runs[0]?.code, few: products.length < 20, twice: Math.max(...counts) > 2 }).toEqual({
      ...{ code: 8, few: true, twice: false },
    });
  });
});

describe('a store that keeps keys', () => {
  test('gets a row again as long as its count shows that nothing was created', async () => {
    const attempt = (_: string, count: number) => ({ creates: count === 4, isAnswered: count === 4 });
    const { runs, products } = await importInto(['A-1'], { attempt });
    expect([codes(runs), products]).toEqual([[0], ['A-1']]);
  });

  test('gets a row again where it has shown others of its kind, also if it does not count its products', async () => {
    const attempt = (sku: string, count: number) => {
      const isDone = sku !== 'A-1' || count === 4;
      return { creates: isDone, isAnswered: isDone };
    };
    const { runs, products } = await importInto(['A-0', 'A-1', 'A-2'], { attempt, counts: false });
    expect([codes(runs), products.toSorted()]).toEqual([[0], ['A-0', 'A-1', 'A-2']]);
  });
});

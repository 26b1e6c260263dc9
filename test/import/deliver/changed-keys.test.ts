import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory, type Outcome } from '../../support/run.ts';
import { json, withStore } from '../../support/store.ts';

interface Habits {
  /** What becomes of a SKU in the store. */
  readonly keeps?: (sku: string) => string;
  /** Whether the nth attempt at a SKU creates it, and whether it is answered. */
  readonly attempt?: (sku: string, attempt: number) => { readonly creates: boolean; readonly isAnswered: boolean };
  readonly counts?: boolean;
  /** Called with every attempt. */
  readonly onAttempt?: (attempt: number) => void;
  /** Whether each import begins a day after the one before. */
  readonly daily?: boolean;
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
  let day = 31;
  const now = (): Date => new Date(Date.UTC(2026, 0, day, 12));
  return await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), `sku,name\n${skus.map((sku) => `${sku},x\n`).join('')}`);
    return await withStore(
      (request, response) => {
        if (habits.daily) response.setHeader('date', now().toUTCString());
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
          const options = { directory, ...interrupted, ...(habits.daily && { now }) };
          runs.push(await run('products import in.csv --json --journal j.db', options));
          day++;
        }
        return { runs, products };
      },
    );
  });
}

const codes = (runs: readonly Outcome[]): readonly number[] => runs.map(({ code }) => code);

const long = `A-${'x'.repeat(40)}`;

describe('a store that changes keys and loses every answer', () => {
  test.each<[string, string, (sku: string) => string, string]>([
    ['lower case', 'A-1', (sku) => sku.toLowerCase(), 'a-1'],
    ['upper case', 'a-1', (sku) => sku.toUpperCase(), 'A-1'],
    ['no leading zeros', '0081', (sku) => sku.replace(/^0+/, ''), '81'],
    ['lower case and no leading zeros', '00A', (sku) => sku.toLowerCase().replace(/^0+/, ''), 'a'],
    ['composed characters', 'e\u0301', (sku) => sku.normalize('NFC'), '\u00e9'],
    ['32 characters', long, (sku) => sku.slice(0, 32), long.slice(0, 32)],
  ])('%s: it gets a row once, however many imports follow, and its product is named', async (_, sku, keeps, kept) => {
    const { runs, products } = await importInto([sku], { keeps }, 3);
    const problems = runs.map(({ out }) => JSON.parse(out).problems);
    expect([codes(runs), products, problems[0]]).toMatchObject([
      [7, 7, 7],
      [kept],
      [
        {
          line: 2,
          outcome: 'uncertain',
          message: `the store has product 1 as "${kept}", which may be the same product`,
        },
      ],
    ]);
  });

  test('gets a row once if it does not count its products, and the import is interrupted', async () => {
    const user = new AbortController();
    const habits = { keeps: (sku: string) => sku.toLowerCase(), counts: false, interrupted: user.signal };
    const { runs, products } = await importInto(['A-1'], { ...habits, onAttempt: () => user.abort('SIGTERM') }, 3);
    expect([codes(runs).slice(1), products]).toEqual([[7, 7], ['a-1']]);
  });

  test('gets a row once although it has shown a key of another kind as it was sent', async () => {
    const attempt = (sku: string) => ({ creates: true, isAnswered: sku === '1' });
    const { runs, products } = await importInto(['1', 'A-1'], { keeps: (sku) => sku.toLowerCase(), attempt }, 2);
    expect([codes(runs), products]).toEqual([
      [7, 7],
      ['1', 'a-1'],
    ]);
  });

  test('gets a row once if it answers with the key that was sent, and the next import is a day later', async () => {
    const attempt = () => ({ creates: true, isAnswered: true });
    const { runs, products } = await importInto(
      ['A-1'],
      { keeps: (sku) => sku.toLowerCase(), attempt, daily: true },
      2,
    );
    expect([codes(runs), products]).toEqual([[0, 7], ['a-1']]);
  });

  test('gets each of many rows once', async () => {
    const skus = Array.from({ length: 40 }, (_, at) => `A-${at}`);
    const { products } = await importInto(skus, { keeps: (sku) => sku.toLowerCase() }, 2);
    expect(products.toSorted()).toEqual(skus.map((sku) => sku.toLowerCase()).toSorted());
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

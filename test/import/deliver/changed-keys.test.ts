import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../support/run.ts';
import type { Behaviour } from '../../support/store.ts';
import { type Answer, created, exactly, type Product, serveShop, skusOf, storeOf } from '../product-store.ts';

/** The product is there, and the answer is lost. */
const lost: Answer = { status: 500, creates: true };

interface Habits {
  /** What becomes of a SKU in the store. */
  readonly keeps?: (sku: string) => string;
  /** What becomes of the nth attempt at a SKU. */
  readonly answer?: (sku: string, attempt: number) => Answer;
  /** What it says it has. */
  readonly numRows?: () => unknown;
  /** Called with each search. */
  readonly onSearch?: (sku: string, products: Product[]) => void;
  /** Whether each import begins a day after the one before. */
  readonly daily?: boolean;
  /** Interrupts the first import. */
  readonly interrupted?: AbortSignal;
}

/** Imports a file of these SKUs into an empty store with an exact search, once with each of these options. */
async function importInto(
  skus: readonly string[],
  { keeps = (sku) => sku, answer = () => lost, onSearch, daily = false, interrupted, ...habits }: Habits,
  options: readonly string[] = [''],
) {
  const products: Product[] = [];
  const attempts = new Map<string, number>();
  const runs: Outcome[] = [];
  const now = (): Date => new Date(Date.UTC(2026, 1, runs.length, 12));
  const answerPost = (sku: string): Answer => {
    attempts.set(sku, (attempts.get(sku) ?? 0) + 1);
    return answer(sku, attempts.get(sku) ?? 0);
  };
  const store = storeOf(products, answerPost, { keeps, finds: exactly, ...habits });
  const behaviour: Behaviour = (request, response, count) => {
    if (daily) response.setHeader('date', now().toUTCString());
    const search = request.query.get('filter[search]')?.replace('sku:', '');
    if (search !== undefined) onSearch?.(search, products);
    store(request, response, count);
  };
  const { run } = await serveShop(`sku,name\n${skus.map((sku) => `${sku},x\n`).join('')}`, behaviour);
  for (const more of options) {
    const first = runs.length === 0 && interrupted && { interrupted };
    runs.push(await run(`--concurrency 16 ${more}`, { ...(daily && { now }), ...first }));
  }
  return { runs, kept: skusOf(products) };
}

const codes = (runs: readonly Outcome[]): readonly number[] => runs.map(({ code }) => code);
const reportOf = (run: Outcome | undefined) => JSON.parse(run?.out ?? '{}');
const lower = (sku: string): string => sku.toLowerCase();
const mayBe = (id: number, kept: string | undefined) => ({
  outcome: 'uncertain',
  message: `the store has "${kept}" (ID ${id}), which may be the same as this row`,
});
const long = `A-${'x'.repeat(40)}`;
const thrice = ['', '', ''];

describe('a store that changes keys and loses every answer', () => {
  test.each<[string, string, (sku: string) => string, string]>([
    ['lower case', 'A-1', lower, 'a-1'],
    ['upper case', 'a-1', (sku) => sku.toUpperCase(), 'A-1'],
    ['no leading zeros', '0081', (sku) => sku.replace(/^0+/, ''), '81'],
    ['lower case and no leading zeros', '00A', (sku) => lower(sku).replace(/^0+/, ''), 'a'],
    ['composed characters', 'e\u0301', (sku) => sku.normalize('NFC'), '\u00e9'],
    ['32 characters', long, (sku) => sku.slice(0, 32), long.slice(0, 32)],
  ])('%s: it gets a row once, however many imports follow, and its product is named', async (_, sku, keeps, one) => {
    const { runs, kept } = await importInto([sku], { keeps }, thrice);
    expect([codes(runs), kept, reportOf(runs[0]).problems]).toMatchObject([
      [7, 7, 7],
      [one],
      [{ line: 2, ...mayBe(1, one) }],
    ]);
  });

  test('gets a row once if it does not count its products, and the import is interrupted', async () => {
    const user = new AbortController();
    const answer = () => {
      user.abort('SIGTERM');
      return lost;
    };
    const habits = { keeps: lower, numRows: () => '', interrupted: user.signal, answer };
    const { runs, kept } = await importInto(['A-1'], habits, thrice);
    expect([codes(runs).slice(1), kept]).toEqual([[7, 7], ['a-1']]);
  });

  test('gets a row once although it has shown a key of another kind as it was sent', async () => {
    const answer = (sku: string) => (sku === '1' ? created : lost);
    const { runs, kept } = await importInto(['1', 'A-1'], { keeps: lower, answer }, ['', '']);
    expect([codes(runs), kept]).toEqual([
      [7, 7],
      ['1', 'a-1'],
    ]);
  });

  test('gets each of many rows once', async () => {
    const skus = Array.from({ length: 40 }, (_, at) => `A-${at}`);
    const { kept } = await importInto(skus, { keeps: lower }, ['', '']);
    expect(kept.toSorted()).toEqual(skus.map(lower).toSorted());
  });
});

describe('a store that answers with the key it was sent, and keeps another', () => {
  const twice = ['--settle 200ms', '--settle 200ms --restart'];
  const answer = () => created;

  test.each<[string, (sku: string) => string, string[]]>([
    ['lower case', lower, ['Blue-1', 'Blue-2']],
    ['no leading zeros', (sku) => sku.replace(/^0+/, ''), ['00801', '00802']],
    ['32 characters', (sku) => sku.slice(0, 32), [`1${'x'.repeat(44)}`, `2${'x'.repeat(44)}`]],
  ])('%s: the next run finds the products of the rows, and does not send them again', async (_, keeps, keys) => {
    const { runs, kept } = await importInto(keys, { keeps, answer }, twice);
    expect([codes(runs), reportOf(runs[1]).problems, kept.length]).toMatchObject([
      ...[[0, 7], expect.arrayContaining([1, 2].map((id) => expect.objectContaining(mayBe(id, kept[id - 1])))), 2],
    ]);
  });

  test('gets a row once also if the next import is a day later', async () => {
    const { runs, kept } = await importInto(['A-1'], { keeps: lower, answer, daily: true }, ['', '']);
    expect([codes(runs), kept]).toEqual([[0, 7], ['a-1']]);
  });

  test('a product that was deleted since is created again by --restart, where others of its kind are found', async () => {
    const user = new AbortController();
    const keys = ['Blue-1', 'Blue-2', 'Blue-3', 'Blue-4', 'Blue-5', 'Blue-6'];
    const onSearch = (sku: string, products: Product[]): void => {
      if (!sku.startsWith('Blue') || products.length < 2 || user.signal.aborted) return;
      user.abort('SIGINT');
      products.splice(skusOf(products).indexOf('Blue-2'), 1, { productId: 2, sku: 'another', name: 'x' });
    };
    const habits = { answer, interrupted: user.signal, onSearch };
    const { runs, kept } = await importInto(keys, habits, ['--settle 200ms --rate 20', twice[1] ?? '']);
    expect([codes(runs), kept.toSorted()]).toEqual([
      [8, 0],
      [...keys, 'another'],
    ]);
  });

  test('only keys of the kind that it changes are uncertain', async () => {
    const habits = { keeps: (sku: string) => sku.replace(/^0+/, ''), answer };
    const { runs, kept } = await importInto(['blue-1', 'blue-2', '00801'], habits, twice);
    expect([reportOf(runs[1]), kept.length]).toMatchObject([{ existing: 2, uncertain: 1 }, 3]);
  });
});

describe('a store that keeps keys', () => {
  const nothing: Answer = { status: 500 };

  test('gets a row again as long as its count shows that nothing was created', async () => {
    const { runs, kept } = await importInto(['A-1'], { answer: (_, attempt) => (attempt === 4 ? created : nothing) });
    expect([codes(runs), kept]).toEqual([[0], ['A-1']]);
  });

  test('gets a row again where it has shown others of its kind, also if it does not count its products', async () => {
    const answer = (sku: string, attempt: number) => (sku !== 'A-1' || attempt === 4 ? created : nothing);
    const { runs, kept } = await importInto(['A-0', 'A-1', 'A-2'], { answer, numRows: () => '' });
    expect([codes(runs), kept.toSorted()]).toEqual([[0], ['A-0', 'A-1', 'A-2']]);
  });
});

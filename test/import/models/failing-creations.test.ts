import { describe, expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { Imports } from './importer.ts';
import { MemoryStore, type Script, type WriteAnswer } from './memory-store.ts';

// Shops that answer every read, and every creation with 500 for a while.

const begin = 1_000_000;
const minutes = 60_000;
const keysOf = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `S-${at}`);

const importing = <T>(
  { rows, ...script }: Partial<Script> & { readonly rows: number },
  use: (imports: Imports, store: MemoryStore) => Promise<T>,
): Promise<T> =>
  inDirectory(async (directory) => {
    const store = new MemoryStore({ writes: [], reads: [], latency: 200, late: 0, lag: 1000, ...script });
    return await use(new Imports(store, { directory, keys: keysOf(rows), settle: 90_000, concurrency: 16 }), store);
  });

const doubled = ({ products }: MemoryStore): number => products.length - new Set(products.map(({ sku }) => sku)).size;

describe('while creations fail and reads work', () => {
  test('few rows are sent, and the import ends with all of them once creations work', async () => {
    await importing({ rows: 400, createsFrom: begin + 4 * minutes }, async (imports, store) => {
      const { code, report } = await imports.next(undefined);
      expect([code, report?.created, store.products.length, doubled(store)]).toEqual([0, 400, 400, 0]);
      expect(store.sends.length).toBeLessThan(430);
    });
  });

  test('an import of few rows ends with all of them too', async () => {
    await importing({ rows: 5, createsFrom: begin + 3 * minutes }, async (imports, store) => {
      expect([(await imports.next(undefined)).code, store.products.length, doubled(store)]).toEqual([0, 5, 0]);
    });
  });

  test('an import gives up after the longest wait, and its rerun sends every row', async () => {
    await importing({ rows: 100, createsFrom: begin + 20 * minutes }, async (imports, store) => {
      const { code, report } = await imports.next(undefined);
      expect([code, report?.created, report?.stopped]).toEqual([
        8,
        0,
        expect.stringContaining('to a new row for 15 min'),
      ]);
      imports.rest(10 * minutes);
      expect([(await imports.next(undefined)).code, store.products.length, doubled(store)]).toEqual([0, 100, 0]);
    });
  });
});

test('a shop that answers each creation with 500 and shows it is hardly slower than one that answers', async () => {
  const tookWith = (writes: readonly WriteAnswer[]): Promise<number> =>
    importing({ rows: 60, writes, lag: 0 }, async (imports, store) => {
      const { code, endedAt } = await imports.next(undefined);
      expect([code, store.products.length]).toEqual([0, 60]);
      return endedAt - begin;
    });
  expect(await tookWith(Array(60).fill('500 after'))).toBeLessThan(30_000 + (await tookWith([])));
});

describe('where every row was sent twice before creations work again', () => {
  const lasting = { rows: 2, createsFrom: begin + 10 * minutes };

  test('no row is given up: the import says what settles them, and a rerun says so again', async () => {
    await importing(lasting, async (imports, store) => {
      for (let run = 0; run < 3; run++) {
        const part = await imports.next(undefined);
        imports.rest(10 * minutes);
        expect([part.code, part.report?.uncertain, store.sends.length]).toEqual([7, 2, 4]);
        expect(part.report?.stopped).toMatch(/^2 rows were sent more than once/);
      }
    });
  });

  test('they are sent again once the search has shown a further row', async () => {
    await importing(lasting, async (imports, store) => {
      await imports.next(undefined);
      imports.rest(10 * minutes);
      imports.extend(['S-new']);
      expect([(await imports.next(undefined)).code, store.products.length, doubled(store)]).toEqual([0, 3, 0]);
    });
  });
});

import { describe, expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { Imports, type Part } from './importer.ts';
import { MemoryStore, type Script, type WriteAnswer } from './memory-store.ts';

// Shops that create a product and say 429 all the same. Their index shows products after 50 ms, and one only after nine seconds.

const rows = (count: number, from = 0): string[] => Array.from({ length: count }, (_, at) => `S-${from + at}`);
const [lag, longLag, settle] = [50, 9000, 90_000];

const slowRow = (sku: string, ...writes: WriteAnswer[]): Script => ({
  ...{ writes: [], reads: [], latency: 20, late: 0, lag },
  special: { sku, writes, lag: longLag },
});

const importing = <T>(
  script: Script,
  use: (imports: Imports, store: MemoryStore) => Promise<T>,
  more: { readonly verifyAll?: boolean; readonly keys?: readonly string[] } = {},
): Promise<T> =>
  inDirectory(async (directory) => {
    const store = new MemoryStore(script);
    const { keys = rows(60), ...options } = more;
    return await use(new Imports(store, { directory, keys, settle, concurrency: 6, ...options }), store);
  });

const outcome = ({ code, report }: Part): object => ({
  code,
  duplicate: report?.duplicate,
  problems: report?.problems,
});

const twice = {
  code: 7,
  duplicate: 1,
  problems: [{ line: 61, outcome: 'duplicate', message: expect.stringMatching(/IDs \d+ and \d+/) }],
};

describe('a store that creates a row and throttles it, and shows it too late', () => {
  test.each<[string, WriteAnswer, boolean]>([
    ['429', '429 after', false],
    ['503 with Retry-After', '503 after', false],
    ['429, with --verify all', '429 after', true],
  ])('%s twice: both products are found before the import ends', async (_, answer, verifyAll) => {
    await importing(
      slowRow('S-59', answer, answer),
      async (imports) => expect(outcome(await imports.next(undefined))).toMatchObject(twice),
      { verifyAll },
    );
  });

  test('once: so is the product that the second attempt created', async () => {
    await importing(slowRow('S-59', '429 after'), async (imports) =>
      expect(outcome(await imports.next(undefined))).toMatchObject(twice),
    );
  });

  test.each<[string, number, readonly WriteAnswer[], 'same' | 'edited']>([
    ['by the same import, interrupted before it looks', 12_000, ['429 after'], 'same'],
    ['by the same import, before the store shows the second', 6500, ['429 after', '429 after'], 'same'],
    ['by that of an edited file', 8_000, ['429 after', '429 after'], 'edited'],
  ])('both products are found where the import is followed %s', async (_, after, answers, next) => {
    await importing(slowRow('S-59', ...answers), async (imports, store) => {
      const first = await imports.next({ requests: 70, after, isKill: false });
      await imports.change(next);
      const second = await imports.next(undefined);
      expect([store.products.length, first.code, outcome(second)]).toMatchObject([61, 8, twice]);
    });
  });
});

describe('once a row was found that was answered with nothing but 429', () => {
  test('a 429 is as unclear as a timeout: no other row is doubled', async () => {
    const script: Script = { ...slowRow('S-59', '429 after'), writes: [...Array(58).fill('created'), '429 after'] };
    await importing(script, async (imports, store) => {
      const { code } = await imports.next(undefined);
      expect([code, store.products.length]).toEqual([0, 60]);
    });
  });

  test('the next import knows it', async () => {
    const script: Script = { ...slowRow('S-69', '429 after'), writes: [...Array(8).fill('created'), '429 after'] };
    await importing(
      script,
      async (imports, store) => {
        const first = await imports.next(undefined);
        imports.extend(rows(60, 10));
        const second = await imports.next(undefined);
        expect([first.code, second.code, store.products.length]).toEqual([0, 0, 70]);
      },
      { keys: rows(10) },
    );
  });
});

test('a row that was throttled and not created is looked up once more, and the import ends well', async () => {
  await importing(slowRow('S-59', '429 before'), async (imports, store) => {
    const { code } = await imports.next(undefined);
    expect([code, store.products.length]).toEqual([0, 60]);
  });
});

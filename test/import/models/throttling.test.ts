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

  describe.each(['interrupted', 'killed'])('both products are found where an import is %s, followed', (end) => {
    test.each<[string, number, readonly WriteAnswer[], 'same' | 'edited']>([
      ['by itself, before it looks', 12_000, ['429 after'], 'same'],
      ['by itself, before the store shows the second', 6500, ['429 after', '429 after'], 'same'],
      ['by that of an edited file', 8_000, ['429 after', '429 after'], 'edited'],
    ])('%s', async (_, after, answers, next) => {
      await importing(slowRow('S-59', ...answers), async (imports, store) => {
        const first = await imports.next({ requests: 70, after, isKill: end === 'killed' });
        await imports.change(next);
        const second = await imports.next(undefined);
        expect([store.products.length, first.code, outcome(second)]).toMatchObject([
          ...[61, end === 'killed' ? 'killed' : 8, twice],
        ]);
      });
    });
  });
});

describe('once a row was found that was answered with 429', () => {
  const found = (special: string, created: number): Script => ({
    ...slowRow(special, '429 after'),
    writes: [...Array(created).fill('created'), '429 after'],
  });

  test('a 429 is as unclear as a timeout until the import ends: no other row is doubled', async () => {
    await importing(found('S-59', 58), async (imports, store) => {
      const { code } = await imports.next(undefined);
      expect([code, store.products.length]).toEqual([0, 60]);
    });
  });

  test('the next import does not know it, and finds both products of a row that it doubles', async () => {
    await importing(
      found('S-69', 8),
      async (imports) => {
        const first = await imports.next(undefined);
        imports.extend(rows(60, 10));
        expect([first.code, outcome(await imports.next(undefined))]).toMatchObject([
          ...[0, { ...twice, problems: [{ ...twice.problems[0], line: 71 }] }],
        ]);
      },
      { keys: rows(10) },
    );
  });
});

test('a row is sent again only after the settle time, as long as no index lag was measured', async () => {
  await importing(
    slowRow('S-0', '429 after', '429 before'),
    async (imports, store) => {
      const { code } = await imports.next(undefined);
      expect([code, store.products.length, store.sends.length]).toEqual([0, 1, 1]);
    },
    { keys: rows(1) },
  );
});

test('a row that was throttled and not created is looked up once more, and the import ends well', async () => {
  await importing(slowRow('S-59', '429 before'), async (imports, store) => {
    const { code } = await imports.next(undefined);
    expect([code, store.products.length]).toEqual([0, 60]);
  });
});

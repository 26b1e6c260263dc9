import { describe, expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { Imports, type Part } from './importer.ts';
import { MemoryStore, type Script, type WriteAnswer } from './memory-store.ts';

// Shops that create a product, answer 500, and do not show it in their search: it leaves out what is offline, or its index is made now and then.

const settle = 10_000;
const never = Number.POSITIVE_INFINITY;

const importing = <T>(
  script: Partial<Script>,
  use: (imports: Imports, store: MemoryStore) => Promise<T>,
  keys: readonly string[] = ['S-1'],
): Promise<T> =>
  inDirectory(async (directory) => {
    const store = new MemoryStore({ writes: [], reads: [], latency: 20, late: 0, lag: 0, ...script });
    return await use(new Imports(store, { directory, keys, settle, concurrency: 1 }), store);
  });

const always = (answer: WriteAnswer): readonly WriteAnswer[] => Array(25).fill(answer);
const createdThen500 = always('500 after');
const offline = 'sku,name,status\nS-1,Mug,0\n';
/** Some are online, and their answers come. */
const mixed = (status: number): string => `sku,name,status\nS-1,Mug,1\nS-2,Mug,1\nS-3,Mug,${status}\n`;
const special = (writes: readonly WriteAnswer[]) => ({ sku: 'S-3', writes, lag: 0 });

const sends = ({ sends }: MemoryStore, key = 'S-1'): number => sends.filter(({ sku }) => sku === key).length;
const problems = ({ report }: Part) => report?.problems as readonly { readonly message: string }[];

describe('a product that was created and answered with 500, and that the search does not show', () => {
  const shown: readonly [string, Partial<Script>, string | undefined][] = [
    ['since it is offline', { hidesOffline: true }, offline],
    ['since the index is made later', { lag: never }, undefined],
  ];

  test.each(shown)('%s, is found by its key: it is not sent again', async (_, script, file) => {
    await importing({ writes: createdThen500, byKey: 'at once', ...script }, async (imports, store) => {
      if (file) imports.turnTo(file);
      const { code, report } = await imports.next(undefined);
      expect([code, report?.created, sends(store)]).toEqual([0, 1, 1]);
    });
  });

  test('is found by its key when the import was killed before it was looked up', async () => {
    await importing({ writes: createdThen500, byKey: 'at once', lag: never }, async (imports, store) => {
      await imports.next({ requests: 4, after: 100, isKill: true });
      const { code, report } = await imports.next(undefined);
      expect([code, report?.created, sends(store)]).toEqual([0, 1, 1]);
    });
  });

  test('is not sent by a later import that the journal tells of it', async () => {
    await importing({ byKey: 'at once', lag: never }, async (imports, store) => {
      await imports.next(undefined);
      await imports.change('edited');
      const { code, report } = await imports.next(undefined);
      expect([code, report?.existing, sends(store)]).toEqual([0, 1, 1]);
    });
  });

  test.each(shown)('%s, nor its key, is sent twice at most, and by no rerun', async (_, script, file) => {
    await importing({ writes: createdThen500, byKey: 'never', ...script }, async (imports, store) => {
      if (file) imports.turnTo(file);
      const first = await imports.next(undefined);
      expect([first.code, sends(store)]).toEqual([7, 2]);
      expect(problems(first)[0]?.message).toMatch(/^sent twice without a clear answer, and not found, .*back office/);
      expect([(await imports.next(undefined)).code, sends(store)]).toEqual([7, 2]);
    });
  });

  test('nor its key, is sent twice at most though the search shows products that are online', async () => {
    await importing(
      { byKey: 'never', hidesOffline: true, special: special(createdThen500) },
      async (imports, store) => {
        imports.turnTo(mixed(0));
        expect([(await imports.next(undefined)).code, sends(store, 'S-3')]).toEqual([7, 2]);
      },
    );
  });

  test.each(['killed', 'interrupted'])('nor its key, is sent twice at most by an import that is %s', async (end) => {
    await importing({ writes: createdThen500, byKey: 'never', lag: never }, async (imports, store) => {
      for (const after of [100, 11_000, 11_000, 11_000])
        await imports.next({ requests: 4, after, isKill: end === 'killed' });
      expect([(await imports.next(undefined)).code, sends(store)]).toEqual([7, 2]);
    });
  });
});

describe('a product that was not created', () => {
  const lost = (times: number): readonly WriteAnswer[] => Array(times).fill('500 before');

  test('is sent a third time once the search has shown a product with its status', async () => {
    await importing({ special: special(lost(3)) }, async (imports, store) => {
      imports.turnTo(mixed(1));
      expect([(await imports.next(undefined)).code, sends(store, 'S-3')]).toEqual([0, 4]);
    });
  });

  test('is sent a third time though the import was killed meanwhile, and only this row is left', async () => {
    await importing({ special: special(lost(3)) }, async (imports, store) => {
      imports.turnTo(mixed(1));
      for (const after of [15_000, 5000]) await imports.next({ requests: 3, after, isKill: true });
      expect([(await imports.next(undefined)).code, sends(store, 'S-3')]).toEqual([0, 4]);
    });
  });

  test('is sent five times at most, and by no rerun: the row is uncertain, and says what to do', async () => {
    await importing({ special: special(lost(20)) }, async (imports, store) => {
      imports.turnTo(mixed(1));
      const first = await imports.next(undefined);
      expect([first.code, sends(store, 'S-3')]).toEqual([7, 5]);
      expect(problems(first)[0]?.message).toMatch(/^sent 5 times without a clear answer, and not found.*back office/);
      expect([(await imports.next(undefined)).code, sends(store, 'S-3')]).toEqual([7, 5]);
    });
  });

  test('and was throttled each time, is sent by a rerun: the store has said that it did not create it', async () => {
    await importing({ writes: Array(5).fill('429 before'), lag: 0 }, async (imports, store) => {
      expect([(await imports.next(undefined)).code, sends(store)]).toEqual([7, 5]);
      expect([(await imports.next(undefined)).code, sends(store)]).toEqual([0, 6]);
    });
  });

  test('is sent again after attempts that never left: they do not count', async () => {
    await importing({ writes: [...Array(4).fill('not sent'), ...lost(1)] }, async (imports) => {
      expect((await imports.next(undefined)).code).toBe(0);
    });
  });

  test('is sent again where the record by its key is refused, as the search says', async () => {
    await importing({ writes: lost(1), byKey: 403 }, async (imports, store) => {
      expect([(await imports.next(undefined)).code, sends(store)]).toEqual([0, 2]);
    });
  });
});

test('a key that the store takes for another one is compared exactly', async () => {
  await importing({ writes: ['500 before'], byKey: 'another' }, async (imports, store) => {
    const { code, report } = await imports.next(undefined);
    expect([code, report?.created, sends(store)]).toEqual([0, 1, 2]);
  });
});

test('rows that are answered clearly are not read by their key', async () => {
  const keys = Array.from({ length: 50 }, (_, at) => `S-${at}`);
  await importing(
    {},
    async (imports, store) => {
      expect([(await imports.next(undefined)).code, store.keysRead]).toEqual([0, []]);
    },
    keys,
  );
});

test('an import of products that the search does not show does not stop for that, as their keys show them', async () => {
  const file = `sku,name,status\n${Array.from({ length: 400 }, (_, at) => `S-${at},Mug,0\n`).join('')}`;
  const writes = [...Array(399).fill('created'), 'reset before'];
  await importing({ hidesOffline: true, byKey: 'at once', latency: 300, writes }, async (imports) => {
    imports.turnTo(file);
    const { code, report, endedAt } = await imports.next(undefined);
    expect([code, report?.created]).toEqual([0, 400]);
    // Nor does a row that was lost wait for ten times as long as the search has not shown the others.
    expect(endedAt - 1_000_000).toBeLessThan(1_000_000);
  });
});

import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../pace/simulator.ts';
import { inDirectory } from '../../support/run.ts';
import { Imports, type Part } from './importer.ts';
import { MemoryStore, type ReadAnswer, type Script, type WriteAnswer } from './memory-store.ts';

// How long an import still takes when every row has been sent once: the time that a person does not expect.

const settle = 8000;
/** Milliseconds for the requests themselves, by attempt. */
const requests = 1000;

interface Ended extends Part {
  readonly store: MemoryStore;
  /** How often the row that was sent most often was. */
  readonly attempts: number;
  /** From the last of the first attempts to the end, in milliseconds. */
  readonly tail: number;
}

async function importRows(script: Partial<Script>, rows = 300): Promise<Ended> {
  const keys = Array.from({ length: rows }, (_, at) => `S-${at}`);
  const store = new MemoryStore({ writes: [], reads: [], latency: 20, late: 2000, lag: 100, ...script });
  const part = await inDirectory((directory) =>
    new Imports(store, { directory, keys, settle, concurrency: 6 }).next(undefined),
  );
  const attempts = keys.map((key) => store.sends.filter(({ sku }) => sku === key).map(({ at }) => at));
  return {
    ...part,
    store,
    attempts: Math.max(...attempts.map(({ length }) => length)),
    tail: part.endedAt - Math.max(...attempts.map(([first = 0]) => first)),
  };
}

/** What a store does with each of many creations: this share of them get one of these answers. */
function answers(seed: number, share: number, kinds: readonly WriteAnswer[]): readonly WriteAnswer[] {
  const random = randomFrom(seed);
  return Array.from({ length: 900 }, () =>
    random() < share ? (kinds[Math.floor(random() * kinds.length)] ?? 'created') : 'created',
  );
}

describe.each([0.1, 0.25])('when a share of %s of all rows', (share) => {
  test.each<[string, readonly WriteAnswer[]]>([
    ['is lost on the way', ['500 before', 'reset before']],
    ['is created without a clear answer', ['500 after', 'reset after', 'page after']],
    ['is created seconds later', ['late']],
    ['is throttled', ['429 before']],
    ['is created and throttled', ['503 after']],
    ['is created and refused', ['400 after', '409 after', '422 after']],
    ['is lost, throttled or refused', ['reset before', '429 before', '422 before', '500 after']],
  ])('%s, the import ends within a settle time for each attempt', async (_, kinds) => {
    for (const seed of [1, 2, 3]) {
      const { code, tail, attempts } = await importRows({ writes: answers(seed, share, kinds) });
      expect([0, 7]).toContain(code);
      expect(tail).toBeLessThan(attempts * (settle + requests));
    }
  });
});

test('look-ups that fail for a while are no index lag: no row waits for ten times as long', async () => {
  const reads: readonly ReadAnswer[] = [...Array(25).fill('found'), ...Array(24).fill(500)];
  const { code, tail } = await importRows({ reads, special: { sku: 'S-59', writes: ['reset before'], lag: 100 } }, 60);
  expect(code).toBe(0);
  expect(tail).toBeLessThan(2 * (settle + requests));
});

test('a row that was looked up while others were sent, when only its first product was shown, is looked up again', async () => {
  const special: Script['special'] = { sku: 'S-5', writes: ['429 after'], lag: 15_000 };
  // It does not show by its number of products that one was created twice.
  const { code, report, store } = await importRows({ latency: 1000, isUncounted: true, special }, 150);
  expect([code, report?.duplicate, store.products.length]).toEqual([7, 1, 151]);
});

test('an import that is over asks for nothing more, though rows that were sent again are still looked up', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = randomFrom(seed);
    const reads = Array.from({ length: 900 }, (_, at): ReadAnswer => (at > 20 && random() < 0.6 ? 500 : 'found'));
    const { code } = await importRows({ writes: answers(seed, 0.25, ['429 before', 'reset before']), reads });
    expect([0, 7]).toContain(code);
  }
});

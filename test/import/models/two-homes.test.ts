import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { Imports } from './importer.ts';
import { MemoryStore } from './memory-store.ts';
import { virtualClock } from './virtual-clock.ts';

// No lock is common to them: what both created is seen by looking for it, or by the count at the end.
const numRuns = Number(process.env.MODEL_RUNS ?? 60);

/** Imports the same file from two homes at once; returns how many rows the store has twice, and what the imports say. */
const importFromTwoHomes = (story: { rows: number; concurrency: number; latency: number; lag: number }) =>
  inDirectory(async (directory) => {
    const { rows, concurrency, latency, lag } = story;
    const keys = Array.from({ length: rows }, (_, at) => `S-${at}`);
    const store = new MemoryStore({ writes: [], reads: [], latency, late: 0, lag });
    const clock = virtualClock(1_000_000);
    const parts = await Promise.all(
      ['a', 'b'].map((home) => {
        const own = join(directory, home);
        mkdirSync(own);
        return new Imports(store, { directory: own, keys, settle: 10_000, concurrency, clock }).next(undefined);
      }),
    );
    const doubled = store.products.length - new Set(store.products.map(({ sku }) => sku)).size;
    const reported = parts.map(({ report }) => Number(report?.duplicate));
    return { doubled, reported: Math.max(...reported), code: Math.max(...parts.map(({ code }) => Number(code))) };
  });

test('two imports of one file at once, from two homes, are not both right where they doubled rows', async () => {
  const stories = fc.record({
    rows: fc.integer({ min: 1, max: 60 }),
    concurrency: fc.integer({ min: 1, max: 16 }),
    latency: fc.integer({ min: 2, max: 200 }),
    // What a store shows later than the settle time, nobody can see in time.
    lag: fc.integer({ min: 0, max: 4500 }),
  });
  const seen = { rows: 60, concurrency: 16, latency: 5, lag: 300 };
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { doubled, reported, code } = await importFromTwoHomes(story);
      // Both stop once they have seen two: a rerun lists the others.
      expect({ isReported: reported > 0, code }).toEqual({ isReported: doubled > 0, code: doubled > 0 ? 7 : 0 });
      expect(reported).toBeLessThanOrEqual(doubled);
    }),
    { numRuns, examples: [[seen]] },
  );
}, 1_200_000);

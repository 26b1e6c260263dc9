import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { inDirectory } from '../../support/run.ts';
import { type Blow, Imports, type Part } from './importer.ts';
import { MemoryStore, type ReadAnswer, type Script, type WriteAnswer, writeAnswers } from './memory-store.ts';

// The whole import but for the command line and the network, on a clock that only sleeping moves, into a store that does what fast-check thinks of.
const numRuns = Number(process.env.MODEL_RUNS ?? 60);
// Where only the verdict counts, a failing story is not made smaller.
const endOnFailure = process.env.MODEL_QUICK !== undefined;

const settle = 10_000;
/** A store that asked to slow down is looked at sooner: hardly any creates what it refuses so. */
const settleThrottled = 5000;

interface Story {
  readonly script: Script;
  readonly rows: number;
  readonly concurrency: number;
  readonly blows: readonly (Blow | undefined)[];
  /** Imports that follow at once when all is done: of the same file, of the rejected rows, or of one that was edited. */
  readonly next?: readonly ('same' | 'rejected' | 'edited')[];
}

const writes = fc.array(fc.constantFrom(...(Object.keys(writeAnswers) as WriteAnswer[])), { maxLength: 25 });
const reads = fc.array(fc.constantFrom<ReadAnswer>('found', 'found', 'found', 'reset', 500), { maxLength: 25 });
const blows = fc.array(
  fc.option(
    fc.record({
      requests: fc.integer({ min: 0, max: 20 }),
      after: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 15_000 })),
      isKill: fc.boolean(),
    }),
    { nil: undefined },
  ),
  { maxLength: 5 },
);

const stories = (limits: {
  readonly late: number;
  readonly lag: number;
  readonly reads: typeof reads;
}): fc.Arbitrary<Story> =>
  fc.record({
    script: fc.record({
      writes,
      reads: limits.reads,
      latency: fc.integer({ min: 2, max: 400 }),
      late: fc.integer({ min: 0, max: limits.late }),
      lag: fc.integer({ min: 0, max: limits.lag }),
      sleepsAfter: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
    }),
    rows: fc.integer({ min: 1, max: 12 }),
    concurrency: fc.integer({ min: 1, max: 6 }),
    blows,
    next: fc.array(fc.constantFrom('same', 'rejected', 'edited'), { maxLength: 2 }),
  });

const oneRow = (script: Partial<Script>, more: Partial<Story> = {}): Story => ({
  script: { writes: [], reads: [], latency: 2, late: 0, lag: 0, ...script },
  ...{ rows: 1, concurrency: 1, blows: [undefined], ...more },
});

/** Killed while it is not known whether the row is there, which it will be some seconds later. */
const killedInDoubt = oneRow(
  { writes: ['late'], latency: 100, late: 5000, lag: 1000 },
  { blows: [{ requests: 4, after: 1000, isKill: true }] },
);

// Two stories that once ended badly.

/** Created at the second attempt and not shown at once, it was taken for gone, and the next import sent it again. */
const shownLate = oneRow({ writes: ['500 before'], lag: 5 });

/** The first product came after the settle time, and the second was not shown yet when the row was looked up at the end. */
const tooLate = oneRow({ writes: ['late'], late: 9993, lag: 8 });

/** Created and refused, and shown when the next import has begun. */
const refusedAfterCreating = oneRow({ writes: ['422 after'], lag: 3000 }, { next: ['rejected'] });

/** The same, after the machine slept. */
const refusedAfterSleep = oneRow({ writes: ['422 after'], lag: 3000, sleepsAfter: 2 }, { next: ['rejected'] });

/** Never created, whatever the store says. */
const onlyAnID = oneRow({ writes: ['an ID before'] }, { next: ['same'] });

/** Every answer is lost. */
const losesAnswers = oneRow({ writes: Array(25).fill('500 after') }, { next: ['same'] });

interface Told {
  readonly parts: readonly Part[];
  readonly store: MemoryStore;
  /** Those of the last file. */
  readonly keys: readonly string[];
  /** What the journal says is in the store, as `key product`. */
  readonly claims: readonly string[];
}

/** More than any story needs: every part that is not struck ends the import, or stops for a reason that the script has once. */
const mostParts = 20;

/** Imports, again and again, until nothing is left to do. */
const tell = ({ script, rows, concurrency, blows: struck, next = [] }: Story): Promise<Told> =>
  inDirectory(async (directory) => {
    const keys = Array.from({ length: rows }, (_, at) => `S-${at}`);
    const store = new MemoryStore(script);
    const imports = new Imports(store, { directory, keys, settle, concurrency });
    const parts: Part[] = [];
    const importAll = async (): Promise<void> => {
      const before = parts.length;
      const isOver = (): boolean =>
        parts.length > Math.max(before, struck.length) && [0, 7].includes(parts.at(-1)?.code as number);
      while (!isOver() && parts.length < before + mostParts) parts.push(await imports.next(struck[parts.length]));
    };
    await importAll();
    for (const kind of next) {
      await imports.change(kind);
      await importAll();
    }
    return { parts, store, keys: imports.keys, claims: await claimsOf(imports.journal) };
  });

async function claimsOf(journal: string): Promise<readonly string[]> {
  const database = await openSqlite(journal);
  try {
    return database
      .all("SELECT cells ->> 1 AS code, record_id AS product FROM row WHERE state IN ('created', 'existing')")
      .map(({ code, product }) => `${code} ${product}`);
  } finally {
    database.close();
  }
}

const outcomes = ['created', 'existing', 'rejected', 'uncertain', 'duplicate', 'notSent'];

/** Everything that must not be; empty when all is right. */
function wrongs({ parts, store, keys, claims }: Told): readonly string[] {
  const last = parts.at(-1) as Part;
  const products = store.products.map(({ id, sku }) => `${sku} ${id}`);
  return [
    ...(parts.some(({ code }) => ![0, 4, 5, 6, 7, 8, 130, 'killed'].includes(code))
      ? [`codes ${parts.map(({ code }) => code)}`]
      : []),
    ...([0, 7].includes(last.code as number) ? [] : ['the import does not come to an end']),
    ...parts.flatMap(({ report }) =>
      report && outcomes.reduce((sum, name) => sum + Number(report[name]), 0) !== report.rows ? ['sum'] : [],
    ),
    ...claims.filter((claim) => !products.includes(claim)).map((claim) => `claimed and not there: ${claim}`),
    ...(last.code === 0
      ? keys.filter((key) => !store.products.some(({ sku }) => sku === key)).map((key) => `lost: ${key}`)
      : []),
  ];
}

const twice = ({ products }: MemoryStore): readonly string[] =>
  products.filter(({ sku, id }) => products.some((other) => other.sku === sku && other.id < id)).map(({ sku }) => sku);

/** Doubles that were made by a run that ended well, although the store showed the first product before the second was asked for, and so at the end too. */
function unreported({ parts, store: { products } }: Told): readonly string[] {
  return products.flatMap(({ sku, shownAt }) => {
    const second = products.find((other) => other.sku === sku && other.askedAt >= shownAt);
    const part = second && parts.find(({ endedAt }) => endedAt >= second.askedAt);
    return part?.code === 0 ? [`an unreported duplicate: ${sku}`] : [];
  });
}

/** Doubles that an import which ended well did not report, although the store showed each of them within the settle time. */
function overlooked({ parts, store }: Told): readonly string[] {
  const doubled = twice(store);
  const inTime = (key: string): boolean =>
    store.products.every(({ sku, askedAt, shownAt }) => sku !== key || shownAt - askedAt < settle);
  return parts.at(-1)?.code === 0 ? doubled.filter(inTime).map((sku) => `an overlooked duplicate: ${sku}`) : [];
}

describe('whatever a store answers, and whenever an import is killed or stopped', () => {
  test('no product is lost, none is doubled, and the counts are true', async () => {
    await fc.assert(
      fc.asyncProperty(stories({ late: 6000, lag: 3000, reads }), async (story) => {
        const outcome = await tell(story);
        expect({ wrongs: wrongs(outcome), twice: twice(outcome.store) }).toEqual({ wrongs: [], twice: [] });
      }),
      {
        numRuns,
        endOnFailure,
        examples: [[killedInDoubt], [shownLate], [refusedAfterCreating], [refusedAfterSleep], [onlyAnID]],
      },
    );
  }, 1_200_000);

  test('a product is duplicated only where the store shows it after the settle time, and the report says so', async () => {
    await fc.assert(
      fc.asyncProperty(stories({ late: 30_000, lag: 8000, reads: fc.constant([]) }), async (story) => {
        const outcome = await tell(story);
        const { products } = outcome.store;
        const doubled = new Set(twice(outcome.store));
        // The next attempt may have begun as soon as the look-up at the end of the settle time was answered.
        const tooSoon = [...doubled].filter(
          (key) => !products.some(({ sku, askedAt, shownAt }) => sku === key && shownAt - askedAt >= settleThrottled),
        );
        expect([...wrongs(outcome), ...tooSoon, ...unreported(outcome), ...overlooked(outcome)]).toEqual([]);
      }),
      { numRuns, endOnFailure, examples: [[tooLate]] },
    );
  }, 1_200_000);

  test('a store that changes keys and loses answers gets no row twice', async () => {
    await fc.assert(
      fc.asyncProperty(stories({ late: 6000, lag: 3000, reads }), async (story) => {
        const outcome = await tell({ ...story, script: { ...story.script, folds: true } });
        const counts = outcome.keys.map(
          (key) => outcome.store.products.filter(({ sku }) => sku === key.toLowerCase()).length,
        );
        expect(Math.max(...counts)).toBeLessThanOrEqual(1);
      }),
      { numRuns, endOnFailure, examples: [[losesAnswers]] },
    );
  }, 1_200_000);
});

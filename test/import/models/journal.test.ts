import { cp, mkdir, stat, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptsBefore, blockedKeys, openRows } from '../../../src/import/journal/earlier-rows.ts';
import type { Journal } from '../../../src/import/journal/journal.ts';
import { type RowRecord, rowPages } from '../../../src/import/journal/rows.ts';
import { addRun, allRuns, deleteRun, endRun } from '../../../src/import/journal/runs.ts';
import { type RowState, rowStates } from '../../../src/import/rows/states.ts';
import { inDirectory } from '../../support/run.ts';
import { noteFileRows, openedJournal } from '../journal/opened.ts';

// The journal against a list of what was committed: whatever is done, and whenever its process is killed, it knows all of it.
const numRuns = Number(process.env.MODEL_RUNS ?? 60);
// Where only the verdict counts, a failing story is not made smaller.
const endOnFailure = process.env.MODEL_QUICK !== undefined;

interface Row {
  readonly record: number;
  readonly state: RowState;
  readonly attempts: number;
}

type Step =
  | { readonly do: 'note'; readonly rows: readonly Row[] }
  | { readonly do: 'begin' | 'end' | 'delete' | 'reopen' | 'kill' }
  /** Killed by the machine: the end of the log, so many thousandths of it, did not reach the disk. */
  | { readonly do: 'crash'; readonly lost: number };

/** What can become of a valid row. */
const reached = rowStates.filter((state) => !['todo', 'invalid', 'elsewhere'].includes(state));

const row: fc.Arbitrary<Row> = fc.record({
  record: fc.integer({ min: 1, max: 12 }),
  state: fc.constantFrom(...reached),
  attempts: fc.integer({ min: 0, max: 3 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('note' as const),
      rows: fc.uniqueArray(row, { minLength: 1, maxLength: 8, selector: ({ record }) => record }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('begin' as const, 'end' as const, 'delete' as const, 'reopen' as const, 'kill' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), lost: fc.integer({ min: 1, max: 1000 }) }) },
);

/** What was committed: the rows by run and record, and the runs with their states. */
interface Model {
  readonly rows: ReadonlyMap<string, Row & { readonly run: number }>;
  readonly runs: ReadonlyMap<number, string>;
}

/** @param begun the number of the run that was begun */
function after({ rows, runs }: Model, doing: Step, begun: number | undefined): Model {
  const run = Math.max(0, ...runs.keys());
  if (begun !== undefined) return { rows, runs: new Map([...runs, [begun, 'unfinished']]) };
  if (run === 0) return { rows, runs };
  if (doing.do === 'note')
    return {
      rows: new Map([...rows, ...doing.rows.map((each) => [`${run} ${each.record}`, { ...each, run }] as const)]),
      runs,
    };
  if (doing.do === 'end') return { rows, runs: new Map([...runs, [run, 'finished']]) };
  if (doing.do !== 'delete') return { rows, runs };
  return {
    rows: new Map([...rows].filter(([, each]) => each.run !== run)),
    runs: new Map([...runs].filter(([number]) => number !== run)),
  };
}

/** Returns the number of a run that it begins, which is higher than those before; that of a deleted one may come back. */
function carryOut(journal: Journal, { runs }: Model, doing: Step): number | undefined {
  const run = Math.max(0, ...runs.keys());
  if (doing.do === 'begin') {
    const begun = addRun(journal, {
      ...{ identity: 'i', path: '/', file: 'f', options: '{}' },
      ...{ started: 1, rows: 12, invalid: 0, excluded: 0, store: 's', noun: 'products', elsewhere: 0 },
    });
    expect(begun).toBeGreaterThan(run);
    return begun;
  }
  if (run === 0) return undefined;
  if (doing.do === 'note')
    noteFileRows(
      journal,
      doing.rows.map((each) => entryOf(run, each)),
    );
  else if (doing.do === 'end') endRun(journal, run, { state: 'finished', stopped: null });
  else if (doing.do === 'delete') deleteRun(journal, run);
  return undefined;
}

const entryOf = (run: number, { record, ...rest }: Row): RowRecord => ({
  run,
  record,
  line: record + 1,
  key: { field: 'sku', code: `S-${record}` },
  ...rest,
});

/** What an import may ask, as the model answers. */
function expected({ rows, runs }: Model): object {
  const all = [...rows.values()];
  const of = (state: RowState): string[] =>
    all.filter((each) => each.state === state).map(({ run, record, attempts }) => `${run} S-${record} ${attempts}`);
  return {
    open: of('open').sort(),
    blocked: of('blocked').length,
    sentBefore: codesOf(
      all.filter(({ state, attempts }) => state === 'absent' && attempts > 0).map(({ record }) => `S-${record}`),
    ),
    runs: [...runs].map(([run, state]) => `${run} ${state}`).sort(),
    rows: [...runs.keys()]
      .flatMap((run) =>
        all.filter((each) => each.run === run).map(({ record, state }) => `${run} S-${record} ${state}`),
      )
      .sort(),
  };
}

const codesOf = (codes: readonly string[]): readonly string[] => [...new Set(codes)].sort();

const answered = (journal: Journal): object => ({
  open: openRows(journal, 'products')
    .map(({ run, key, attempts }) => `${run} ${key.code} ${attempts}`)
    .sort(),
  blocked: blockedKeys(journal, 'products').length,
  sentBefore: codesOf(
    allRuns(journal)
      .flatMap(({ run }) => [...rowPages(journal, run)].flat().map(({ key }) => key))
      .filter((key) => attemptsBefore(journal, { id: 0, source: { noun: 'products' } }, [])({ key }) > 0)
      .map(({ code }) => code),
  ),
  runs: allRuns(journal)
    .map(({ run, state }) => `${run} ${state}`)
    .sort(),
  rows: allRuns(journal)
    .flatMap(({ run }) => [...rowPages(journal, run)].flat().map(({ key, state }) => `${run} ${key.code} ${state}`))
    .sort(),
});

/** What a process leaves that is killed now: its files as they are, and no lock. */
async function leftBehind(path: string, lives: number, lost = 0): Promise<string> {
  const copy = join(dirname(dirname(path)), String(lives), 'imports.db');
  await mkdir(dirname(copy), { mode: 0o700 });
  for (const end of ['', '-wal']) await cp(path + end, copy + end).catch(() => undefined);
  const size = await stat(`${copy}-wal`).then(
    ({ size }) => size,
    () => 0,
  );
  if (size > 0 && lost > 0) await truncate(`${copy}-wal`, Math.floor((size * (1000 - lost)) / 1000));
  return copy;
}

test('the journal knows all that was committed, after a kill too; after a crash of the machine, all up to some moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      await inDirectory(async (directory) => {
        let path = join(directory, '0', 'imports.db');
        let [journal, lives] = [await openedJournal(path), 0];
        let history: Model[] = [{ rows: new Map(), runs: new Map() }];
        for (const doing of steps) {
          const now = history.at(-1) as Model;
          let begun: number | undefined;
          if (doing.do === 'reopen') {
            await journal.close();
            journal = await openedJournal(path);
          } else if (doing.do === 'kill' || doing.do === 'crash') {
            path = await leftBehind(path, ++lives, doing.do === 'crash' ? doing.lost : 0);
            await journal.close();
            journal = await openedJournal(path);
          } else begun = carryOut(journal, now, doing);
          const found = JSON.stringify(answered(journal));
          if (doing.do === 'crash') {
            const survived = history.findLastIndex((model) => JSON.stringify(expected(model)) === found);
            expect(survived, found).toBeGreaterThanOrEqual(0);
            history = history.slice(0, survived + 1);
          } else {
            history.push(after(now, doing, begun));
            expect(JSON.parse(found)).toEqual(expected(history.at(-1) as Model));
          }
        }
        await journal.close();
      });
    }),
    { numRuns, endOnFailure },
  );
}, 1_200_000);

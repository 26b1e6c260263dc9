import { expect, test } from 'vitest';
import { customers } from '../../../src/client/endpoints/imported-customers.ts';
import { inDirectory } from '../../support/run.ts';
import { sampled } from '../../support/thorough.ts';
import { type CustomerAnswer, type CustomerScript, CustomerStore, fileOf, personAt } from '../models/customer-store.ts';
import { isRight, type Story, tell, twice, wrongs } from '../models/customer-stories.ts';
import { Imports } from '../models/importer.ts';

// What was found by lost-customers.test.ts, or by thinking.

/** Four rows, one after another, in a store that does what it should, but for this. */
const fourRows = (script: Partial<CustomerScript>, more: Partial<Story> = {}): Story => ({
  script: {
    ...{ writes: [], reads: [], strangers: [], latency: 100, late: 0, lag: 0 },
    ...{ numbering: 'rising', steps: [1], numbersEarly: false, isUnique: false, ...script },
  },
  ...{ rows: 4, concurrency: 1, blows: [], next: [], ...more },
});

/** The second row was created, and the answer is lost. */
const lost: readonly CustomerAnswer[] = ['created', 'reset after'];

const lostBefore: readonly CustomerAnswer[] = ['reset before', 'reset before', 'reset before'];

// Stories that ended badly once: somebody was there twice.
sampled(4).each<[string, Story]>([
  [
    'somebody who registered himself meanwhile, with the same names, is there twice: the next import does not send him',
    fourRows({ writes: lost, strangers: [{ after: 2, row: 1, isNamesake: true }] }, { next: ['more'] }),
  ],
  [
    'a customer of whom the store does not show the e-mail address may be the lost one',
    fourRows({ writes: lost, reads: ['found', 'unknown'] }),
  ],
  ['an empty reply is no 404', fourRows({ writes: lost, reads: ['found', ...Array(9).fill('empty')] })],
  ['another customer is no 404', fourRows({ writes: lost, reads: ['found', ...Array(9).fill('other')] })],
  [
    'somebody else with the address of a lost row is one for ever: no import sends the row again',
    fourRows(
      { writes: ['created', 'reset before'], strangers: [{ after: 3, row: 1, isNamesake: false }] },
      { next: ['more'] },
    ),
  ],
  [
    'a row that was lost, and refused by the next import, is uncertain as long as no other follows it',
    fourRows(
      { writes: ['created', 'created', 'created', 'late', '400 before'], late: 9000 },
      { blows: [{ requests: 4, after: 500, isKill: true }], next: ['more', 'same'] },
    ),
  ],
  [
    'a row that was lost late is looked for above what was known when it was sent first',
    fourRows({
      writes: ['created', '429 and late', 'created', 'created', '429 before'],
      late: 9000,
      numbersEarly: true,
    }),
  ],
  [
    'many rows at once that are all lost, created and late are each found',
    fourRows(
      { writes: ['created', ...Array(9).fill('late')], late: 9000, numbersEarly: true },
      { rows: 10, concurrency: 6 },
    ),
  ],
  [
    'rows that are sent side by side before an ID is known',
    fourRows({ writes: ['reset after', 'late', '500 after', 'late'], late: 9500 }, { rows: 8, concurrency: 6 }),
  ],
  [
    'the only row, created and refused, is found from the first ID on',
    fourRows({ writes: ['422 after'] }, { rows: 1, next: ['same'] }),
  ],
  [
    'IDs that do not rise say nothing to the next import either',
    fourRows({ writes: lost, numbering: [500, 200, 300, 600] }, { blows: [{ requests: 3, after: 500, isKill: true }] }),
  ],
])('%s', (_, story) => isRight(story));

// Stories that once did not come to an end: somebody was uncertain for ever.
test.each<[string, Story]>([
  [
    'the first row is sent alone: its ID tells of all others where more than 5,000 come before it',
    fourRows(
      { writes: ['created', ...lostBefore], numbering: Array.from({ length: 20 }, (_, at) => 9001 + at) },
      { rows: 8, concurrency: 6 },
    ),
  ],
  ['the first row of all is shown to be absent by all IDs from 1 on', fourRows({ writes: ['reset before'] })],
  [
    'rows that were refused, and corrected, are sent although no other row follows them',
    fourRows({ writes: Array(4).fill('422 before') }, { next: ['corrected'] }),
  ],
  [
    'so are those that were refused after others were created, one of them once more',
    fourRows({ writes: ['created', ...Array(4).fill('400 before')] }, { next: ['corrected', 'corrected'] }),
  ],
])('%s', async (_, story) => {
  const told = await tell(story);
  expect([wrongs(told), twice(told.store), told.parts.at(-1)?.code]).toEqual([[], [], 0]);
});

test('a row that was created and refused is found by IDs when it is imported again as it was', async () => {
  const told = await tell(fourRows({ writes: ['created', '400 after', '422 after'] }, { next: ['same'] }));
  expect([wrongs(told), twice(told.store)]).toEqual([[], []]);
  expect(told.parts.map(({ code, report }) => [code, report?.rejected, report?.existing])).toEqual([
    [7, 2, 0],
    [0, 0, 4],
  ]);
});

// Marks outlive the run: the IDs and times of rows are in the journal.
const fourLost: readonly CustomerAnswer[] = ['created', 'reset before', 'reset before', 'reset after', 'reset before'];

test.each([15, 16, 17])(
  'an import that is killed while IDs are read, after %i requests, is settled by the next one: nobody follows there',
  async (requests) => {
    const blows = [{ requests, after: 50, isKill: true }];
    const told = await tell(fourRows({ writes: fourLost }, { rows: 12, blows }));
    expect([wrongs(told), twice(told.store)]).toEqual([[], []]);
    expect(told.parts.map(({ code }) => code)).toEqual(['killed', 0]);
    expect(told.store.customers).toHaveLength(12);
  },
);

test('a row that was lost last is settled by the people of another file who were created since', () =>
  inDirectory(async (directory) => {
    const { script } = fourRows({ writes: ['created', 'created', 'created', 'reset before'] });
    const store = new CustomerStore(script);
    const imports = new Imports(store, { directory, keys: [], settle: 10_000, concurrency: 1, noun: customers });
    const codes: unknown[] = [];
    for (const [path, rows] of Object.entries({ '/a.csv': [0, 1, 2, 3], '/b.csv': [7], '/c.csv': [3, 2, 1, 0] })) {
      imports.turnTo(fileOf(rows.map((row) => personAt(row))), path);
      codes.push((await imports.next(undefined)).code);
      imports.rest(60_000);
    }
    expect([codes, store.customers.length]).toEqual([[7, 0, 0], 5]);
  }));

test('of rows that are sent again one is held back: the next import knows by its ID what became of the others', async () => {
  const lostTwice = ['created', ...Array(3).fill('reset before'), 'created', 'reset before', 'reset before'];
  const told = await tell(fourRows({ writes: lostTwice }, { rows: 5, next: ['same'] }));
  expect([wrongs(told), twice(told.store)]).toEqual([[], []]);
  expect(told.parts.map(({ code }) => code)).toEqual([7, 0]);
});

// A loop of a CI job that repeats an import as long as it ends with 8 must come to an end.
test.each<[string, Partial<CustomerScript>, Partial<Story>]>([
  ['the last row has no clear answer', { writes: ['created', 'created', 'created', 'reset before'] }, {}],
  ['the only row has none', { writes: lostBefore }, { rows: 1 }],
  [
    'it is sent again, and has none again',
    { writes: ['created', 'reset before', 'created', 'created', 'reset before'] },
    {},
  ],
  [
    'the store shows somebody without an e-mail address',
    { writes: lost, reads: ['found', ...Array(99).fill('unknown')] },
    {},
  ],
])('%s: the import says what settles it, and a repetition is not asked for', async (_, script, more) => {
  const told = await tell(fourRows(script, more));
  expect([wrongs(told), twice(told.store)]).toEqual([[], []]);
  expect(told.parts.map(({ code }) => code)).toEqual([7]);
});

test('a row that no other follows is settled by an import of a further customer', async () => {
  const told = await tell(fourRows({ writes: ['created', 'created', 'created', 'reset before'] }, { next: ['more'] }));
  expect([wrongs(told), twice(told.store)]).toEqual([[], []]);
  expect(told.parts.map(({ code, report }) => [code, report?.uncertain, report?.created])).toEqual([
    [7, 1, 3],
    [0, 0, 3],
  ]);
});

// An import is killed while its creations hang; the same people in another file go through, then comes the first again.
test('rows that were left open, and that another file has created, are existing: the counts add up, and nobody is lost', async () => {
  const story = fourRows(
    { writes: ['created', 'reset before', 'reset before', 'reset before'], latency: 2000 },
    { rows: 6, concurrency: 6, blows: [{ requests: 3, after: 100, isKill: true }], alternates: true },
  );
  const told = await tell(story);
  expect([wrongs(told), twice(told.store)]).toEqual([[], []]);
  expect(told.parts.map(({ code }) => code)).toEqual(['killed', 0, 0]);
});

test('a customer whom the store shows only after the row was sent again is a duplicate, not a success', async () => {
  const story = fourRows({ writes: ['created', 'late'], late: 15_500, numbersEarly: true });
  const told = await tell(story);
  expect(twice(told.store)).toHaveLength(1);
  expect(told.parts.map(({ code, report }) => [code, report?.created, report?.duplicate])).toEqual([[7, 3, 1]]);
});

test('a store that shows customers late is not one that was emptied: another file sends nobody again', async () => {
  const script = { writes: ['reset after', 'created', 'created', 'reset before'], lag: 20_058, latency: 2 } as const;
  const told = await tell(fourRows(script, { concurrency: 2, alternates: true }));
  expect([wrongs(told), twice(told.store)]).toEqual([[], []]);
});

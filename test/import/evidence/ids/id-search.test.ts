import { describe, expect, test } from 'vitest';
import { customers } from '../../../../src/client/endpoints/imported-customers.ts';
import { CliError } from '../../../../src/errors.ts';
import { IdMarks } from '../../../../src/import/evidence/ids/id-marks.ts';
import { IdSearch } from '../../../../src/import/evidence/ids/id-search.ts';
import { keysOf, withHashedKeys } from '../../../../src/import/map/rows/key.ts';
import { connectTo } from '../../../support/connection.ts';
import { sampled } from '../../../support/thorough.ts';

const noun = withHashedKeys(customers, Buffer.from('secret'));
const ann = { emailAddress: 'ann@shop.test', firstName: 'Ann', lastName: 'Claes' };

/** Looks for Ann in a store that shows these customers, by ID. */
function searchIn(shown: ReadonlyMap<string, object>, marks = new IdMarks(100), onRead = (_id: string) => undefined) {
  let now = 0;
  const until = (time: number): void => {
    now = time;
  };
  const reads: string[] = [];
  const getById = async (_: unknown, id: string) => {
    reads.push(id);
    onRead(id);
    const found = shown.get(id);
    if (!found) throw new CliError('not-found', 'No.', { status: 404 });
    return { customerId: id, ...found };
  };
  const search = new IdSearch(
    {
      connection: connectTo('http://store'),
      noun: { ...noun, getById },
      clock: { now: () => new Date(now), elapsed: () => now, sleep: async (time) => until(now + time) },
      stopped: new AbortController().signal,
      read: (once) => once(),
    },
    marks,
    () => false,
  );
  const [key] = keysOf(noun, ann);
  if (!key) throw new Error('A row has a key.');
  const row = { key, stated: ann };
  const between = (low: number | undefined, above: string, due: number, isRefused = false) =>
    search.between(row, low, above, { due, isRefused });
  const above = (low: number | undefined, isRefused: boolean) => search.above(row, low, { due: 0, isRefused });
  return { between, above, reads, until };
}

const bob = { emailAddress: 'bob@shop.test', firstName: 'Bob', lastName: 'Bos' };

test('all IDs between the marks are read twice, and whether the store shows the upper one before and after', async () => {
  const { between, reads } = searchIn(new Map([['104', bob]]));
  expect(await between(100, '104', 0)).toEqual({ kind: 'absent' });
  expect(reads).toEqual(['104', '101', '102', '103', '101', '102', '103', '104']);
});

test('once if the store has said that it did not create the row', async () => {
  const { between, reads } = searchIn(new Map([['104', bob]]));
  expect(await between(100, '104', 0, true)).toEqual({ kind: 'absent' });
  expect(reads).toEqual(['104', '101', '102', '103', '104']);
});

test('whoever is missing once, as on a server that lags, is found by the second read', async () => {
  const shown = new Map([['104', bob]]);
  const times = new Map<string, number>();
  const { between, until } = searchIn(shown, new IdMarks(100), (id) => {
    times.set(id, (times.get(id) ?? 0) + 1);
    if (times.get('102') === 2) shown.set('102', ann);
  });
  until(1000);
  expect(await between(100, '104', 1000)).toEqual({ kind: 'found', recordId: '102' });
});

test.each([
  ['never', new Map(), 1],
  ['no more when all others were read', new Map([['104', bob]]), 2],
])('a store that shows what it has created last %s proves nothing', async (_, shown, times) => {
  let seen = 0;
  const marks = new IdMarks(100);
  const { between } = searchIn(shown, marks, (id) => void (id === '104' && ++seen === times && shown.delete('104')));
  const settled = await between(100, '104', 0);
  expect(settled).toMatchObject({ kind: 'unproven', message: expect.stringContaining('does not show customer 104') });
});

test('what was read before the store showed the upper mark proves nothing: it may have lagged', async () => {
  const shown = new Map([['104', bob]]);
  const { between, until } = searchIn(shown);
  await between(100, '104', 0);
  shown.set('102', ann).set('108', bob);
  until(1000);
  expect(await between(100, '108', 0)).toEqual({ kind: 'found', recordId: '102' });
});

test('what was read since then serves the next row, too', async () => {
  const { between, reads } = searchIn(new Map([['104', bob]]));
  await Promise.all([between(100, '104', 0), between(101, '104', 0)]);
  expect(reads.filter((id) => id !== '104')).toEqual(['101', '102', '103', '101', '102', '103']);
});

test('what was read before its settle time was over does not serve a row', async () => {
  const { between, reads, until } = searchIn(new Map([['104', bob]]));
  await between(102, '104', 0);
  until(1000);
  await between(102, '104', 500);
  expect(reads.filter((id) => id === '103')).toHaveLength(4);
});

test('a store whose IDs are seen not to rise while they are read proves nothing', async () => {
  const marks = new IdMarks(100);
  const { between } = searchIn(new Map([['104', bob]]), marks, (id) => void (id === '102' && marks.note('90', 100)));
  expect(await between(100, '104', 0)).toMatchObject({
    kind: 'unproven',
    message: expect.stringContaining('90 came after 100'),
  });
});

test.each([
  [5000, 'absent'],
  [5001, 'unproven'],
])('%s IDs of others between the marks: %s', async (others, kind) => {
  const above = String(101 + others);
  const { between } = searchIn(new Map([[above, bob]]));
  expect(await between(100, above, 0)).toMatchObject({ kind });
});

describe('a row before which no ID was known', () => {
  test('is looked for from the first ID on', async () => {
    const { between } = searchIn(new Map<string, object>([['7', ann]]).set('5001', bob));
    expect(await between(undefined, '5001', 0)).toEqual({ kind: 'found', recordId: '7' });
  });

  test('is absent where nobody has one of these', async () => {
    expect(await searchIn(new Map([['5001', bob]])).between(undefined, '5001', 0)).toEqual({ kind: 'absent' });
  });

  sampled(3).each([
    ['is only looked for below the next one where these are too many', false, { kind: 'unproven' }],
    ['is absent then if the store has refused it', true, { kind: 'absent' }],
  ])('%s', async (_, isRefused, expected) => {
    const { between, reads } = searchIn(new Map([['5002', bob]]));
    expect(await between(undefined, '5002', 0, isRefused)).toMatchObject(expected);
    expect(reads.sort()).toEqual(Array.from({ length: 50 }, (_each, at) => String(4952 + at)));
  });
});

describe('a row that no other follows', () => {
  test.each([
    ['is nowhere: that says nothing', new Map([['103', bob]]), false, { kind: 'uncertain' }],
    ['is nowhere, and the store has refused it: it is absent', new Map([['103', bob]]), true, { kind: 'absent' }],
    ['is found up to fifty IDs above the last one', new Map([['153', ann]]).set('103', bob), true, { kind: 'found' }],
    ['is not looked for further', new Map([['164', ann]]).set('103', bob), false, { kind: 'uncertain' }],
  ])('%s', async (_, shown, isRefused, expected) => {
    expect(await searchIn(shown).above(100, isRefused)).toMatchObject(expected);
  });

  test.each([
    ['is looked for from the first one on that is there', new Map([['4000', ann]]).set('3990', bob), { kind: 'found' }],
    ['is absent where they end', new Map([['200', bob]]), { kind: 'absent' }],
    ['is absent in a store that has nobody', new Map(), { kind: 'absent' }],
  ])('and before which no ID was known, %s, if the store has refused it', async (_, shown, expected) => {
    expect(await searchIn(shown).above(undefined, true)).toMatchObject(expected);
  });

  test('is uncertain where too many others come after the last known ID', async () => {
    const shown = new Map(Array.from({ length: 5100 }, (_each, at) => [String(101 + at), bob]));
    expect(await searchIn(shown).above(100, true)).toMatchObject({ kind: 'uncertain' });
  });

  test('is not absent in a store whose IDs do not rise, whatever it has refused', async () => {
    const marks = new IdMarks(100);
    marks.note('90', 100);
    expect(await searchIn(new Map(), marks).above(100, true)).toMatchObject({ kind: 'unproven' });
  });
});

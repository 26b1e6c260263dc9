import { expect, test } from 'vitest';
import { customers } from '../../../../src/client/endpoints/imported-customers.ts';
import { IdMarks } from '../../../../src/import/evidence/ids/id-marks.ts';
import { Strangers } from '../../../../src/import/evidence/ids/strangers.ts';
import { keysOf, withHashedKeys } from '../../../../src/import/map/rows/key.ts';

const noun = withHashedKeys(customers, Buffer.from('secret'));

function rowOf(name: string) {
  const emailAddress = `${name}@shop.test`;
  const [key] = keysOf(noun, { emailAddress });
  if (!key) throw new Error('A row has a key.');
  return { key, emailAddress };
}
const [ann, bob, cas] = ['ann', 'bob', 'cas'].map(rowOf) as [Row, Row, Row];
type Row = ReturnType<typeof rowOf>;

/** Who is seen in a store that has these people, by ID. */
function watched(shown: ReadonlyMap<number, Row>, isOurs: (id: number) => boolean = () => false) {
  const reads: number[] = [];
  const strangers = new Strangers({
    noun,
    marks: new IdMarks(100),
    read: async (id) => {
      reads.push(id);
      const row = shown.get(id);
      const record = { customerId: String(id), emailAddress: row?.emailAddress };
      return row ? { kind: 'record', id: String(id), record } : { kind: 'missing' };
    },
    isOurs,
    isOfFile: () => true,
    stop: () => undefined,
  });
  const leave = () => {
    const mark = { low: 100, sentAt: 0 };
    strangers.left(mark);
    return mark;
  };
  return { strangers, reads, leave };
}

test('an ID that a row may still get is not read before that row is answered', async () => {
  const { strangers, reads, leave } = watched(new Map([[102, bob]]));
  const [first, second] = [leave(), leave()];
  strangers.answered(ann, second, '103', 101);
  expect(reads).toEqual([]);
  strangers.answered(cas, first, '104', 103);
  expect(await strangers.all()).toEqual([{ key: bob.key, recordId: '102' }]);
});

test('nor is one that it got', async () => {
  const { strangers, reads, leave } = watched(new Map([[102, bob]]), (id) => id === 102);
  const [first, second] = [leave(), leave()];
  strangers.answered(ann, second, '103', 101);
  strangers.answered(bob, first, '102', 103);
  expect([await strangers.all(), reads]).toEqual([[], []]);
});

test('ten people are read, and fifty IDs at most', async () => {
  const crowd = watched(new Map(Array.from({ length: 100 }, (_, at) => [101 + at, rowOf(`p${at}`)])));
  crowd.strangers.answered(ann, crowd.leave(), '201', 100);
  expect([await crowd.strangers.all(), crowd.reads]).toEqual([expect.toSatisfy(hasTen), expect.toSatisfy(hasTen)]);
  const gaps = watched(new Map());
  for (let id = 101; id < 1000; id += 30) gaps.strangers.answered(ann, gaps.leave(), String(id + 30), id);
  await gaps.strangers.all();
  expect(gaps.reads).toHaveLength(50);
});

const hasTen = (many: readonly unknown[]): boolean => many.length === 10;

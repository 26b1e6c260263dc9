import { expect, test } from 'vitest';
import { Barrier } from '../../../../src/import/evidence/ids/barrier.ts';
import { IdMarks } from '../../../../src/import/evidence/ids/id-marks.ts';
import type { SendableRow } from '../../../../src/import/map/rows/key.ts';
import { SettleTime } from '../../../../src/pace/settle-time.ts';

const rowOf = (code: string): SendableRow => ({
  record: 1,
  line: 2,
  key: { field: 'emailAddress', code },
  values: {},
  stated: {},
});
const [ann, bob, cas] = ['ann', 'bob', 'cas'].map(rowOf) as [SendableRow, SendableRow, SendableRow];

/** A barrier before the rows of an import, at a time that only moves when it is told to. */
function barrierAt(highest?: number) {
  let now = 0;
  const until = (time: number): void => {
    now = time;
  };
  const stop = new AbortController();
  const clock = {
    now: () => new Date(now),
    elapsed: () => now,
    sleep: async (time: number) => until(now + time),
  };
  const times = { clock, settleTime: new SettleTime(90), stopped: stop.signal };
  const barrier = new Barrier(times, new IdMarks(highest), 8);
  return { barrier, stop, until, now: () => now };
}

/** Whether something that is waited for has come. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  let done = false;
  void work.then(() => {
    done = true;
  });
  await new Promise(setImmediate);
  return done;
}

test('where an ID is known, as many rows may be announced as a kill may leave open', async () => {
  expect(await barrierAt(100).barrier.room()).toEqual({ most: 8, low: 100 });
});

test('before an ID is known, one row is sent at a time, and the next one when it was answered', async () => {
  const { barrier } = barrierAt();
  expect(await barrier.room()).toEqual({ most: 1, low: undefined });
  const mark = barrier.leave(true);
  const room = barrier.room();
  expect(await isDone(room)).toBe(false);
  barrier.answered(ann, mark, '101');
  expect(await room).toEqual({ most: 8, low: 101 });
  expect([barrier.has(101), barrier.has(102)]).toEqual([true, false]);
});

test('the last row comes alone, when the others were answered and their settle time is over', async () => {
  const { barrier, now } = barrierAt(100);
  async function* file() {
    yield [ann, bob];
    yield [cas];
  }
  const rows = barrier.held(file())[Symbol.asyncIterator]();
  expect([(await rows.next()).value, (await rows.next()).value]).toEqual([[ann], [bob]]);
  const marks = [barrier.leave(true), barrier.leave(true)] as const;
  const last = rows.next();
  barrier.answered(ann, marks[0], '101');
  expect(await isDone(last)).toBe(false);
  void barrier.nextAfter(() => 90, false);
  barrier.answered(bob, marks[1], undefined);
  expect([(await last).value, now()]).toEqual([[cas], 90]);
});

test('only the ID of a row that left when the settle time was over tells where the IDs of another end', async () => {
  const { barrier, until } = barrierAt(100);
  const above = barrier.nextAfter(() => 90, false);
  const early = barrier.leave(true);
  until(90);
  const late = barrier.leave(true);
  barrier.answered(ann, early, '105');
  expect(await isDone(above)).toBe(false);
  barrier.answered(bob, late, '106');
  expect(await above).toEqual({ above: '106', leads: false });
});

test('where all that are left wait for one another, none tells of the others', async () => {
  const { barrier } = barrierAt(100);
  const waits = [barrier.nextAfter(() => 90, false), barrier.nextAfter(() => 90, false)];
  for (const wait of waits) void barrier.follow(wait.then(() => undefined));
  expect(await isDone(Promise.all(waits))).toBe(false);
  void barrier.end();
  expect(await Promise.all(waits)).toEqual(Array(2).fill({ above: undefined, leads: false }));
});

test('but for a row that the store has refused: it goes first', async () => {
  const { barrier } = barrierAt(100);
  const wait = barrier.nextAfter(() => 90, false);
  const refused = barrier.nextAfter(() => 90, true);
  for (const each of [wait, refused]) void barrier.follow(each.then(() => undefined));
  void barrier.end();
  expect(await refused).toEqual({ above: undefined, leads: true });
});

test('nobody waits when the import stops', async () => {
  const { barrier, stop } = barrierAt();
  const wait = barrier.nextAfter(() => 90, false);
  stop.abort();
  const nothing = { above: undefined, leads: false };
  expect([await wait, await barrier.nextAfter(() => 90, false)]).toEqual([nothing, nothing]);
  expect(await barrier.room()).toEqual({ most: 1, low: undefined });
});

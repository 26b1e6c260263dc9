import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attemptsByKey, firstCreatedSince } from '../../../src/import/journal/attempts.ts';
import { addRun, beginPart } from '../../../src/import/journal/runs.ts';
import type { Key } from '../../../src/import/map/rows/key.ts';
import type { RowState } from '../../../src/import/rows/states.ts';
import { ownDirectory } from '../../support/directory.ts';
import { noteFileRows, openedJournal } from './opened.ts';

interface Row {
  readonly state: RowState;
  readonly attempts: number;
  readonly low?: number;
}

/** What a journal knows of one customer, of whom these runs have a row each; the last run asks. */
async function attemptsIn(...rows: readonly Row[]) {
  const journal = await openedJournal(join(ownDirectory(), 'j.db'));
  let run = 0;
  for (const [at, { low, ...row }] of rows.entries()) {
    run = addRun(journal, {
      ...{ store: 's', identity: String(at), noun: 'customers', path: '/in.csv', file: 'f', options: '{}', started: 1 },
      ...{ rows: 1, invalid: 0, excluded: 0, elsewhere: 0 },
    });
    noteFileRows(journal, [{ ...row, run, record: 1, line: 2, key: { field: 'emailAddress', code: 'h' } }]);
    if (low !== undefined)
      journal.commit(() => journal.database.run('UPDATE row SET low = ? WHERE run = ?', BigInt(low), BigInt(run)));
  }
  const { count, low, isRefused } = attemptsByKey(journal, 'customers', run).get('emailAddress:h') ?? {};
  return { count, low, isRefused };
}

test('an open row of which no attempt is known has no lower mark, and was not refused', async () => {
  expect(await attemptsIn({ state: 'open', attempts: 0 })).toEqual({ count: 0, low: undefined, isRefused: false });
});

test('a row that a later run has only looked up has the marks of the run that sent it', async () => {
  const sent = { state: 'rejected', attempts: 2, low: 7 } as const;
  expect(await attemptsIn(sent, { state: 'open', attempts: 0 })).toEqual({ count: 0, low: 7, isRefused: true });
});

test('the lowest mark of all attempts counts, and none where one of them has none', async () => {
  const [first, second] = [{ state: 'absent', attempts: 1, low: 9 } as const, { state: 'open', attempts: 1 } as const];
  expect(await attemptsIn(first, { ...second, low: 4 })).toEqual({ count: 1, low: 4, isRefused: false });
  expect(await attemptsIn(first, second)).toEqual({ count: 1, low: undefined, isRefused: false });
});

const [key, other] = ['h', 'i'].map((code) => ({ field: 'emailAddress', code }));

/** A journal in which one customer was sent at 1000, and is in this state since then; another one was created. */
async function timesIn(lost: { state: RowState; at: number }, clockDiffers: boolean, evidence: 'answered' | 'read') {
  const journal = await openedJournal(join(ownDirectory(), 'j.db'));
  const run = addRun(journal, {
    ...{ store: 's', identity: 'a', noun: 'customers', path: '/in.csv', file: 'f', options: '{}', started: 1 },
    ...{ rows: 2, invalid: 0, excluded: 0, elsewhere: 0 },
  });
  beginPart(journal, run, { clockDiffers });
  const row = { run, line: 2, attempts: 1 };
  noteFileRows(journal, [
    { ...row, record: 1, key: key as Key, state: lost.state, endedAt: lost.at },
    { ...row, record: 2, key: other as Key, state: 'created', recordId: '107', evidence },
  ]);
  journal.commit(() => journal.database.run('UPDATE row SET sent = iif(record = 1, 1000, 5000)'));
  const since = (time: number) => firstCreatedSince(journal, 'customers', time);
  return { endedAt: attemptsByKey(journal, 'customers', 0).get('emailAddress:h')?.endedAt, since };
}

test('a journal says when an attempt had ended, but not by its announcement', async () => {
  expect((await timesIn({ state: 'open', at: 1000 }, false, 'answered')).endedAt).toBeUndefined();
  expect((await timesIn({ state: 'open', at: 1300 }, false, 'answered')).endedAt).toBe(1300);
});

test('and which ID came of an attempt that left later, if the store answered it', async () => {
  const { since } = await timesIn({ state: 'open', at: 1300 }, false, 'answered');
  expect([since(5000), since(5001)]).toEqual([107, undefined]);
  expect((await timesIn({ state: 'open', at: 1300 }, false, 'read')).since(0)).toBeUndefined();
});

test('it says neither where the clock was not that of the store', async () => {
  const { endedAt, since } = await timesIn({ state: 'open', at: 1300 }, true, 'answered');
  expect([endedAt, since(0)]).toEqual([undefined, undefined]);
});

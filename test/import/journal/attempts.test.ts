import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attemptsByKey } from '../../../src/import/journal/attempts.ts';
import { addRun } from '../../../src/import/journal/runs.ts';
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

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attemptsByKey, idsByKey } from '../../../src/import/journal/attempts.ts';
import { blockedKeys } from '../../../src/import/journal/earlier-rows.ts';
import { addRun, allRuns, beginPart, deleteRun, endRun } from '../../../src/import/journal/runs.ts';
import type { RowState } from '../../../src/import/rows/states.ts';
import { ownDirectory } from '../../support/directory.ts';
import { noteFileRows, openedJournal } from './opened.ts';

const day = 24 * 3_600_000;

/** What a journal knows days after a run of this noun was deleted whose rows had these states. */
async function knownAfterDeletion(noun: string, states: readonly RowState[]) {
  const path = join(ownDirectory(), 'j.db');
  const runOf = { store: 's', noun, path: '/in.csv', file: 'f', options: '{}', started: 1 };
  const counts = { rows: states.length, invalid: 0, excluded: 0, elsewhere: 0 };
  const journal = await openedJournal(path, { at: day });
  const run = addRun(journal, { ...runOf, ...counts, identity: 'i' });
  const entries = states.map((state, at) => ({
    ...{ run, record: at + 1, line: at + 2, key: { field: 'sku', code: state } },
    ...{ state, attempts: 1, recordId: state === 'created' ? '7' : undefined },
  }));
  noteFileRows(journal, entries);
  endRun(journal, run, { state: 'finished', stopped: null });
  deleteRun(journal, run);
  await journal.close();
  const later = await openedJournal(path, { at: 5 * day });
  const next = addRun(later, { ...runOf, ...counts, identity: 'j' });
  for (let parts = 0; parts < 2; parts++) beginPart(later, next, { clockDiffers: false });
  return {
    listed: allRuns(later).map((one) => one.run),
    created: [...idsByKey(later, noun).kept.keys()],
    attempts: [...attemptsByKey(later, noun, next).keys()],
    blocked: blockedKeys(later, noun).map(({ code }) => code),
  };
}

const states = ['created', 'rejected', 'uncertain', 'blocked'] as const;

test('a deleted import of people leaves all that was sent, for good: no list of the store shows it', async () => {
  expect(await knownAfterDeletion('customers', states)).toEqual({
    listed: [2],
    created: ['sku:created'],
    attempts: ['sku:rejected', 'sku:uncertain'],
    blocked: ['blocked'],
  });
});

test.each(['products', 'vouchers'])(
  'a deleted import of %s leaves nothing once the store must show what was sent',
  async (noun) => {
    expect(await knownAfterDeletion(noun, states)).toEqual({ listed: [2], created: [], attempts: [], blocked: [] });
  },
);

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { damaged, journalPlace, lostHint, notAJournal, unwritable } from '../../../src/import/journal/refusals.ts';
import { addRun } from '../../../src/import/journal/runs.ts';
import { createFiles } from '../../../src/system/files.ts';
import { Secrets } from '../../../src/text/redact.ts';
import { ownDirectory } from '../../support/directory.ts';
import { openedJournal } from './opened.ts';

const ofProducts = { path: 'j.db', hasPeople: () => false };
const ofPeople = { path: 'j.db', hasPeople: () => true };

test.each([
  ['SQLITE_FULL', '(the disk is full)', 'Free disk space'],
  ['SQLITE_READONLY', '(it is read-only)', 'Make it writable'],
  ['UNKNOWN_SQLITE_ERROR_1544', '(its directory is read-only)', 'Make the directory writable'],
  ['SQLITE_IOERR', '(SQLITE_IOERR)', 'Free disk space'],
])('a journal that cannot be written because of %s is named with the cause and what to do', (code, why, fix) => {
  const cause = Object.assign(new Error(), { code });
  const hint = `${fix}, then rerun the command. Before you use another file with --journal, wait two minutes.`;
  expect(unwritable(ofProducts, cause)).toMatchObject({
    ...{ kind: 'import-stopped', message: expect.stringContaining(why), hint },
  });
  expect(unwritable(ofPeople, cause).hint).toBe(
    `${fix}, then rerun the command. Do not use another file with --journal: it does not know who was sent.`,
  );
});

test('of a journal of people no advice is to wait, or to use another one', () => {
  const hints = (place: typeof ofPeople): string =>
    [damaged(place, 'x').hint, notAJournal(place).hint, lostHint(place)].join('\n');
  expect(hints(ofProducts)).toMatch(/wait two minutes/);
  expect(hints(ofPeople)).not.toMatch(/wait|move it away|Choose another/);
});

test.each([
  ['customers', true],
  ['addresses', true],
  ['products', false],
  ['vouchers', false],
])('whether a journal of %s has people is told by its imports, if its secret is lost', async (noun, hasPeople) => {
  const path = join(ownDirectory(), 'j.db');
  const journal = await openedJournal(path);
  const counts = { rows: 1, invalid: 0, excluded: 0, elsewhere: 0 };
  addRun(journal, {
    store: 's',
    identity: 'i',
    noun,
    path: '/in.csv',
    file: 'f',
    options: '{}',
    started: 1,
    ...counts,
  });
  expect(journalPlace(path, createFiles('/', new Secrets()), journal.database).hasPeople()).toBe(hasPeople);
});

import { expect, test } from 'vitest';
import { unwritable } from '../../../src/import/journal/refusals.ts';

test.each([
  ['SQLITE_FULL', '(the disk is full)', 'Free disk space'],
  ['SQLITE_READONLY', '(it is read-only)', 'Make it writable'],
  ['UNKNOWN_SQLITE_ERROR_1544', '(its directory is read-only)', 'Make the directory writable'],
  ['SQLITE_IOERR', '(SQLITE_IOERR)', 'Free disk space'],
])('a journal that cannot be written because of %s is named with the cause and what to do', (code, why, fix) => {
  const hint = `${fix}, then rerun the command. Before you use another file with --journal, wait two minutes.`;
  expect(unwritable('j.db', Object.assign(new Error(), { code }))).toMatchObject({
    ...{ kind: 'import-stopped', message: expect.stringContaining(why), hint },
  });
});

import { expect, test } from 'vitest';
import { unwritable } from '../../../src/import/journal/refusals.ts';

test.each([
  ['SQLITE_FULL', '(the disk is full)', 'Free disk space or'],
  ['SQLITE_READONLY', '(it is read-only)', 'Make it writable or'],
  ['UNKNOWN_SQLITE_ERROR_1544', '(its directory is read-only)', 'Make the directory writable or'],
  ['SQLITE_IOERR', '(SQLITE_IOERR)', 'Free disk space or'],
])('a journal that cannot be written because of %s is named with the cause and what to do', (code, why, fix) => {
  expect(unwritable('j.db', Object.assign(new Error(), { code }))).toMatchObject({
    ...{ kind: 'import-stopped', message: expect.stringContaining(why), hint: expect.stringContaining(fix) },
  });
});

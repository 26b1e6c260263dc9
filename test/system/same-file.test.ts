import { expect, test } from 'vitest';
import { isSameFile } from '../../src/system/same-file.ts';

const inode = 2n ** 53n;

test.each([
  [
    'two files of Windows whose inodes differ beyond 53 bits',
    { ino: inode, dev: 1n },
    { ino: inode + 1n, dev: 1n },
    false,
  ],
  ['two names of one file', { ino: inode, dev: 1n }, { ino: inode, dev: 1n }, true],
  ['files of two disks', { ino: inode, dev: 1n }, { ino: inode, dev: 2n }, false],
  ['a file that is missing', { ino: inode, dev: 1n }, undefined, false],
  ['two files that are missing', undefined, undefined, false],
])('%s are told apart from one', (_, one, other, expected) => {
  expect(isSameFile(one, other)).toBe(expected);
});

import type { BigIntStats } from 'node:fs';

/** What the system knows a file by. Inodes of Windows have 64 bits, of which a number keeps 53: of two files, it makes one. */
type FileIdentity = Pick<BigIntStats, 'ino' | 'dev'>;

/** Whether two names or handles are of one file; not where one of them is missing. */
export const isSameFile = (one: FileIdentity | undefined, other: FileIdentity | undefined): boolean =>
  one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev;

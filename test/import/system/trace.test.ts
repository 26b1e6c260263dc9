import { expect, test } from 'vitest';
import { sentKeys } from './trace.ts';

const write = '7 pwrite64(31</j.db-wal>, "\\0\\0skuS-1", 4096, 24) = 4096';
const sync = '7 fsync(31</j.db-wal>) = 0';
const post =
  '7 writev(20<socket:[8]>, [{iov_base="POST /api/v2/products", iov_len=9}, {iov_base="{\\"sku\\":\\"S-1\\"}", iov_len=12}], 2) = 21';

test.each([
  ['written, synced, sent', [write, sync, post], true],
  ['written, synced by another call, sent', [write, '7 fdatasync(31</j.db-wal>) = 0', post], true],
  [
    'synced while another thread does something',
    [
      write,
      '7 fsync(31</j.db-wal> <unfinished ...>',
      '8 write(1<pipe:[1]>, "x", 1) = 1',
      '7 <... fsync resumed>) = 0',
      post,
    ],
    true,
  ],
  ['not synced', [write, post], false],
  ['not written', [sync, post], false],
  ['sent before the sync', [write, post, sync], false],
  ['synced before it was written', [sync, write, post], false],
  ['the sync failed', [write, '7 fsync(31</j.db-wal>) = -1 EIO (Input/output error) (INJECTED)', post], false],
  ['another file was synced', [write, '7 fsync(30</j.db>) = 0', post], false],
  [
    'sent before the sync ended',
    [write, '7 fsync(31</j.db-wal> <unfinished ...>', post.replace('7', '8'), '7 <... fsync resumed>) = 0'],
    false,
  ],
  [
    'written while the sync went on',
    ['7 fsync(31</j.db-wal> <unfinished ...>', write.replace('7', '8'), '7 <... fsync resumed>) = 0', post],
    false,
  ],
])('a trace shows whether a row was announced before it left: %s', (_, lines, announced) => {
  expect(sentKeys(lines.join('\n'), ['S-1'], '/j.db-wal')).toEqual([{ key: 'S-1', announced }]);
});

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockStore, whileAsking } from '../../../src/import/journal/lock.ts';
import { storeDirectory } from '../../../src/settings/directories.ts';
import { createFiles } from '../../../src/system/files.ts';
import { Secrets } from '../../../src/text/redact.ts';
import { ownDirectory, virtualClock } from '../../support/run.ts';
import { isThorough } from '../../support/thorough.ts';

const store = 'https://shop.example';
const worldOf = (home: string) => ({
  ...{ env: {}, platform: 'linux' as const, home, files: createFiles(home, new Secrets()), clock: virtualClock() },
  interrupted: new AbortController().signal,
});

/** Milliseconds. Whoever waits is held up by SQLite, for a second of real time at each try. */
const patience = isThorough ? 3000 : 0;

describe('the lock of a store', () => {
  test('excludes another import of the whole file and of any part, until it is released', async () => {
    const home = ownDirectory();
    const lock = await lockStore({ store, shard: undefined }, 0, worldOf(home));
    for (const shard of [undefined, { part: 1, of: 2 }])
      await expect(lockStore({ store, shard }, patience, worldOf(home))).rejects.toMatchObject({ exitCode: 9 });
    lock.release();
    (await lockStore({ store, shard: undefined }, 0, worldOf(home))).release();
  });

  test('names a question that waits for an answer, while it does', async () => {
    const home = ownDirectory();
    const lock = await lockStore({ store, shard: undefined }, 0, worldOf(home));
    const another = () => lockStore({ store, shard: undefined }, 0, worldOf(home));
    await whileAsking(store, worldOf(home), async () => {
      await expect(another()).rejects.toMatchObject({
        exitCode: 9,
        message: expect.stringContaining('waits for an answer'),
      });
    });
    await expect(another()).rejects.toMatchObject({ message: expect.stringContaining('is already running') });
    lock.release();
  });

  test('lets other shards and other stores in, not the same shard', async () => {
    const home = ownDirectory();
    const shard = { part: 1, of: 2 };
    const locks = [
      await lockStore({ store, shard }, 0, worldOf(home)),
      await lockStore({ store, shard: { part: 2, of: 2 } }, 0, worldOf(home)),
      await lockStore({ store: 'https://other.example', shard: undefined }, 0, worldOf(home)),
    ];
    await expect(lockStore({ store, shard }, 0, worldOf(home))).rejects.toMatchObject({ exitCode: 9 });
    for (const lock of locks) lock.release();
  });

  test('lets no shard in beside those of another number of parts, which would send the same rows', async () => {
    const home = ownDirectory();
    const third = { store, shard: { part: 1, of: 3 } };
    const locks = await Promise.all(
      [third, { store, shard: { part: 2, of: 3 } }].map((each) => lockStore(each, 0, worldOf(home))),
    );
    const quarter = { store, shard: { part: 3, of: 4 } };
    await expect(lockStore(quarter, patience, worldOf(home))).rejects.toMatchObject({
      exitCode: 9,
      message: expect.stringContaining('--shard …/3'),
    });
    for (const lock of locks) lock.release();
    const lock = await lockStore(quarter, 0, worldOf(home));
    await expect(lockStore(third, 0, worldOf(home))).rejects.toMatchObject({ exitCode: 9 });
    lock.release();
  });

  test('is not reported as held if its file is damaged', async () => {
    const home = ownDirectory();
    const path = join(storeDirectory(store, worldOf(home)), 'import.lock');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'something else, longer than a header would be '.repeat(4));
    await expect(lockStore({ store, shard: undefined }, 0, worldOf(home))).rejects.toMatchObject({
      kind: 'usage',
      message: `The journal ${path} is damaged (SQLITE_NOTADB).`,
    });
  });

  test('is left to the journal where there is no home to write to', async () => {
    const directory = ownDirectory({ home: '' });
    const lock = await lockStore({ store, shard: undefined }, 0, worldOf(join(directory, 'home')));
    expect(lock.check()).toBeUndefined();
  });
});

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFiles } from '../../src/files.ts';
import { journalPath, openJournal } from '../../src/imports/journal.ts';
import type { Key } from '../../src/imports/keys.ts';
import { Secrets } from '../../src/text/redact.ts';
import { inDirectory } from '../support/run.ts';

const sku = (code: string): Key => ({ field: 'sku', code });
const codes = (journal: { open(): readonly { key: Key }[] }): readonly string[] =>
  journal.open().map(({ key }) => `${key.field}:${key.code}`);

const withPath = <T>(use: (path: string, open: (at?: number) => ReturnType<typeof openJournal>) => Promise<T>): Promise<T> =>
  inDirectory((directory) => {
    const [path, files] = [join(directory, 'a', 'imports.db'), createFiles(directory, new Secrets())];
    const clockAt = (at: number) => ({ now: () => new Date(at), elapsed: () => 0, sleep: async () => undefined });
    return use(path, (at = 0) => openJournal(path, 90_000, { files, clock: clockAt(at) }));
  });

const nothing = { created: [], dropped: [] };

describe('the journal of a store', () => {
  test('remembers what was created until the store must show it by itself', async () => {
    await withPath(async (_, open) => {
      const first = await open(1_000_000);
      first.begin([{ key: sku('A'), line: 2 }], nothing);
      first.settle({ created: [sku('A')], dropped: [] });
      first.close();
      const soon = await open(1_000_000 + 180_000);
      const recent = [soon.isRecent(sku('A')), soon.isRecent(sku('B')), codes(soon)];
      soon.close();
      const later = await open(1_000_000 + 180_001);
      expect([recent, later.isRecent(sku('A'))]).toEqual([[true, false, []], false]);
      later.close();
    });
  });

  test('keeps what was begun and not settled, over its own life', async () => {
    await withPath(async (_, open) => {
      const first = await open();
      first.begin(
        [
          { key: sku('A'), line: 2 },
          { key: sku('B'), line: 3 },
          { key: { field: 'ean', code: 'A' }, line: 4 },
        ],
        nothing,
      );
      first.begin([{ key: sku('C"é'), line: 5 }], { created: [], dropped: [sku('A')] });
      first.close();
      const second = await open();
      expect(codes(second)).toEqual(['sku:B', 'ean:A', 'sku:C"é']);
      second.settle({ created: [sku('B')], dropped: [{ field: 'ean', code: 'A' }] });
      expect(codes(second)).toEqual(['sku:C"é']);
      second.close();
    });
  });

  test('a stuck key is not looked up again, and never forgotten', async () => {
    await withPath(async (_, open) => {
      const journal = await open();
      journal.begin([{ key: sku('A'), line: 2 }], nothing);
      journal.stick(sku('A'));
      expect([codes(journal), journal.stuck()]).toEqual([[], [sku('A')]]);
      journal.close();
    });
  });

  test('a second import into the store is refused while the first has it', async () => {
    await withPath(async (_, open) => {
      const first = await open();
      await expect(open()).rejects.toMatchObject({ kind: 'import-running', exitCode: 9 });
      first.close();
      (await open()).close();
    });
  });

  test('no other user can read it', async () => {
    await withPath(async (path, open) => {
      (await open()).close();
      const modes = await Promise.all([path, join(path, '..')].map(async (each) => ((await stat(each)).mode & 0o777).toString(8)));
      expect(modes).toEqual(['600', '700']);
    });
  });

  test('two stores have two journals, also when their addresses look alike', () => {
    const context = { env: {}, platform: 'linux' as const, home: '/home/jo' };
    const paths = ['https://shop.example/nl', 'https://shop.example_nl', 'https://shop.example'].map((store) =>
      journalPath(store, context),
    );
    expect([new Set(paths).size, paths[0]?.startsWith('/home/jo/.local/state/shop-cli/shop.example_nl-')]).toEqual([3, true]);
  });
});

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

const withPath = <T>(use: (path: string, context: { files: ReturnType<typeof createFiles> }) => Promise<T>): Promise<T> =>
  inDirectory((directory) => use(join(directory, 'a', 'imports.db'), { files: createFiles(directory, new Secrets()) }));

describe('the journal of a store', () => {
  test('keeps what was begun and not settled, over its own life', async () => {
    await withPath(async (path, context) => {
      const first = await openJournal(path, context);
      first.begin(
        [
          { key: sku('A'), line: 2 },
          { key: sku('B'), line: 3 },
          { key: { field: 'ean', code: 'A' }, line: 4 },
        ],
        [],
      );
      first.begin([{ key: sku('C"é'), line: 5 }], [sku('A')]);
      first.close();
      const second = await openJournal(path, context);
      expect(codes(second)).toEqual(['sku:B', 'ean:A', 'sku:C"é']);
      second.settle([sku('B'), { field: 'ean', code: 'A' }]);
      expect(codes(second)).toEqual(['sku:C"é']);
      second.close();
    });
  });

  test('a stuck key is not looked up again, and never forgotten', async () => {
    await withPath(async (path, context) => {
      const journal = await openJournal(path, context);
      journal.begin([{ key: sku('A'), line: 2 }], []);
      journal.stick(sku('A'));
      expect([codes(journal), journal.stuck()]).toEqual([[], [sku('A')]]);
      journal.close();
    });
  });

  test('a second import into the store is refused while the first has it', async () => {
    await withPath(async (path, context) => {
      const first = await openJournal(path, context);
      await expect(openJournal(path, context)).rejects.toMatchObject({ kind: 'import-running', exitCode: 9 });
      first.close();
      (await openJournal(path, context)).close();
    });
  });

  test('no other user can read it', async () => {
    await withPath(async (path, context) => {
      (await openJournal(path, context)).close();
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

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inDirectory } from '../support/run.ts';
import { withSandbox } from '../support/store.ts';

const rows = Array.from({ length: 12 }, (_, at) => `NEW-${at},Thing ${at},${at}.5`);

const withFile = (lines: readonly string[], use: (directory: string) => Promise<void>) =>
  inDirectory(async (directory) => {
    await writeFile(join(directory, 'a.csv'), `${['sku,name,price', ...lines].join('\n')}\n`);
    await use(directory);
  });

test('--quiet prints the ID of an import alone', async () => {
  await withFile(rows, (directory) =>
    withSandbox(async ({ run }) => {
      const outcome = await run('products import a.csv --quiet', { directory, home: directory });
      // The ID that the next command takes.
      expect(outcome).toMatchObject({ code: 0, out: '1\n', err: '' });
      expect((await run(`imports show ${outcome.out.trim()} -q`, { directory, home: directory })).out).toBe('1\n');
      expect((await run('products import a.csv', { directory })).err).toContain('Details: shop-cli imports show');
    }),
  );
});

test('existing rows that are unchanged read as part of the existing ones', async () => {
  await withFile(rows, (directory) =>
    withSandbox(async ({ run }) => {
      await run('products import a.csv', { directory, home: directory });
      const { out } = await run('products import a.csv', { directory, home: directory });
      expect(out).toMatch(/^Existing +12\nof which unchanged +12$/m);
    }),
  );
});

test('--quiet leaves what is wrong with rows', async () => {
  await withFile(['A,Thing,x'], (directory) =>
    withSandbox(async ({ run }) => {
      const { code, err } = await run('products import a.csv --quiet', { directory });
      expect([code, err]).toEqual([2, expect.stringMatching(/^Line 2\b.*price.*\n(.*\n)*Error: /i)]);
    }),
  );
});

test('a dry run says how many rows more there are, and amounts with two decimals or more', async () => {
  await withFile(['B-1,Thing,7.500', ...rows], (directory) =>
    withSandbox(async ({ run }) => {
      const { code, out, err } = await run('products import a.csv --dry-run', { directory });
      expect([code, out.trimEnd().split('\n').length]).toEqual([0, 11]);
      expect(out).toMatch(/B-1 .* 7\.50$/m);
      expect(out).toMatch(/NEW-3 .* 3\.50$/m);
      expect(err).toContain('… and 3 more rows. To see every row, add --output csv.\n13 rows would be sent.');
      expect((await run('products import a.csv --dry-run --output csv', { directory })).err).not.toContain('more row');
    }),
  );
});

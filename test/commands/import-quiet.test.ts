import { expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { isThorough } from '../support/thorough.ts';

const rows = Array.from({ length: 12 }, (_, at) => `NEW-${at},Thing ${at},${at}.5`);

/** A directory with these rows in `a.csv`. */
const besideFile = (lines: readonly string[]): string =>
  ownDirectory({ 'a.csv': `${['sku,name,price', ...lines].join('\n')}\n` });

test('--quiet prints the IDs of the created products alone, in the order of the file', async () => {
  const directory = besideFile(rows);
  const { run } = await serveSandbox();
  const { out, ...outcome } = await run('products import a.csv --quiet', { directory, home: directory });
  expect(outcome).toEqual({ code: 0, err: '' });
  // What the next command takes.
  const created = await run(`products get ${out.split('\n').join(' ')} --fields sku -o csv`);
  expect(created.out).toBe(`sku\n${rows.map((row) => `${row.split(',')[0]}\n`).join('')}`);
  // Nothing is created.
  expect((await run('products import a.csv -q', { directory, home: directory })).out).toBe('');
  expect((await run('products import a.csv', { directory })).err).toContain('Details: shop-cli imports show');
});

test('--quiet prints nothing for a dry run and a plan, which create nothing', async () => {
  const directory = besideFile(rows);
  const { run } = await serveSandbox();
  for (const option of ['--dry-run', '--save-plan a.plan'])
    expect(await run(`products import a.csv ${option} -q`, { directory })).toEqual({ code: 0, out: '', err: '' });
});

test.runIf(isThorough)('existing rows that are unchanged read as part of the existing ones', async () => {
  const directory = besideFile(rows);
  const { run } = await serveSandbox();
  await run('products import a.csv', { directory, home: directory });
  const { out } = await run('products import a.csv', { directory, home: directory });
  expect(out).toMatch(/^Existing +12\nof which unchanged +12$/m);
});

test('--quiet leaves what is wrong with rows', async () => {
  const directory = besideFile(['A,Thing,x']);
  const { run } = await serveSandbox();
  const { code, err } = await run('products import a.csv --quiet', { directory });
  expect([code, err]).toEqual([2, expect.stringMatching(/^Line 2\b.*price.*\n(.*\n)*Error: /i)]);
});

test('a dry run says how many rows more there are, and amounts with two decimals or more', async () => {
  const directory = besideFile(['B-1,Thing,7.500', ...rows]);
  const { run } = await serveSandbox();
  const { code, out, err } = await run('products import a.csv --dry-run', { directory });
  expect([code, out.trimEnd().split('\n').length]).toEqual([0, 11]);
  expect(out).toMatch(/B-1 .* 7\.50$/m);
  expect(out).toMatch(/NEW-3 .* 3\.50$/m);
  expect(err).toContain('… and 3 more rows. To see every row, add --output csv.\n13 rows would be sent.');
  expect((await run('products import a.csv --dry-run --output csv', { directory })).err).not.toContain('more row');
});

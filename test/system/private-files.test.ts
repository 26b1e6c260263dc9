import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { ownDirectory, shopCli } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

test('a sandbox database that others could read is made private', async () => {
  const directory = ownDirectory();
  const run = () => shopCli(`products list --store sandbox:${join(directory, 'shop.db')} --limit 1`, { directory });
  await run();
  await chmod(join(directory, 'shop.db'), 0o644);
  expect([(await run()).code, await modeOf(join(directory, 'shop.db'))]).toEqual([0, '600']);
});

test('a journal that others could read is made private', async () => {
  const { run } = await serveSandbox();
  const directory = ownDirectory();
  await writeFile(join(directory, 'a.csv'), 'sku,name\nA-1,Mug\n');
  const once = () => run('products import a.csv --journal a.db', { directory });
  await once();
  await chmod(join(directory, 'a.db'), 0o644);
  expect([(await once()).code, await modeOf(join(directory, 'a.db'))]).toEqual([0, '600']);
});

test('the database of another program is not changed', async () => {
  const directory = ownDirectory();
  const path = join(directory, 'other.db');
  const other = await openSqlite(path);
  other.exec('CREATE TABLE notes (text); INSERT INTO notes VALUES (1)');
  other.close();
  await chmod(path, 0o644);
  const before = await readFile(path);
  const { code, err } = await shopCli(`products list --store sandbox:${path}`, { directory });
  expect([code, err]).toEqual([2, expect.stringContaining('belongs to another program')]);
  expect([await modeOf(path), (await readFile(path)).equals(before)]).toEqual(['644', true]);
});

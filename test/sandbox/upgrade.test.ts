import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { ownDirectory, shopCli } from '../support/run.ts';

test('a database of the version before is refused with the way out, and stays as it is', async () => {
  const directory = ownDirectory();
  const database = join(directory, 'own.db');
  const run = (line: string) => shopCli(`--store sandbox:${database} ${line}`);
  await run('products create --sku ONE --name One --price 1');
  const setVersion = async (version: number) => {
    const sqlite = await openSqlite(database);
    sqlite.exec(`PRAGMA user_version=${version}`);
    sqlite.close();
  };
  await setVersion(6);
  const { code, err } = await run('products list');
  await setVersion(7);
  expect([code, err.replaceAll(directory, '')]).toEqual([
    2,
    `Error: The database /own.db belongs to a sandbox of another version of shop-cli.
Choose another file with sandbox --db or --store sandbox:<file>, or delete this one.
`,
  ]);
  expect((await run('products get --sku ONE')).code).toBe(0);
});

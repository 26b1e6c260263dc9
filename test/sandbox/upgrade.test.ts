import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { inDirectory, shopCli } from '../support/run.ts';

/** What version 4 added, taken away again. */
const toVersion2 = `
  ALTER TABLE variants DROP COLUMN record;
  ALTER TABLE products DROP COLUMN record;
  DROP INDEX variantsBySku;
  DROP INDEX variantsByEan;
  ALTER TABLE variants DROP COLUMN sku;
  ALTER TABLE variants DROP COLUMN ean;
  DROP INDEX productsByPlace;
  ALTER TABLE products DROP COLUMN place;
  PRAGMA user_version=2;`;

test('a database of the version before is taken over, with all that is in it', async () => {
  await inDirectory(async (directory) => {
    const database = join(directory, 'own.db');
    const run = (line: string) => shopCli(`--store sandbox:${database} ${line}`);
    const records = async (line: string) => (await run(line)).out.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');
    await run('products create --sku ONE --name One --price 1');
    const before = await records('products list --all -o ndjson');
    const sqlite = await openSqlite(database);
    sqlite.exec(toVersion2);
    sqlite.close();
    const after = await records('products list --all -o ndjson');
    await run('products create --sku TWO --name Two --price 1');
    const main = (await records('products list --all --main-only -o ndjson')).trimEnd().split('\n');
    expect([after, main.slice(-2).map((line) => JSON.parse(line).sku)]).toEqual([before, ['ONE', 'TWO']]);
  });
});

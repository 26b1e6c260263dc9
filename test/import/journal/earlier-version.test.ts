import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { ownDirectory } from '../../support/run.ts';
import { serveStore, type TestStore } from '../../support/store.ts';
import { type Product, posts, storeOf } from '../product-store.ts';

/** Journals of version 0.1.0, each with the file, and with what the store had when its import was killed or had ended. */
const directory = join(import.meta.dirname, '0.1.0');

interface Earlier {
  readonly file: string;
  readonly products: readonly Product[];
  readonly version: number;
  readonly schema: readonly string[];
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>>;
}

/** Makes the journal as that version left it, for the store of the test. */
async function makeJournal(path: string, { schema, version, rows }: Earlier, { url }: TestStore): Promise<void> {
  const database = await openSqlite(path);
  for (const statement of [...schema, `PRAGMA user_version = ${version}`]) database.exec(statement);
  const store = new URL(url).origin;
  for (const [table, records] of Object.entries(rows)) {
    for (const record of records) {
      const { file, options } = record;
      const identity = createHash('sha256').update(`${store}\n${file}\n${options}`).digest('hex');
      const own = table === 'runs' ? { ...record, store, identity } : record;
      const names = Object.keys(own);
      database.run(
        `INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`,
        ...Object.values(own).map((value) => (typeof value === 'number' ? BigInt(value) : value)),
      );
    }
  }
  database.close();
}

test.each(readdirSync(directory))('an import that 0.1.0 left (%s) is finished, and no row is doubled', async (name) => {
  const earlier = JSON.parse(readFileSync(join(directory, name), 'utf8')) as Earlier;
  const isFinished = earlier.rows.runs?.every(({ state }) => state === 'finished');
  const products: Product[] = [...earlier.products];
  const skus = earlier.file.match(/^OLD-\d+/gm) ?? [];
  const lacking = skus.filter((sku) => !products.some((product) => product.sku === sku));
  const home = ownDirectory();
  await writeFile(join(home, 'old.csv'), earlier.file);
  const store = await serveStore(storeOf(products));
  const { seen } = store;
  await makeJournal(join(home, 'old.db'), earlier, store);
  const run = () => store.run('products import old.csv --yes --journal old.db', { directory: home });
  const { code, err } = await run();
  const again = await run();
  expect({
    codes: [code, again.code],
    isContinued: err.includes('Continuing import 1'),
    sent: posts(seen),
    inStore: products.map(({ sku }) => sku).sort(),
  }).toEqual({
    codes: [0, 0],
    isContinued: !isFinished,
    sent: lacking.length,
    inStore: [...earlier.products.map(({ sku }) => sku), ...lacking].sort(),
  });
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareTables } from '../../../src/import/journal/schema.ts';
import { foldedText } from '../../../src/import/map/rows/key.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { ownDirectory } from '../../support/run.ts';
import { serveSandbox, serveStore } from '../../support/store.ts';
import { sampled } from '../../support/thorough.ts';
import { catalogue, type Product, posts, serveShop, storeOf } from '../product-store.ts';
import { withNamesBefore17 } from './opened.ts';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** What the store had when the import was killed or had ended, and the file as it is continued. */
const imports = [
  { left: 'begun', inStore: [3, 1, 2, 4] },
  { left: 'recovering', inStore: [2, 1, 3, 4, 5, 6] },
  { left: 'sending', inStore: [1, 2, 3, 4, 5, 7, 6, 8] },
  { left: 'interrupted', inStore: [3, 1, 2, 4, 5, 6, 7, 8, 9, 10] },
  { left: 'unclear', inStore: [1, 3, 4, 5, 7, 8, 9] },
  { left: 'finished', inStore: numbers(1, 12) },
  { left: 'feed', inStore: numbers(1, 14), inFile: numbers(3, 14), changed: 5 },
];

interface OtherFile {
  readonly file: string;
  /** The number of a row of it, by that in the file of the journal. */
  readonly recordOf: (record: number) => number;
}

/** Makes the journal as that version left it, for the store of the test; of another file, if one is given. */
async function makeJournal(directory: string, left: string, url: string, other?: OtherFile): Promise<void> {
  const database = await openSqlite(join(directory, 'old.db'));
  const path = join(directory, 'old.csv');
  for (const name of ['schema', left])
    database.exec(readFileSync(join(import.meta.dirname, '0.1.0', `${name}.sql`), 'utf8'));
  const store = new URL(url).origin;
  if (other) {
    database.run('UPDATE runs SET file = ?', createHash('sha256').update(other.file).digest('hex'));
    // From the last: their numbers grow.
    for (const { record } of database.all('SELECT record FROM rows ORDER BY record DESC')) {
      const [before, after] = [Number(record), other.recordOf(Number(record))];
      database.run('UPDATE rows SET record = ?, line = ? WHERE record = ?', ...[after, after + 1, before].map(BigInt));
    }
  }
  for (const { run, file, options } of database.all('SELECT run, file, options FROM runs')) {
    const identity = createHash('sha256').update(`${store}\n${file}\n${options}`).digest('hex');
    const sql =
      'UPDATE runs SET store = ?1, identity = ?2, path = ?3, feed = iif(feed IS NULL, NULL, ?3) WHERE run = ?4';
    database.run(sql, store, identity, path, BigInt(Number(run)));
  }
  database.close();
}

sampled(3).each(imports)(
  'an import that 0.1.0 left $left is finished or remembered, and no row is doubled',
  async (earlier) => {
    const { left, inStore, inFile = numbers(1, 12), changed } = earlier;
    const isOver = ['finished', 'feed'].includes(left);
    const lacking = inFile.filter((number) => !inStore.includes(number));
    const products: Product[] = inStore.map((number, at) => ({
      productId: 200 + at,
      sku: `OLD-${number}`,
      name: `Old ${number}`,
      price: '1.0000',
    }));
    const lines = inFile.map((number) => `OLD-${number},Old ${number === changed ? 'five' : number},1\n`);
    const directory = ownDirectory({ 'old.csv': `sku,name,price\n${lines.join('')}` });
    const store = await serveStore(storeOf(products));
    const { seen } = store;
    await makeJournal(directory, left, store.url);
    const run = () => store.run('products import old.csv --yes --journal old.db', { directory });
    const { code, err } = await run();
    const again = await run();
    expect({
      codes: [code, again.code],
      isContinued: err.includes('Continuing import 1'),
      unchanged: /looking up (\d+) unchanged/.exec(err)?.[1],
      sent: posts(seen),
      inStore: products.map(({ sku }) => sku).sort(),
    }).toEqual({
      codes: [0, 0],
      isContinued: !isOver,
      unchanged: isOver ? '12' : undefined,
      sent: lacking.length,
      inStore: [...inStore, ...lacking].map((number) => `OLD-${number}`).sort(),
    });
  },
);

test('an import whose version counted blank rows is replaced, and no row is lost or doubled', async () => {
  const { inStore } = imports.find(({ left }) => left === 'interrupted') ?? { inStore: [] };
  const products: Product[] = inStore.map((number) => ({ productId: 200 + number, sku: `OLD-${number}`, name: 'Old' }));
  const file = `sku,name,price\n${numbers(1, 12)
    .map((number) => `OLD-${number},Old ${number},1\n,,\n`)
    .join('')}`;
  const directory = ownDirectory({ 'old.csv': file });
  const store = await serveStore(storeOf(products));
  await makeJournal(directory, 'interrupted', store.url, { file, recordOf: (record) => 2 * record - 1 });
  const { code, err } = await store.run('products import old.csv --yes --journal old.db', { directory });
  expect([code, err]).toEqual([0, expect.stringContaining('an earlier version read the rows of the file differently')]);
  expect(products.map(({ sku }) => sku).sort()).toEqual(
    numbers(1, 12)
      .map((number) => `OLD-${number}`)
      .sort(),
  );
  const database = await openSqlite(join(directory, 'old.db'));
  const rows = database.all('SELECT folded, cells ->> 1 AS code FROM row WHERE run = 1');
  database.close();
  // What the replaced import knows of a key stays with this key.
  expect(rows).not.toEqual([]);
  expect(rows.map(({ folded }) => folded)).toEqual(
    rows.map(({ code }) => foldedText({ field: 'sku', code: String(code) })),
  );
});

test('a journal that knows that the store creates what it throttles is read, and the import of it continues', async () => {
  const { run, ask, changeJournal } = await serveShop(catalogue(3), storeOf());
  await run();
  await changeJournal(
    "CREATE TABLE store (fact TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO store VALUES ('creates what it throttles'); PRAGMA user_version = 13",
  );
  expect(await ask('imports list')).toMatchObject({ code: 0 });
  expect(await run()).toMatchObject({ code: 0, posts: 0, report: { existing: 3 } });
});

/** The statements of a journal whose tables an earlier version made, once they are those of this version. */
async function preparedSchema(earlier: string): Promise<readonly string[]> {
  const database = await openSqlite(':memory:');
  database.exec(earlier);
  prepareTables(database, { path: 'j.db', hasPeople: () => false });
  const statements = database.all('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL').map(({ sql }) => String(sql));
  database.close();
  return statements.map((sql) => sql.replace(/\s+/g, ' ')).sort();
}

const schemaOf = (version: string): string => readFileSync(join(import.meta.dirname, version, 'schema.sql'), 'utf8');

test.each([
  ['0.1.0', schemaOf('0.1.0')],
  ['0.2.0', `${schemaOf('0.1.0')} PRAGMA user_version = 9;`],
  ['version 16', schemaOf('16')],
  ['version 17', schemaOf('17')],
  ['version 18', `${schemaOf('17')} ALTER TABLE row ADD COLUMN sent INTEGER; PRAGMA user_version = 18;`],
])('a journal of %s gets the tables, columns and indexes of a new one', async (_version, earlier) => {
  expect(await preparedSchema(earlier)).toEqual(await preparedSchema(''));
});

const asVersion18 = 'DROP TABLE deleted_record; PRAGMA user_version = 18';

const asVersion17 = `${asVersion18}; ALTER TABLE row DROP COLUMN sent; PRAGMA user_version = 17`;

const asVersion16 = `${asVersion17}; ${withNamesBefore17}; PRAGMA user_version = 16`;

test('an import of version 16 keeps its counts and IDs, and nothing is sent again', async () => {
  const products: Product[] = [];
  const { run, ask, changeJournal } = await serveShop(`${catalogue(3)},no key,1\n`, storeOf(products));
  const options = '--skip-invalid --quiet';
  const before = await run(options);
  const shown = await ask('imports show 1 --json');
  await changeJournal(asVersion16);
  expect(await ask('imports show 1 --json')).toEqual(shown);
  expect(await run(`${options} --results r.csv`)).toMatchObject({ posts: 0, report: { existing: 3, invalid: 1 } });
  expect([before.report.created, products.length]).toEqual([3, 3]);
});

test.each([
  ['16', asVersion16],
  ['17', asVersion17],
  ['18', asVersion18],
])('a journal of people of version %s still knows who was imported, and under which ID', async (_, asEarlier) => {
  const { run } = await serveSandbox();
  const directory = ownDirectory({ 'c.csv': 'email,firstName,lastName\njo@shop.test,Jo,Vries\n' });
  const line = 'customers import c.csv --journal j.db --results r.csv';
  await run(line, { directory });
  const created = /created,(\d+)/.exec(readFileSync(join(directory, 'r.csv'), 'utf8'))?.[1];
  const database = await openSqlite(join(directory, 'j.db'));
  database.exec(asEarlier);
  database.close();
  await run(line, { directory });
  expect(created).toMatch(/^\d+$/);
  expect(readFileSync(join(directory, 'r.csv'), 'utf8')).toContain(`,existing,${created},,journal`);
});

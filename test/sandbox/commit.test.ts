import { expect, onTestFinished, test } from 'vitest';
import { productOf } from '../../src/sandbox/products/product.ts';
import { countedTotals, storedTotals } from '../../src/sandbox/products/totals.ts';
import { commitsOf } from '../../src/sandbox/storage/commit.ts';
import { openDatabase } from '../../src/sandbox/storage/database.ts';
import { openSqlite, type Sqlite } from '../../src/system/sqlite.ts';
import { testClock } from './store.ts';

async function openNotes(): Promise<Sqlite> {
  const database = await openSqlite(':memory:');
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE notes (text TEXT)');
  return database;
}

const note = (database: Sqlite, text: string) => database.run('INSERT INTO notes VALUES (?)', text);
const notesOf = (database: Sqlite) => database.all('SELECT text FROM notes').map(({ text }) => text);

test('failed work is undone alone; the rest of its batch is committed', async () => {
  const database = await openNotes();
  const commit = commitsOf(database);
  const outcomes = await Promise.allSettled([
    commit(() => note(database, 'first').changes),
    commit(() => {
      note(database, 'second');
      throw new Error('no');
    }),
    commit(() => note(database, 'third').changes),
  ]);
  expect([outcomes.map(({ status }) => status), notesOf(database)]).toEqual([
    ['fulfilled', 'rejected', 'fulfilled'],
    ['first', 'third'],
  ]);
});

test('work that arrives together is one transaction, later work another', async () => {
  const database = await openNotes();
  let transactions = 0;
  const transaction: Sqlite['transaction'] = (work) => {
    transactions += 1;
    return database.transaction(work);
  };
  const commit = commitsOf({ ...database, transaction });
  await Promise.all([commit(() => note(database, 'a')), commit(() => note(database, 'b'))]);
  await commit(() => note(database, 'c'));
  await new Promise((resolve) => setImmediate(resolve));
  expect([transactions, notesOf(database)]).toEqual([2, ['a', 'b', 'c']]);
});

test('a failed commit rejects all its work, and the next one succeeds', async () => {
  const database = await openNotes();
  const commit = commitsOf(database);
  const outcomes = await Promise.allSettled([
    commit(() => note(database, 'a')),
    commit(() => database.exec('ROLLBACK')),
  ]);
  await commit(() => note(database, 'b'));
  expect([outcomes.map(({ status }) => status), notesOf(database)]).toEqual([['rejected', 'rejected'], ['b']]);
});

test('products of work that failed are in no total, and their numbers are taken by the next ones', async () => {
  const database = await openDatabase({ path: ':memory:', empty: false, now: testClock });
  onTestFinished(() => database.close());
  const commit = commitsOf(database);
  const price = { units: 500n, scale: 0 };
  const product = productOf({ sku: 'A-1', name: 'A', quantity: 3, price, purchasePrice: price }, 'nl', '');
  const create = (fails: boolean) =>
    commit((products) => {
      const { id } = products.add(product);
      if (fails) throw new Error('no');
      return id;
    });
  const outcomes = await Promise.allSettled([false, false, true, false].map(create));
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
    ...[241, 242, 'failed', 243],
  ]);
  expect(await create(false)).toBe(244);
  expect(storedTotals(database)).toEqual({
    main: countedTotals(database, 'mainPlace >= 0', []),
    full: countedTotals(database, 'place >= 0', []),
  });
});

import { expect, onTestFinished, test } from 'vitest';
import { commitsOf } from '../../src/sandbox/storage/commit.ts';
import { openSqlite, type Sqlite } from '../../src/system/sqlite.ts';

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

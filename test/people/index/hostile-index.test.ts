import { expect, test } from 'vitest';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { shopOfPeople } from '../shop.ts';

// The state directory may come from an archive, a backup or a cache that others write to.

const shop = {
  customers: { 101: { firstName: 'Sanne', lastName: 'Bakker' } },
  orders: {},
  addresses: {},
  baskets: [{ basketKey: 'A1', id: 1, customerId: '101', orderId: null, dateCreated: '2026-01-10 10:00:00' }],
};

/** Makes the table of facts anew, with something in its statement that runs when a fact is written. */
const withCheck = (check: string): string =>
  `PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = replace(sql, 'value TEXT NOT NULL', 'value TEXT NOT NULL CHECK (${check})') WHERE name = 'fact'`;

const endless =
  'CREATE TRIGGER t AFTER INSERT ON fact BEGIN INSERT INTO entry (kind, id, date) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 9, i, i FROM n; END';

const changed = 'Another program has changed the index. Making a new index.\n';

test.each([
  ['a trigger that never ends', endless, changed],
  ['a trigger that forgets people', 'CREATE TRIGGER t AFTER INSERT ON fact BEGIN DELETE FROM entry; END', changed],
  ['a CHECK', withCheck('length(zeroblob(999999999)) > 0'), changed],
  ['a view', 'CREATE VIEW v AS SELECT 1', changed],
  ['a table of another program', 'CREATE TABLE notes (text TEXT)', changed],
  ['an index on an expression', 'CREATE INDEX i ON entry (zeroblob(abs(number) * 100000000))', changed],
  ['an ID that is not UTF-8', "UPDATE entry SET id = CAST(x'fffe41' AS TEXT)", changed],
  ['a fact that is not UTF-8', "UPDATE fact SET value = CAST(x'c3' AS TEXT) WHERE name = 'store'", changed],
  [
    'text in a column of numbers that is not UTF-8',
    "UPDATE entry SET number = number, kind = CAST(x'ff' AS TEXT)",
    changed,
  ],
  ['a table too few', 'DROP TABLE part', 'The index is damaged. Making a new index.\n'],
])('an index with %s is made anew, and that is said', async (_, sql, said) => {
  const { run, index } = await shopOfPeople(shop);
  await run(['customers', 'find', 'sanne', '-q']);
  const database = await openSqlite(index());
  database.exec(sql);
  database.close();
  const { code, out, err } = await run(['customers', 'find', 'sanne', '-q']);
  expect([code, out, err]).toEqual([0, '101\n', said]);
  expect((await run(['customers', 'find', 'sanne', '-q'])).err).toBe('');
});

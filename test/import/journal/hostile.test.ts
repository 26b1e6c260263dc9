import { expect, test } from 'vitest';
import { catalogue, serveShop, storeOf } from '../product-store.ts';

// A journal may come from a cache that others write to, or from an archive that was unpacked in a private folder.

/** Makes a table anew, with something in its statement that runs when the table is used. */
const withCode = (from: string, to: string): string =>
  `PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = replace(sql, '${from}', '${to}') WHERE name IN ('runs', 'unsettled_row')`;

test.each([
  ['a text that is not UTF-8', "UPDATE runs SET path = CAST(x'fffe41' AS TEXT)"],
  ['a text of a row that is not UTF-8', "UPDATE row SET message = CAST(x'c3' AS TEXT)"],
  ['a trigger', 'CREATE TRIGGER t AFTER UPDATE ON runs BEGIN DELETE FROM row; END'],
  ['a view', 'CREATE VIEW v AS SELECT 1'],
  ['a table of another program', 'CREATE TABLE notes (text TEXT)'],
  ['an index on an expression', 'CREATE INDEX i ON runs (zeroblob(abs(run) * 100000))'],
  ['a CHECK', withCode('feed TEXT', 'feed TEXT CHECK (length(zeroblob(1000000000)) > 0)')],
  ['another condition of an index', withCode("state IN (''open", "length(zeroblob(9)) > 0 AND state IN (''open")],
  ['a row that is no list', "UPDATE row SET cells = 'x'"],
  ['a row without a code', 'UPDATE row SET cells = json_array(2)'],
  ['a state that is none', "UPDATE row SET state = 'x'"],
  ['options that are no JSON', "UPDATE runs SET options = 'x'"],
  ['a time beyond the calendar', 'UPDATE runs SET started = 9007199254740991'],
  ['an end that is no time', "UPDATE runs SET ended = 'x'"],
  ['a table without a column', 'ALTER TABLE runs DROP COLUMN gone'],
])('a journal with %s is refused', async (_, sql) => {
  const { run, ask, changeJournal } = await serveShop(catalogue(2), storeOf());
  await run();
  await changeJournal(sql);
  const listed = await ask('imports list');
  const again = await run();
  const outcome = ({ code, err }: typeof listed) => [code, err.includes('is not a journal of shop-cli')];
  expect([outcome(listed), outcome(again)]).toEqual([
    [2, true],
    [2, true],
  ]);
});

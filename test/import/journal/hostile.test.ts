import { chmod } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { catalogue, serveShop, storeOf } from '../product-store.ts';

// A journal may come from a cache that others write to.

test.each([
  ['a text that is not UTF-8', "UPDATE runs SET path = CAST(x'fffe41' AS TEXT)"],
  ['a text of a row that is not UTF-8', "UPDATE rows SET code = CAST(x'c3' AS TEXT)"],
  ['a trigger', 'CREATE TRIGGER t AFTER UPDATE ON runs BEGIN DELETE FROM rows; END'],
  ['a view', 'CREATE VIEW v AS SELECT 1'],
  ['options that are no JSON', "UPDATE runs SET options = 'x'"],
  ['a time beyond the calendar', 'UPDATE runs SET started = 9007199254740991'],
  ['an end that is no time', "UPDATE runs SET ended = 'x'"],
  ['a table without a column', 'ALTER TABLE runs DROP COLUMN gone'],
])('a journal with %s is refused', async (_, sql) => {
  const { run, ask, directory, changeJournal } = await serveShop(catalogue(2), storeOf());
  await run();
  // Others may write here.
  await chmod(directory, 0o777);
  await changeJournal(sql);
  const listed = await ask('imports list');
  const again = await run();
  const outcome = ({ code, err }: typeof listed) => [code, err.includes('is not a journal of shop-cli')];
  expect([outcome(listed), outcome(again)]).toEqual([
    [2, true],
    [2, true],
  ]);
});

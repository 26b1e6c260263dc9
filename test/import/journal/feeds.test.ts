import { expect, test } from 'vitest';
import { recallRows, someRecalled } from '../../../src/import/journal/feeds.ts';
import type { Journal } from '../../../src/import/journal/journal.ts';
import { fileRowsOf } from '../../../src/import/journal/rows.ts';
import { prepareTables } from '../../../src/import/journal/schema.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { effortOf } from '../../support/effort.ts';

const count = 6000;

// For each of its rows SQLite would read the whole file: that takes 20 s, and hours for a feed of 50,000.
test('the rows of a large feed are recognised at once', async () => {
  const database = await openSqlite(':memory:');
  prepareTables(database, { path: 'j.db', hasPeople: () => false });
  const records = Array.from({ length: count }, (_, at) => at + 1);
  database.transaction(() =>
    database.run(
      `INSERT INTO row (run, record, folded, cells, state, attempts)
       SELECT 1, value, 'sku:s-' || value, json_array(0, 'S-' || value, 7, 1, 0), 'created', 1 FROM json_each(?)`,
      JSON.stringify(records),
    ),
  );
  const journal = { path: 'j.db', database } as Journal;
  const rows = fileRowsOf(journal, 2);
  for (const record of records) {
    const key = { field: 'sku', code: `S-${record}` };
    rows.add({ record, line: record + 1, key }, { fingerprint: { facts: 7, stated: 1, rest: 0 } });
  }
  rows.finish(1000);
  expect(await effortOf(() => recallRows(journal, 1))).toBeLessThan(5000);
  expect(someRecalled(journal, 1, count).length).toBe(2 * count);
  database.close();
});

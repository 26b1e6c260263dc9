import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileRows } from '../../../src/import/rows/file-rows.ts';

test('what rows state comes back with them, also where some have nothing or are invalid, over many pages', async () => {
  const lacks = fc.integer({ min: 2, max: 900 });
  await fc.assert(
    fc.asyncProperty(lacks, lacks, fc.integer({ min: 1, max: 1500 }), async (without, invalid, length) => {
      const rows = await FileRows.open();
      const records = Array.from({ length: 2600 }, (_, at) => at + 1);
      for (const record of records) {
        const states = record % without === 0 ? undefined : { name: `Mug "${record}"` };
        rows.add({ record, line: record + 1, key: { field: 'sku', code: `A${record}` } }, { states });
      }
      rows.finish(10);
      rows.exclude(records.filter((record) => record % invalid === 0));
      const read = [...rows.pages(length)].flat().map(({ record, states }) => [record, states?.name]);
      rows.close();
      const expected = records
        .filter((record) => record % invalid !== 0)
        .map((record) => [record, record % without === 0 ? undefined : `Mug "${record}"`]);
      expect(read).toEqual(expected);
    }),
    { numRuns: 6 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Journal } from '../../../src/import/journal/journal.ts';
import { KnownRecords } from '../../../src/import/journal/known-records.ts';
import { fileRowsOf } from '../../../src/import/journal/rows.ts';
import { prepareTables } from '../../../src/import/journal/schema.ts';
import { foldedText, type Key } from '../../../src/import/map/rows/key.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';

/** Some products of run 1 and of run 2, beside a file that has a row for each of `inFile`. */
async function knownAmong(
  codes: { readonly 1: readonly string[]; readonly 2: readonly string[] },
  inFile: readonly string[],
) {
  const database = await openSqlite(':memory:');
  prepareTables(database, { path: 'j.db', hasPeople: () => false });
  database.transaction(() => {
    for (const run of [1, 2] as const) {
      database.run(
        "INSERT INTO runs (run, store, identity, path, file, options, state, started, rows, invalid, excluded, elsewhere) VALUES (?, '', '', '', '', '{}', 'finished', 0, 0, 0, 0, 0)",
        BigInt(run),
      );
      for (const [at, code] of codes[run].entries())
        database.run(
          "INSERT INTO row (run, record, folded, cells, state, attempts) VALUES (?, ?, ?, json_array(0, ?), 'created', 1)",
          ...[run, at + 1].map(BigInt),
          foldedText(sku(code)),
          code,
        );
    }
  });
  const journal = { path: 'j.db', database } as Journal;
  const rows = fileRowsOf(journal, 3);
  for (const [at, code] of inFile.entries()) rows.add({ record: at + 1, line: at + 2, key: sku(code) });
  rows.finish(1000);
  return { known: new KnownRecords(journal, 'products', 2), close: () => database.close() };
}

const sku = (code: string): Key => ({ field: 'sku', code });
const codesOf = (keys: readonly Key[]): readonly string[] => keys.map(({ code }) => code).sort();

/** Codes of few letters, so that many fold to one. */
const code = fc.string({
  unit: fc.constantFrom('0', '1', 'a', 'A', 'Z', '~', '!', ' ', 'é', 'É', 'e\u0301', 'İ', 'ß', '\u212a', 'k', 'K'),
  minLength: 1,
  maxLength: 4,
});

test('the products of earlier imports are known under every code that folds to that of a row', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(code, { maxLength: 30 }),
      fc.uniqueArray(code, { maxLength: 30 }),
      fc.uniqueArray(code, { maxLength: 30 }),
      async (first, second, inFile) => {
        const { known, close } = await knownAmong({ 1: first, 2: second }, inFile);
        const alike = (key: Key) => first.filter((other) => foldedText(sku(other)) === foldedText(key)).sort();
        for (const key of inFile.map(sku)) {
          expect([known.has(key), codesOf(known.alike(key))]).toEqual([
            [...first, ...second].includes(key.code),
            alike(key),
          ]);
        }
        close();
      },
    ),
    { numRuns: 100 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveSandbox } from '../../support/store.ts';

const numRuns = Number(process.env.MODEL_RUNS ?? 12);

/** Blank as often as not. */
const maybe = (cells: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), cells);

const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

/** What people type, and what they paste: zeros in front, wildcards, quotes, formulas, other scripts, characters that cannot be seen. */
const oddText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'Aa0*?"\',; =-éß茶🍵%\n', 'e\u0301'), minLength: 1, maxLength: 8 }),
);

const code = fc
  .oneof(digits(1, 6), oddText)
  .map((text) => text.trim())
  .filter((text) => text !== '' && !text.includes('\0'));

const amount = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), digits(0, 7))
  .map(([whole, decimals]) => (decimals === '' ? `${whole}` : `${whole}.${decimals}`));

const row = fc.record({
  sku: maybe(code),
  ean: maybe(fc.oneof(digits(8, 14), code)),
  name: oddText.filter((text) => text.trim() !== '' && !text.includes('\0')),
  model: maybe(code),
  price: maybe(amount),
  purchasePrice: maybe(amount),
  quantity: maybe(fc.integer({ min: 0, max: 1_000_000 }).map(String)),
  status: maybe(fc.constantFrom('0', '1', 'online', 'offline')),
  taxRate: maybe(fc.constantFrom('0', '6', '9', '21', '21.00', '21%')),
  categoryId: maybe(fc.constantFrom('11', '12')),
  image: maybe(fc.constantFrom('bell.jpg')),
});

const csvOf = (rows: readonly Readonly<Record<string, string>>[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((cells) => Object.values(cells))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n');

test('what was imported of a file is the same in the store, whatever the file has', {
  timeout: 10_000 + numRuns * 2000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const file = csvOf(rows);
      const directory = ownDirectory({ 'in.csv': file });
      const { run } = await serveSandbox();
      const options = { directory };
      const imported = await run('products import in.csv --skip-invalid --json --decimal . --settle 1s', options);
      // A file without any valid row is no import.
      if (imported.code === 2) return;
      const { created, existing, uncertain, rejected } = JSON.parse(imported.out);
      const { code, out } = await run('products diff in.csv --skip-invalid --json --decimal .', options);
      const { summary, differences } = JSON.parse(out);
      expect({ rejected, uncertain, differences }).toEqual({ rejected: 0, uncertain: 0, differences: [] });
      expect(summary).toMatchObject({ same: created + existing, new: 0, differs: 0, duplicate: 0 });
      expect(code).toBe(summary.invalid === 0 ? 0 : 11);
    }),
    { numRuns },
  );
});

import { expect, test } from 'vitest';
import { importOnce, storeOf } from '../../product-store.ts';

/** What a dry run of a file without a known price column says, with the cells of one more column. */
const dryRun = async (heading: string, cells: readonly string[], more = '') => {
  const rows = cells.map((cell, at) => `S-${at};Product ${at};${cell}\n`).join('');
  const { code, err } = await importOnce(`sku;name;${heading}\n${rows}`, storeOf(), `--dry-run ${more}`);
  return { code, hint: code === 2 ? JSON.parse(err).error.hint : undefined };
};

test.each(['Tarief', 'EUR', '€', 'Rate', 'Value', 'Unit cost', 'amount'])(
  'a column of amounts under %s, where no column is the price, may be the price',
  async (heading) => {
    expect(await dryRun(heading, ['12,95', '9,00', '120,50'])).toEqual({
      code: 2,
      hint: `To read it: --map price="${heading}". To import without: --map price=none`,
    });
  },
);

test.each([
  ['Aantal per doos', ['4', '10', '12']],
  ['Weight (kg)', ['0.45', '1.20', '3.10']],
  ['Jaar', ['2024', '2025', '2026']],
  ['Code', ['8711234567892', '8711234567908', '8711234567915']],
  ['Faktor', ['0.5', '0.125', '1']],
  ['Toeslag', ['12,95', '', '']],
])('a column %s is none', async (heading, cells) => {
  expect((await dryRun(heading, cells)).code).toBe(0);
});

test('such a file is imported without prices where that is asked', async () => {
  expect((await dryRun('Tarief', ['12,95', '9,00'], '--map price=none')).code).toBe(0);
});

test.each([
  ['UVP (inkl. MwSt.);VK', '--map price="UVP (inkl. MwSt.)" --vat-included 21 or --map price="VK". To import'],
  ['VK;Listenpreis', '--map price="VK" or --map price="Listenpreis". To import'],
])('each column that may be the price is named with its option (%s)', async (headings, options) => {
  const row = headings.split(';').map((_, at) => `1${at},00`);
  expect((await dryRun(headings, [row.join(';'), row.join(';')])).hint).toContain(options);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { sampled } from '../../support/thorough.ts';
import { bookOf, type CellXml, number } from './books.ts';

const dryRun = async (stdin: string | Uint8Array, options = '') => {
  const { code, out, err } = await shopCli(`products import - --dry-run -o csv ${options}`, { stdin });
  return { code, rows: out.split('\n').slice(1, -1), err };
};

const csv = 'Price list, spring 2026\n"Valid until\nJune";x\n\nArtikelnummer;Naam;Prijs\nA-1;Mug;12,50\nA-2;;1\n';
const rows: readonly (readonly CellXml[])[] = [
  ['Price list, spring 2026'],
  [],
  ['Valid until', number(46000)],
  [],
  ['Artikelnummer', 'Naam', 'Prijs'],
  ['A-1', 'Mug', number('12.5')],
  ['A-2', '', number(1)],
];

describe.each([
  ['a CSV file', csv],
  ['a workbook', await bookOf(rows)],
])('%s with a title above its headings', (_, file) => {
  test('is read from the line of its headings', async () => {
    const { code, rows, err } = await dryRun(file, '--header-row 5 --skip-invalid');
    expect([code, rows]).toEqual([7, ['6,A-1,Mug,12.5']]);
    expect(err).toMatch(/^line 7: no name: add one$/m);
  });

  test('is refused where no row begins on that line', async () => {
    expect((await dryRun(file, '--header-row 4')).err).toBe(
      'Error: --header-row 4: no row begins on line 4.\nPass the line of the headings, as an editor or a spreadsheet counts it.\n',
    );
  });
});

test('a title above the headings is refused with the way to say where they are', async () => {
  for (const file of ['Price list, spring 2026\nsku,name\nA,x\n', await bookOf(rows)]) {
    const { code, err } = await dryRun(file);
    expect([code, err]).toEqual([2, expect.stringMatching(/The headings may be on line (\d): --header-row \1\n/)]);
  }
});

test('a line that looks like the headings is named with its sheet, and the title is no price', async () => {
  const others = {
    Prices: [['Net prices of spring 2026, without VAT'], [], ['sku', 'name', 'price'], ['A-1', 'Mug', '1']],
  };
  const book = await bookOf([['About us'], ['x']], { others });
  const { code, err } = await dryRun(book, '--sheet Prices');
  expect([code, err]).toEqual([2, expect.stringContaining('The header of the sheet "Prices" has no column for sku')]);
  expect(err).toContain('The headings may be on line 3: --header-row 3\n');
  expect(err).not.toContain('--map price=');
  expect((await dryRun(book, '--sheet Prices --header-row 3')).rows).toEqual(['4,A-1,Mug,1']);
  expect((await dryRun(book, '--header-row 3')).err).toContain('no row begins on line 3 of the sheet "Products".');
});

test('the delimiter is that of the line of the headings', async () => {
  const file = 'Prices; of 2026\nCode|Wat\nA-1|Mug\n';
  const { code, rows, err } = await dryRun(file, '--map sku=Code --map name=Wat --header-row 2');
  expect([code, rows, err]).toEqual([0, ['3,A-1,Mug'], expect.anything()]);
});

test('a row of words that are headings is no header below one', async () => {
  const { code, rows } = await dryRun('sku,naam,model\nA,Title,name\nB,sku,Model\n');
  expect([code, rows.length]).toEqual([0, 2]);
});

test('the rejected rows of a file with a title above its headings can be fixed and imported', async () => {
  const directory = ownDirectory();
  await shopCli('products import - --dry-run --header-row 5 --rejected bad.csv', { stdin: csv, directory });
  const rejected = await readFile(join(directory, 'bad.csv'), 'utf8');
  expect(rejected).toBe('Artikelnummer;Naam;Prijs;error_line;error_field;error_message\nA-2;;1;7;;no name: add one\n');
  expect((await dryRun(rejected.replace(';;', ';Cup;'))).rows).toEqual(['2,A-2,Cup,1']);
});

test('an empty sheet, or one without headings, names the others', async () => {
  const others = { Data: [['sku', 'name']], 'Old & new': [['x']] };
  expect((await dryRun(await bookOf([], { others }))).err).toBe(
    'Error: The sheet "Products" is empty.\nThe other sheets: "Data", "Old & new". To choose one: --sheet "Data"\n',
  );
  expect((await dryRun(await bookOf([['About us'], ['x']], { others }))).err).toContain(
    '- The columns may be on another sheet: "Data", "Old & new". To choose one: --sheet "Data"\n',
  );
});

const columns = Array.from({ length: 16_382 }, (_, at) => `column ${at}`);

sampled(3).each([
  ['', 0, 'Ignored: column 0, column 1'],
  ['--strict-columns', 2, 'Unknown columns "column 0", "column 1"'],
  ['--map price=Prijs', 2, 'and 16,364 more'],
])('16,384 columns are named in a few lines: %s', async (options, expected, part) => {
  const stdin = `sku,name,${columns.join(',')}\nA,x${','.repeat(columns.length)}\n`;
  const { code, out, err } = await shopCli(`products import - --dry-run ${options}`, { stdin });
  expect([code, err.includes(part), `${out}${err}`.length < 2500]).toEqual([expected, true, true]);
});

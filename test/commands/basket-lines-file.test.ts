import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { key } from '../support/bodies.ts';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

// An order list of a customer, as a spreadsheet saves it.

interface Made {
  readonly code: number;
  readonly err: string;
  /** What the basket in the store has, by SKU or title. */
  readonly lines: unknown;
}

/** Creates a basket from a file, and reads it again. */
async function basketOf(text: string | Uint8Array, { name = 'lines.csv', stdin = '' } = {}): Promise<Made> {
  const { run } = await serveSandbox();
  const directory = ownDirectory();
  if (name !== '-') await writeFile(join(directory, name), text);
  const { code, out, err } = await run(`baskets create --products-file ${name} -q`, { directory, stdin });
  if (code !== 0) return { code, err, lines: undefined };
  const { products } = JSON.parse((await run(`baskets get ${out.trim()} --json`)).out);
  const lines = products.map(({ sku, title, quantity }: Record<string, unknown>) => [sku ?? title, quantity]);
  return { code, err, lines };
}

describe('baskets create --products-file takes', () => {
  const two = [
    ['BEL-001', '2'],
    ['BEL-002', '11'],
  ];
  sampled(3).each([
    ['commas', 'sku,quantity\nBEL-001,2\nBEL-002,11\n'],
    ['semicolons, Windows and a byte order mark', '\ufeffSKU;Aantal\r\nBEL-001;2\r\nBEL-002;11\r\n'],
    [
      'headings of a supplier, and columns that are not read',
      'Pos,Artikelnummer,Bezeichnung,Menge\n1,BEL-001,x,2\n2,BEL-002,y,11\n',
    ],
    ['product IDs', 'uprid,quantity\n200,2\n201,11\n'],
    ['both, as baskets items list writes them', 'uprid,sku,quantity\n200,BEL-001,2\n201,BEL-002,11\n'],
    ['blank lines and rows', 'sku,quantity\nBEL-001,2\n\n,\nBEL-002,11\n'],
  ])('a table with %s', async (_, text) => {
    expect(await basketOf(text)).toMatchObject({ code: 0, lines: two });
    expect(await basketOf('', { name: '-', stdin: text })).toMatchObject({ code: 0, lines: two });
  });

  test('an Excel workbook, in which SKUs and quantities may be numbers', async () => {
    const { run } = await serveSandbox();
    const directory = ownDirectory();
    const id = (await run('products create --sku 4711 --name Digits --price 1 --quantity 12 -q')).out.trim();
    await run('products export --output-file all.xlsx --search sku:4711', { directory });
    const { out, err } = await run('baskets create --products-file all.xlsx --dry-run', { directory });
    expect(JSON.parse(out).body.products).toEqual([{ uprid: id, quantity: 12 }]);
    expect(err).toMatch(/^all\.xlsx: sheet "Products"\nColumns: sku, quantity\nIgnored: model, ean, name/);
  });

  test('JSON as before, from a file of any other name and from standard input', async () => {
    const text = '[{"uprid":"200","quantity":2},{"uprid":"201","quantity":11}]';
    expect(await basketOf(text, { name: 'lines.json' })).toMatchObject({ code: 0, lines: two });
    expect(await basketOf(text, { name: 'lines' })).toMatchObject({ code: 0, lines: two });
    expect(await basketOf('', { name: '-', stdin: `\n ${text}` })).toMatchObject({ code: 0, lines: two });
  });

  test('a product with a choice of options, where the table has its ID beside the SKU that several have', async () => {
    expect(await basketOf('uprid,sku,quantity\n206+3-12+4-7,RGJ-301,4\n')).toMatchObject({ lines: [['RGJ-301', '4']] });
  });
});

describe('baskets create --products-file refuses, and creates nothing:', () => {
  test('every SKU that the store does not have, at once', async () => {
    const { code, err } = await basketOf('sku,quantity\nBEL-001,1\nNONE-1,1\nbel-002,1\nRGJ-301,1\n');
    expect(code).toBe(2);
    expect(err).toContain('No product on shop.test has the SKU "NONE-1".');
    expect(err).toContain('No product on shop.test has the SKU "bel-002".');
    expect(err).toContain('products on shop.test have the SKU "RGJ-301". Pass the ID of one of them:');
    expect(err).toContain('\n  206{3}12{4}8  Regenjas Wolkbreuk Maat: M, Kleur: Geel\n');
    expect((await basketOf('sku,quantity\nNONE-1,1\nNONE-2,1\n')).code).toBe(3);
  });

  test('everything that is wrong with its rows, at once', async () => {
    const { code, err } = await basketOf(
      'sku,quantity\nBEL-001,\nBEL-002,0\nBEL-003,1.5\nBEL-004,-1\n,3\nBEL-005,twee\nBEL-006,1\nBEL-006,2\n',
    );
    expect(code).toBe(2);
    expect(err.split('\n').filter((line) => line.includes('lines.csv, line'))).toMatchInlineSnapshot(`
      [
        "Error: lines.csv, line 2: no quantity: add one.",
        "lines.csv, line 3: quantity "0" must be a whole number from 1 to 2147483647.",
        "lines.csv, line 4: quantity "1.5" must be a whole number from 1 to 2147483647.",
        "lines.csv, line 5: quantity "-1" must be a whole number from 1 to 2147483647.",
        "lines.csv, line 6: no product ID or SKU: add one.",
        "lines.csv, line 7: quantity "twee" must be a whole number, such as 12.",
        "lines.csv, line 9: duplicate sku BEL-006, also on line 8: add up their quantities.",
      ]
    `);
  });

  sampled(4).each([
    [
      'a SKU that is not that of the ID beside it',
      'uprid,sku,quantity\n201,BEL-001,1\n',
      'The SKU "BEL-001" is not that of product 201',
    ],
    ['no column for the quantity', 'sku,naam\nBEL-001,x\n', 'The header has no column for quantity'],
    ['no column for the product', 'naam,aantal\nx,1\n', 'The header has no column for uprid or sku'],
    ['a number with thousands', 'sku,quantity\nBEL-001,"1,800"\n', 'is ambiguous (1.8 or 1800)'],
    ['two columns for the quantity', 'sku,aantal,qty\nBEL-001,1,2\n', 'quantity'],
    ['a header and nothing more', 'sku,quantity\n', 'The file has a header but no rows.'],
    ['an empty file', '', 'lines.csv: The file is empty'],
    [
      'a catalogue',
      `sku,quantity\n${Array.from({ length: 1001 }, (_, at) => `A${at},1\n`).join('')}`,
      'has more than 1,000 rows',
    ],
    ['JSON under the name of a table', '[{"uprid":"200"}]', 'lines.csv: The file is a JSON file, not CSV.'],
    ['an open quote', 'sku,quantity\n"BEL-001,1\n', 'a quoted cell starts here and is never closed'],
  ])('%s', async (_, text, message) => {
    const { code, err } = await basketOf(text);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).not.toMatch(/--(?!products-file|help)/);
  });
});

test.each([`baskets update ${key}`, `baskets items add ${key}`])(
  '%s takes its products from a CSV file',
  async (line) => {
    const { run } = await serveSandbox();
    const directory = ownDirectory({ 'lines.csv': 'sku,quantity\nBEL-001,7\n' });
    const { out, err } = await run(`${line} --products-file lines.csv --product 201:3 --dry-run`, { directory });
    expect(err).toContain('lines.csv: utf-8, commas\nColumns: sku, quantity\n');
    expect(JSON.parse(out).body.products).toEqual([
      { uprid: '201', quantity: 3 },
      { uprid: '200', quantity: 7 },
    ]);
  },
);

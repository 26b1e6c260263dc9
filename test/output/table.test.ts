import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { listWriter } from '../../src/output/formats.ts';
import { drawRows } from '../../src/output/table/grid.ts';
import { linked } from '../../src/output/terminal.ts';
import * as record from '../../src/resources/record-fields.ts';
import { lampFields, lamps, listed, paper, type Showing } from './paper.ts';

const drawn = (records: readonly record.StoreRecord[], how?: Showing) => listed('table', [records], how);

test('at 40 columns the least important columns are hidden, names are cut, and nothing wraps', async () => {
  const { text, summary } = await drawn(lamps, { width: 40 });
  expect(text).toMatchInlineSnapshot(`
    "  ID  SKU     Name                 Price
     206  LAMP-1  Desk lamp with a…    49.95
     207  LAMP-2  Café lamp 電灯     1149.95
    1208  LAMP-3  Lamp                  5.00
    "
  `);
  expect(summary).toEqual({ shown: 3, hiddenColumns: 3 });
});

test('at 80 columns variants are told apart: the EAN goes before a name is cut, and the end of a name is kept', async () => {
  const fields = { ...lampFields, name: record.text('Name').inTable(3, 'option') };
  const variants = ['black', 'white'].map((option) => ({ ...lamps[0], option }));
  expect((await drawn(variants, { fields, width: 80 })).text).toMatchInlineSnapshot(`
    " ID  SKU     Name                                           Status  Stock  Price
    206  LAMP-1  Desk lamp with a long …and a heavy foot black  online     12  49.95
    206  LAMP-1  Desk lamp with a long …and a heavy foot white  online     12  49.95
    "
  `);
});

test('the selected paths are the columns, in that order, a nested one with what it belongs to in its heading', async () => {
  expect((await drawn(lamps, { only: ['price', 'category.name', 'sku', 'nothing'] })).text).toMatchInlineSnapshot(`
    "  Price  Category name  SKU     nothing
      49.95  Lamps          LAMP-1
    1149.95                 LAMP-2
       5.00  Odd, "ends"    LAMP-3
    "
  `);
});

test('the last of the selected paths are hidden first', async () => {
  const { text, summary } = await drawn(lamps, { width: 26, only: ['price', 'name', 'sku'] });
  expect(text.split('\n')[0]).toBe('  Price  Name');
  expect(summary.hiddenColumns).toBe(1);
});

test('an empty list is no text at all', async () => {
  expect(await drawn([], { width: 80 })).toEqual({ text: '', summary: { shown: 0, hiddenColumns: 0 } });
});

test('only the headings are coloured, and without their padding', async () => {
  const { text } = await drawn([{ sku: 'LAMP-1', name: 'Lamp' }], { width: 80, color: true, only: ['sku', 'name'] });
  expect(JSON.stringify(text)).toMatchInlineSnapshot(
    `""\\u001b[1mSKU\\u001b[22m     \\u001b[1mName\\u001b[22m\\nLAMP-1  Lamp\\n""`,
  );
});

test('pages are drawn as one table: one row of headings, the same columns throughout', async () => {
  const pages = Array.from({ length: 5 }, (_, page) =>
    Array.from({ length: 70 }, (__, row) => ({ productId: 100 + page * 70 + row, name: `Lamp ${page}` })),
  );
  const { text, summary } = await listed('table', pages, { width: 60, only: ['productId', 'name'] });
  expect(summary).toEqual({ shown: 350, hiddenColumns: 0 });
  const lines = text.trimEnd().split('\n');
  expect(lines.length).toBe(351);
  expect(new Set(lines.map((line) => line.indexOf(line.startsWith(' ID') ? 'Name' : 'Lamp')))).toEqual(new Set([5]));
});

test('the widths come from the first 100 rows: a wider later text is cut at a terminal and pushes its own row in a pipe', async () => {
  const early = Array.from({ length: 100 }, () => ({ sku: 'AB', name: 'Lamp', price: '5.00' }));
  const late = [
    { sku: 'AC', name: 'A much longer name', price: '5.00' },
    { sku: 'CD', name: 'Lamp', price: '6.00' },
  ];
  const last = async (how: Showing) =>
    (await drawn([...early, ...late], { ...how, only: ['sku', 'name', 'price'] })).text.split('\n').slice(-4);
  expect(await last({ width: 80 })).toEqual(['AB   Lamp   5.00', 'AC   A m…   5.00', 'CD   Lamp   6.00', '']);
  expect(await last({})).toEqual(['AB   Lamp   5.00', 'AC   A much longer name   5.00', 'CD   Lamp   6.00', '']);
});

test.each([
  [80, 'A-MUCH-LONGER-CODE  A plain lamp   5.00'],
  [34, 'A-MUCH-LONGER-CODE  A plai…   5.00'],
  [20, 'A-…  A plain lamp'],
])('a later key is kept whole in %i columns, and its name cut for it, if that is enough', async (width, line) => {
  const early = Array.from({ length: 100 }, () => ({ sku: 'AB', name: 'A plain lamp', price: '5.00' }));
  const late = { sku: 'A-MUCH-LONGER-CODE', name: 'A plain lamp', price: '5.00' };
  const { text } = await drawn([...early, late], { width, only: ['sku', 'name', 'price'] });
  expect(text.split('\n').at(-2)).toBe(line);
});

test('a key among the first rows is kept whole, and names are cut for it', async () => {
  const key = 'A-CODE-OF-THIRTY-CHARACTERS-01';
  const rows = [{ sku: key, name: 'A lamp with a name that is as long as a name can be', price: '5.00' }];
  const { text } = await drawn(rows, { width: 60, only: ['sku', 'name', 'price'] });
  expect(text.split('\n')[1]).toBe(`${key}  A lamp with a name t…   5.00`);
});

test('before 100 rows have come nothing is drawn, and the end draws what there is', async () => {
  const target = paper();
  const list = listWriter('table', { fields: lampFields }, target);
  await list.add(lamps);
  expect(target.text()).toBe('');
  await list.end();
  expect(target.text().split('\n').length).toBe(5);
});

test.each([1, 2, 5, 10, 20, 30, 40, 60])('no line is wider than a terminal of %i columns', async (width) => {
  const wide = { productId: 9, name: '電'.repeat(90), sku: '\u{1b}[2J'.repeat(9), price: '123456789012.1234' };
  const { text } = await drawn([...lamps, wide], { width });
  expect(Math.max(...text.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
});

test.each(['🫠', 'โต๊ะ', 'मेज़', '👩🏽‍🚀', '🇳🇱', '1️⃣', '가나', '각', 'ﾗﾝﾌﾟ', 'e\u0301', '♥'])(
  'behind the name %s a price is in the column of the others',
  async (name) => {
    const { text } = await drawn([...lamps, { ...lamps[0], name }], { width: 60, only: ['name', 'price'] });
    const widths = text
      .trimEnd()
      .split('\n')
      .map((line) => stringWidth(line));
    expect(new Set(widths.map((width) => width === widths[0]))).toEqual(new Set([true]));
  },
);

test('a link takes no columns, whatever is in its address', () => {
  const columns = [{ width: 12, align: 'left' } as const, { width: 8, align: 'right' } as const];
  const rows = [
    ['Lamp', '5.00'],
    ['Desk lamp', '49.95'],
  ];
  const page = new URL("https://shop.example/a,b!c$d;e=(f)'*+~?q=é");
  const painted = drawRows(columns, rows, 40, (cell, _, at) => (at === 0 ? linked(cell, page) : cell));
  expect(painted.map(stripVTControlCharacters)).toEqual(drawRows(columns, rows, 40));
});

test('a cell shows arrays with commas and objects as JSON, on one line', async () => {
  const { text } = await drawn([{ images: ['a.jpg', 'b\n.jpg'], addons: { a: 1 } }], { only: ['images', 'addons'] });
  expect(text.split('\n')[1]).toBe('a.jpg, b\\n.jpg  {"a":1}');
});

test('records without a definition have a column for each of their fields', async () => {
  const records = [
    { id: 1, fullName: 'Lamp' },
    { id: 2, isNew: true },
  ];
  expect((await drawn(records, { fields: {} })).text).toBe('id  fullName  isNew\n1   Lamp\n2             yes\n');
});

import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvWriter } from '../../src/output/csv.ts';
import type { StoreRecord } from '../../src/resources/record-fields.ts';
import { anyCharacter } from '../support/thorough.ts';
import { lamps, listed, paper, type Showing, written } from './paper.ts';

const list = async (records: readonly StoreRecord[], how?: Showing): Promise<string> =>
  (await listed('csv', [records], how)).text;

test('a list has the paths of the definition that occur in its first page, then the others', async () => {
  expect(
    await list([...lamps, { season: 'autumn', images: ['a', 'b'], addons: { x: { on: true } } }]),
  ).toMatchInlineSnapshot(`
    "productId,uprid,sku,ean,name,status,quantity,price,category.id,category.name,images,season,addons.x.on
    206,206,LAMP-1,8712345678901,Desk lamp with a long neck and a heavy foot,1,12,49.9500,3,Lamps,,,
    207,207,LAMP-2,,Café lamp 電灯,0,1200,1149.9500,,,,,
    1208,1208,LAMP-3,,Lamp,2,0,5,4,"Odd, ""ends""",,,
    ,,,,,,,,,,a|b,autumn,true
    "
  `);
});

test('the selected paths are the columns, in that order', async () => {
  expect(await list(lamps, { only: ['category.name', 'sku', 'absent'] })).toMatchInlineSnapshot(`
    "category.name,sku,absent
    Lamps,LAMP-1,
    ,LAMP-2,
    "Odd, ""ends""",LAMP-3,
    "
  `);
});

test('an empty list is a header of all paths of the definition, or of the selected ones', async () => {
  expect(await list([], { only: ['sku', 'category.name'] })).toBe('sku,category.name\n');
  expect((await list([])).split(',').slice(0, 3)).toEqual(['productId', 'uprid', 'sku']);
});

test('the columns of the first page hold for the later ones', async () => {
  expect(await listed('csv', [[], [{ sku: 'A' }], [{ name: 'later', sku: 'B' }]])).toEqual({
    summary: { shown: 2, hiddenColumns: 0 },
    text: 'sku\nA\nB\n',
  });
});

test('one record is a header and a row; arrays of objects are JSON', async () => {
  expect(await written('csv', { sku: 'A', attributes: [{ id: 1 }, null, 'x'] })).toBe(
    'sku,attributes\nA,"{""id"":1}||x"\n',
  );
});

test.each([
  ['=1+2', "'=1+2"],
  ['-5', '-5'],
  ['\t=1', `"'\t=1"`],
  ['a\t=1', `"a\t'=1"`],
  [' =1', "' =1"],
  ['\r=1', `"'\r=1"`],
  ["'quoted", "''quoted"],
  ['"=1+2";=1+2', `"'""=1+2"";'=1+2"`],
  ['', '""'],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
])('the cell %j is written as %j', async (cell, written) => {
  const target = paper();
  await csvWriter(['h'], { write: target.write }).row([cell]);
  expect(target.text()).toBe(`h\n${written}\n`);
});

test('raw turns the guard off, in the header too', async () => {
  expect(await list([{ '=sku': '-x' }], { raw: true })).toBe('=sku\n-x\n');
  expect(await list([{ '=sku': '-x' }])).toBe("'=sku\n'-x\n");
});

test('at a terminal control characters are written out; in a pipe they are left alone', async () => {
  const records = [{ name: '\u{1b}[2Ja\nb', sku: '\t=1' }];
  expect(await list(records, { width: 80, only: ['name', 'sku'] })).toBe("name,sku\n\\u{1b}[2Ja\\nb,'\\t=1\n");
  expect(await list(records, { only: ['name', 'sku'] })).toBe(`name,sku\n"\u{1b}[2Ja\nb","'\t=1"\n`);
});

test('a CSV reader gets back any cells, without the formula guard', async () => {
  const cell = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('=1', "'", '"', ',', '\r\n', "'=", '-', '', ' x '),
  );
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns })));
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const target = paper();
      await csvWriter(rows[0]?.map((_, at) => `c${at}`) ?? ['c0'], { write: target.write }).rows(rows);
      const read: string[][] = parse(target.text(), { record_delimiter: '\n' });
      expect(read.slice(1).map((row) => row.map((text) => text.replace(/^'/, '')))).toEqual(rows);
      for (const text of read.flat()) expect(text).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

test('a file without rows has its header, once', async () => {
  const target = paper();
  const csv = csvWriter(['a', 'b'], { write: target.write });
  await csv.rows([]);
  await csv.rows([]);
  await csv.rows([['1', undefined]]);
  expect(target.text()).toBe('a,b\n1,\n');
});

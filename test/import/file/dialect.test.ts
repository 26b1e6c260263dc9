import { describe, expect, test } from 'vitest';
import { encodeText } from '../../../src/import/file/code-pages.ts';
import { findDelimiter } from '../../../src/import/file/delimiter.ts';
import { knownHeadings, planColumns } from '../../../src/import/map/headings/columns.ts';
import { importableProducts as noun } from '../../../src/resources/importable-products.ts';
import { looseHeading } from '../../../src/text/words.ts';
import { shopCli } from '../../support/run.ts';
import { chunkSizes, open, read, refusalOf, rowsOf } from '../map/files.ts';

test.each([
  ['sku,name,price\n', ','],
  ['sku;name;price\n', ';'],
  ['sku\tname\tprice\n', '\t'],
  ['sku|name|price\n', '|'],
  ['sku\n', ','],
  ['"sku;a;b;c",name\n', ','],
  ['id;Categories (x,y,z,...);Tags (x,y,z,...);EAN13\n', ';'],
  ['\r\n"sku";"naam, lang"\r\n1,2,3,4', ';'],
])('The header %j has the delimiter %j', (head, delimiter) => {
  expect(findDelimiter(head, knownHeadings(noun))).toBe(delimiter);
});

const fields = (headings: readonly string[], map = {}, constants: readonly string[] = []) =>
  planColumns(headings, { noun, map, constants }).columns.map(({ heading, field }) => `${heading} → ${field}`);

describe('Columns are matched', () => {
  test.each([
    [
      ['SKU', 'Purchase_Price', 'tax-rate', 'category id'],
      {},
      ['SKU → sku', 'Purchase_Price → purchasePrice', 'tax-rate → taxRate', 'category id → categoryId'],
    ],
    [
      ['Artikelnummer', 'Prijs excl. btw', 'Bestand', 'Bezeichnung'],
      {},
      ['Artikelnummer → sku', 'Prijs excl. btw → price', 'Bestand → quantity', 'Bezeichnung → name'],
    ],
    [['Artikelnummer', 'sku'], {}, ['Artikelnummer → model', 'sku → sku']],
    [['Naam', 'Name'], {}, ['Name → name']],
    [['Verfügbar', 'EAN-Code', 'taxRateVal'], {}, ['Verfügbar → quantity', 'EAN-Code → ean', 'taxRateVal → taxRate']],
    [['price', 'Regular price'], { price: 'Regular price' }, ['Regular price → price']],
    [['price', 'regular PRICE'], { price: 'Regular price' }, ['regular PRICE → price']],
    [['Code'], { sku: 'Code', model: 'Code' }, ['Code → sku', 'Code → model']],
    [['Prijs incl. btw', 'Kleur', ''], {}, []],
  ])('to fields by the headings %j, with --map %j', (headings, map, expected) => {
    expect(fields(headings, map)).toEqual(expected);
  });

  test('A column with a constant is ignored and not unknown', () => {
    const plan = planColumns(['sku', 'status', 'Kleur'], { noun, map: {}, constants: ['status'] });
    expect([plan.ignored, plan.unknown].map((columns) => columns.map(({ heading }) => heading))).toEqual([
      ['status', 'Kleur'],
      ['Kleur'],
    ]);
  });

  test('A preset comes before the common names', () => {
    const { columns } = planColumns(['Handle', 'Titel'], {
      noun,
      map: {},
      constants: [],
      preset: { headings: { sku: ['titel'], name: ['handle'] }, never: [] },
    });
    expect(columns.map(({ field }) => field)).toEqual(['name', 'sku']);
  });

  test.each(Object.entries(noun.headings))('The headings of %s are written as they are compared', (_, headings) => {
    expect(headings).toEqual([...new Set(headings.map(looseHeading))]);
  });
});

test.each([
  ['5901234123457', undefined],
  ['4006381333931', undefined],
  ['96385074', undefined],
  ['036000291452', undefined],
  ['10614141000415', undefined],
  ['4006381333932', 'the check digit is 2, expected 1: one of the digits may be wrong'],
  ['871000000000', 'the check digit is 0, expected 6: one of the digits may be wrong'],
  ['12345', 'expected 8, 12, 13 or 14 digits'],
  ['871000000000X', 'expected 8, 12, 13 or 14 digits'],
])('a warning, or none, is given of the EAN %s', (ean, warning) => {
  expect(noun.digits.ean?.(ean)).toBe(warning);
});

const text = 'sku;name\r\nA;Größe € „ü“\r\n';
const wide = 'sku;name\nA;𝄞 Größe\n';
const mark = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
  'windows-1252': [],
} as const;

describe.each(chunkSizes)('In chunks of %d bytes', (chunkSize) => {
  test.each([
    ['utf-8', text, true],
    ['utf-8', wide, false],
    ['utf-16le', wide, true],
    ['utf-16be', wide, true],
    ['windows-1252', text, false],
  ] as const)('%s is found in %j, marked: %s', async (encoding, content, marked) => {
    const file = Buffer.concat([Buffer.from(marked ? mark[encoding] : []), encodeText(content, encoding)]);
    const catalogue = await open(file, {}, chunkSize);
    const [row] = await rowsOf(catalogue);
    expect([catalogue.description.encoding, row?.values?.name]).toEqual([encoding, content.trim().split(';').at(-1)]);
  });

  const invalid = Buffer.from('sku,name\r\nA,"\xc3\xa9\r\n"\r\nB,caf\xe9\r\n', 'latin1');
  const mixed = (line: number) =>
    `Line ${line} has bytes that are not UTF-8, but other characters of the file are. Save the file as UTF-8, or pass --encoding windows-1252 if that is its encoding.`;
  const misnamed = (line: number) =>
    `Line ${line} has bytes that are not UTF-8, the encoding set with --encoding. Remove --encoding, or save the file as UTF-8.`;
  const damaged = (line: number, encoding: string) =>
    `Line ${line} has bytes that are not ${encoding}: the file is damaged or cut off. Save it again as UTF-8.`;
  const neither = expect.stringContaining(
    'Line 2 has bytes that are neither UTF-8 nor Windows-1252: the file was probably saved on an old Mac or in DOS, or is damaged. Pass the encoding in which the line looks right: --encoding ',
  );
  const noText =
    'The file is not a text file. Export the catalogue as CSV or as an Excel workbook (.xlsx), and import that file.';

  test.each([
    ['one byte that is not', invalid, undefined, mixed(4)],
    ['such a byte and a mark', Buffer.from([...mark['utf-8'], 0x61, 0x0a, 0xe9, 0x0a]), undefined, mixed(2)],
    ['another encoding stated', encodeText(text, 'windows-1252'), 'utf-8', misnamed(2)],
    ['a cut sequence', Buffer.from([0x61, 0xc3, 0xa9, 0x0a, 0xc3]), undefined, mixed(2)],
    ['a byte of no encoding', Buffer.from([0x61, 0x0a, 0xe9, 0x81]), undefined, neither],
    ['half a pair', Buffer.from([0xff, 0xfe, 0x0a, 0, 0x00, 0xd8, 0x61, 0]), undefined, damaged(2, 'UTF-16LE')],
    ['half a unit', Buffer.from([0xfe, 0xff, 0, 0x0a, 0, 0x0a, 0]), undefined, damaged(3, 'UTF-16BE')],
    ['a mark of another encoding', Buffer.from([0xff, 0xfe, 0x61, 0]), 'utf-8', misnamed(1)],
    [
      'random bytes',
      Buffer.from(Array.from({ length: 3000 }, (__, at) => Math.imul(at + 1, 0x9e3779b1) >>> 24)),
      undefined,
      noText,
    ],
    ['zeros', Buffer.alloc(chunkSize + 3000), undefined, noText],
  ] as const)('a file with %s is refused with the line and what to do', async (_, file, encoding, message) => {
    expect(await refusalOf(file, { encoding }, chunkSize)).toEqual(message);
  });

  test('--encoding overrides the detection', async () => {
    const [row] = await read(Buffer.from('sku,name\nA,\xc3\xa9\n', 'latin1'), { encoding: 'windows-1252' }, chunkSize);
    expect(row?.values?.name).toBe('Ã©');
  });
});

test.each([
  ['with its mark', mark['utf-16le'], ''],
  ['as stated', [], '--encoding utf-16le'],
])('A file of UTF-16 is read from standard input, %s', async (_, bytes, option) => {
  const rows = Array.from({ length: 60 }, (__, at) => `A${at},Größe\n`).join('');
  const stdin = Buffer.concat([Buffer.from(bytes), encodeText(`sku,name\n${rows}`, 'utf-16le')]);
  const { code, err } = await shopCli(`products import - --dry-run ${option}`, { stdin });
  expect([code, err.includes('60 rows checked: none invalid, 1 warning.')]).toEqual([0, true]);
});

test.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])('Text comes back from the bytes of %s', (encoding) => {
  const all = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ é\r\n"';
  expect(new TextDecoder(encoding).decode(encodeText(all, encoding), { stream: true })).toBe(all);
});

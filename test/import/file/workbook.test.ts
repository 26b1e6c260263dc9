import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { asText, errorOf, messageOf, shopCli } from '../../support/run.ts';
import { sampled } from '../../support/thorough.ts';
import { type BookOptions, bookOf, type CellXml, number, sheetOf } from './books.ts';
import { imported, refusalOfImport } from './imported.ts';
import { zipOf } from './zips.ts';

const dryRun = async (stdin: Uint8Array, options = '') => {
  const { code, out, err } = await shopCli(`products import - --dry-run -o ndjson ${options}`, { stdin });
  const rows = out.split('\n').filter((line) => line.startsWith('{'));
  return { code, err: err.split('\n'), rows: rows.map((line) => JSON.parse(line)) };
};

/** The one cell of a column, as it is sent. */
async function sent(heading: string, cell: CellXml, options?: BookOptions): Promise<unknown> {
  const book = await bookOf(
    [
      ['key', heading],
      ['A', cell],
    ],
    options,
  );
  const { code, rows, err } = await dryRun(book, '--map ean=key --set name=x');
  return code !== 0
    ? asText(err.join('\n'))
        .split('\n')
        .filter((line) => line.startsWith('line'))
    : rows[0][heading];
}

const rows = sheetOf(
  'sku,name,price,quantity',
  ['007', 'Mug, 30 "cl"', number('12.5'), number(4)],
  ['B', 'Plate <big>\nblue', number('3'), ''],
  [],
  ['C', 'Fork & knife', number('0.1'), number(0)],
  ['D', '', number('1'), ''],
);
const csv =
  'sku,name,price,quantity\n007,"Mug, 30 ""cl""",12.5,4\nB,"Plate <big>\nblue",3,\n\nC,Fork & knife,0.1,0\nD,,1,\n';

describe('an Excel workbook', () => {
  test('is imported like the same catalogue as CSV, with the rows of the sheet as lines', async () => {
    const [book, text] = [await imported('feed.xlsx', await bookOf(rows)), await imported('feed.csv', csv)];
    // The line break in the second product is no row of the sheet.
    const inSheet = (file: string): string =>
      file
        .replace(/"line": 7/, '"line": 6')
        .replace(/^6,C,/m, '5,C,')
        .replace(',7,,', ',6,,')
        .replace(/^7,,|^7,D/m, (line) => line.replace('7', '6'));
    expect(book.written).toEqual(text.written.map(inSheet));
    expect(book.err).toContain('FILE: sheet "Products"\n');
    expect(book.err).toContain('line 6: no name: add one\n');
  });

  test.each([
    [',', ['10.5', '1.234', '1234.50', '1.800']],
    ['.', ['10.5', '1.234', '1234.50', '1800']],
  ])('has stored numbers that the decimal mark of its texts, %s, does not concern', async (mark, prices) => {
    const amount = mark === ',' ? '€ 1.234,50' : '€ 1,234.50';
    const cells = [number('10.5'), number('1.234'), amount, '1,800'];
    const book = await bookOf([['sku', 'name', 'price'], ...cells.map((cell, at) => [`A${at}`, 'x', cell])]);
    const run = await dryRun(book, `--decimal ${mark}`);
    expect(run.rows.map(({ price }) => Number(price))).toEqual(prices.map(Number));
  });

  test('may be packed in a ZIP archive or with gzip', async () => {
    const book = await bookOf(rows.slice(0, 3));
    const [plain, zipped, gzipped] = [
      await dryRun(book),
      await dryRun(await zipOf({ 'a.xlsx': book })),
      await dryRun(gzipSync(book)),
    ];
    expect(plain.rows.length).toBe(2);
    expect([zipped.rows, gzipped.rows]).toEqual([plain.rows, plain.rows]);
  });

  test('is read from its first visible sheet, or from the one that --sheet names', async () => {
    const others = { Stock: sheetOf('sku,name', 'A,first'), 'Old & new': sheetOf('sku,name', 'B,other') };
    const book = await bookOf([['x']], { firstIsHidden: true, others });
    expect((await dryRun(book)).err[0]).toBe(
      'Standard input: sheet "Stock" (others: "Products", "Old & new"; choose with --sheet)',
    );
    for (const sheet of ['3', 'Old & new']) {
      const { out } = await shopCli(['products', 'import', '-', '--dry-run', '-o', 'ndjson', '--sheet', sheet], {
        stdin: book,
      });
      expect(out).toContain('other');
    }
    expect(errorOf((await dryRun(book, '--sheet 4')).err.join('\n'))).toMatchObject({
      message: 'The Excel workbook has no sheet "4".',
      hint: 'Its sheets: 1 "Products", 2 "Stock", 3 "Old & new"',
    });
  });

  test('is read with shared and rich texts, without their pronunciation', async () => {
    const shared =
      '<si><t>Mug</t></si><si><r><t xml:space="preserve">Blue </t></r><r><rPr><b/></rPr><t>mug_x0041_</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>';
    const cell = { attributes: 't="s"', xml: '<v>1</v>' };
    expect(await sent('model', cell, { sharedStrings: shared })).toBe('Blue mugA');
    for (const index of ['2', '-1', '1.0', '0x1', '1e0', 'A']) {
      const lacking = sheetOf('sku,name', ['A', { attributes: 't="s"', xml: `<v>${index}</v>` }]);
      const missing = await dryRun(await bookOf(lacking, { sharedStrings: shared }));
      expect(messageOf(missing.err.join('\n'))).toBe(
        'Cannot read the Excel workbook: row 2 has a text that the workbook lacks.',
      );
    }
  });

  test('has no value where a merged cell covers it, whatever is stored there', async () => {
    const old = { attributes: 't="b"', xml: '<v>2</v>' };
    const content = sheetOf(
      'sku,name,model,status',
      ['A', 'Mug', 'OLD-1', '1'],
      ['B', 'Cup', 'M-1', old],
      ['C', 'Bowl', 'OLD-2', '1'],
      ['OLD', 'OLD', 'OLD', old],
      ['D', 'Jar', 'M-2', '0'],
    );
    const ranges = ['B2:C2', 'C3:C4', 'D2:D3', 'A5:D5', 'A4:A5', 'B4:B5', 'C5:D5', 'F1:XFD9'];
    const merged = ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
    const book = await bookOf(content, { afterData: `<mergeCells>${merged}</mergeCells>` });
    const { rows: read, code } = await dryRun(book);
    expect([code, ...read.map((sent: object) => JSON.stringify(sent))]).toEqual([
      0,
      '{"line":2,"sku":"A","name":"Mug","status":1}',
      '{"line":3,"model":"M-1","sku":"B","name":"Cup"}',
      '{"line":4,"sku":"C","name":"Bowl","status":1}',
      '{"line":6,"model":"M-2","sku":"D","name":"Jar","status":0}',
    ]);
  });
});

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="000000"/><numFmt numFmtId="165" formatCode="[$-413]d\\ mmmm\\ yyyy;@"/><numFmt numFmtId="166" formatCode="&quot;day&quot; 0.00"/></numFmts>' +
  '<numFmts><numFmt numFmtId="167" formatCode="&quot;SKU-&quot;0000"/><numFmt numFmtId="168" formatCode="000\\-000"/>' +
  '<numFmt numFmtId="169" formatCode="[h]:mm"/><numFmt numFmtId="170" formatCode="_-[$€-413]\\ * #,##0.00_-"/><numFmt numFmtId="171" formatCode="0.00&quot; per piece&quot;"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="9"/><xf numFmtId="22"/>' +
  [2, 3, 46, 167, 168, 169, 170, 171].map((id) => `<xf numFmtId="${id}"/>`).join('') +
  '</cellXfs>';

const fault = (field: string, value: string, why: string) => [`line 2, ${field} "${value}": ${why}`];
const reenter = 'format the column as text and enter it again';
const dateAt = (field: string, value: string) =>
  fault(field, value, `is a date or a time, because spreadsheets turn codes such as 3-1 into dates: ${reenter}`);
const lost = `is a number of more than 15 digits, and spreadsheets keep only 15: ${reenter}`;
const formatted = `is a number that its format (0.00) shows differently: ${reenter}`;
const unsaved = 'is a formula without a stored value: open the workbook in Excel and save it';

sampled(4).each([
  ['a number with binary noise', 'price', number('0.30000000000000004'), 0.3],
  ['a number that could be thousands', 'price', number('1.234'), 1.234],
  ['a number with an exponent', 'price', number('1.5E-3'), 0.0015],
  ['a code of 13 digits', 'sku', number('8.712345678901E12'), '8712345678901'],
  ['a code of a fixed length', 'sku', number(1234, 1), '001234'],
  ['a code with a text in its format', 'sku', number(12, 10), 'SKU-0012'],
  ['a code with a hyphen in its format', 'model', number(123456, 11), '123-456'],
  ['a code that is longer than its format', 'sku', number(1234567, 11), '1234-567'],
  ['a code in a format without zeros', 'sku', number(12, 8), '12'],
  ['a code with a decimal point', 'model', number('1.234'), '1.234'],
  ['an amount in a format with two decimals', 'price', number('12.3967', 7), 12.3967],
  ['an amount in such a format that could be thousands', 'price', number('1.234', 7), 1.234],
  ['an amount with a currency in its format', 'price', number('12.5', 13), 12.5],
  ['a number of pieces with a text in its format', 'quantity', number(12, 10), '12'],
  [
    'a code of more than 15 digits',
    'sku',
    number('1.2345678901234568E+18'),
    fault('sku', '1.23456789012346E+18', lost),
  ],
  ['a code that became a date', 'model', number(45292, 2), dateAt('model', '45292')],
  ['a text that became a date in words', 'image', number(45292, 3), dateAt('image', '45292')],
  ['an amount in a format of hours', 'price', number('1.5', 12), dateAt('price', '1.5')],
  [
    'a date as strict workbooks have it',
    'model',
    { attributes: 't="d"', xml: '<v>2024-01-01</v>' },
    dateAt('model', '2024-01-01'),
  ],
  ['a code in a format of decimals', 'sku', number(12, 7), fault('sku', '12', formatted)],
  ['a percentage', 'taxRate', number('0.21', 5), 21],
  ['true', 'status', { attributes: 't="b"', xml: '<v>1</v>' }, 1],
  ['a formula with a value', 'price', { xml: '<f>1+1</f><v>2</v>' }, 2],
  ['a formula with a text', 'model', { attributes: 't="str"', xml: '<f>A1</f><v>abc</v>' }, 'abc'],
  ['a formula without a value', 'price', { xml: '<f>1+1</f>' }, fault('price', '=1+1', unsaved)],
  ['a formula without a value, by openpyxl', 'price', { xml: '<f>1+1</f><v></v>' }, fault('price', '=1+1', unsaved)],
  ['a formula whose value is the empty text', 'model', { attributes: 't="str"', xml: '<f>A1</f><v></v>' }, undefined],
  ['a shared text that it lacks', 'model', { attributes: 't="s"', xml: '<v/>' }, undefined],
  ['a shared text of blanks', 'model', { attributes: 't="s"', xml: '<v> </v>' }, undefined],
  ['a boolean without a value', 'status', { attributes: 't="b"', xml: '<v></v>' }, undefined],
  ['an error without a value', 'price', { attributes: 't="e"', xml: '<v/>' }, undefined],
  ['a date without a value', 'model', { attributes: 't="d"', xml: '<v/>' }, undefined],
  ['a number without a value', 'price', { xml: '<v/>' }, undefined],
  ['a text without a value', 'model', { attributes: 't="inlineStr"', xml: '<is><t/></is>' }, undefined],
  [
    'a boolean formula without a value',
    'status',
    { attributes: 't="b"', xml: '<f>TRUE()</f><v/>' },
    fault('status', '=TRUE()', unsaved),
  ],
  [
    'a boolean that is none',
    'status',
    { attributes: 't="b"', xml: '<v>2</v>' },
    fault('status', '2', 'is stored as a boolean, but is neither 0 nor 1: enter it again'),
  ],
  [
    'an error',
    'price',
    { attributes: 't="e"', xml: '<v>#N/A</v>' },
    fault('price', '#N/A', 'is an error of a formula in the workbook: correct it'),
  ],
] as const)('a cell with %s becomes the value that a person sees', async (_, heading, cell, value) => {
  expect(await sent(heading, cell, { styles })).toEqual(value);
});

describe('the notes on a workbook', () => {
  const noted = async (rows: ReturnType<typeof sheetOf>, options?: BookOptions) => {
    const { err, code } = await dryRun(await bookOf(rows, options));
    return { code, notes: err.filter((line) => line.startsWith('Note')) };
  };
  const zeros = 'leading zeros, if it had any, are lost. Format the column as text to keep them.';
  const one = sheetOf('sku,name', 'A,x');

  test.each<[string, ReturnType<typeof sheetOf>, BookOptions, string]>([
    [
      'codes stored as numbers',
      sheetOf('sku,name', [number(7), 'x'], [number(8), 'y']),
      {},
      `sku is a number on 2 lines, first on line 2: ${zeros}`,
    ],
    [
      'EANs stored as numbers',
      sheetOf('ean,name', [number('8712345678906'), 'x'], [number('871234567890'), 'y']),
      {},
      `ean is a number on line 3: ${zeros}`,
    ],
    ['hidden rows', one, { rowAttributes: { 2: 'hidden="1"' } }, 'Hidden rows are imported too: 1.'],
    [
      'merged cells',
      one,
      { afterData: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>' },
      'The sheet has merged cells: only the first of them has the value.',
    ],
    [
      'cells beside the header',
      sheetOf('sku,name', 'A,x,note'),
      {},
      'Cells without a heading are ignored: 1, first on line 2.',
    ],
  ])('name what a CSV file would not have: %s', async (_, rows, options, note) => {
    expect(await noted(rows, options)).toEqual({ code: 0, notes: [`Note: ${note}`] });
  });

  test('none on codes that are read as they are shown', async () => {
    const shown = sheetOf('sku,ean,name', [number(7, 1), number('8712345678906'), 'x']);
    expect(await noted(shown, { styles })).toEqual({ code: 0, notes: [] });
  });

  test('an invalid row is written to --rejected as the workbook shows it', async () => {
    const invalid = [number(12, 10), '', number('12.5', 7), number('1.5', 12)];
    const book = await bookOf(sheetOf('sku,name,price,note', invalid, 'B,x,,'), { styles });
    const { written } = await imported('feed.xlsx', book);
    expect(written[1]).toContain('SKU-0012,,12.5,1.5,2,,no name: add one');
  });
});

const cannotRead = 'Cannot read the Excel workbook:';
const noSheet = { 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>' };
test.each<[string, () => Promise<Uint8Array>, string, string?]>([
  [
    'of the binary format',
    () => zipOf({ '[Content_Types].xml': '', 'xl/workbook.bin': 'x' }),
    'The file is an Excel workbook in another format (such as .xlsb), not .xlsx.',
  ],
  ['without worksheets', () => zipOf(noSheet), 'The Excel workbook has no worksheet.'],
  [
    'nested without end',
    () => zipOf({ 'xl/workbook.xml': '<a>'.repeat(1000) }),
    `${cannotRead} more than 100 levels of elements.`,
  ],
  [
    'with one endless text',
    () => bookOf([['sku', 'x'.repeat(3_000_000)]]),
    `${cannotRead} a text or a tag of more than 256 KiB.`,
  ],
  ['with rows out of place', () => bookOf(rows, { rowNumbers: { 3: 2 } }), `${cannotRead} row 2 is out of place.`],
  [
    'with --delimiter',
    () => bookOf(rows),
    '--delimiter is for CSV files, but this is an Excel workbook.',
    '--delimiter ;',
  ],
  [
    'that is no workbook, with --sheet',
    async () => Buffer.from('sku,name\nA,x\n'),
    '--sheet is for Excel workbooks, but this is a text file.',
    '--sheet 1',
  ],
])('a workbook that is refused says why where it is one %s', async (_, make, message, options) => {
  expect(await refusalOfImport(await make(), options)).toBe(`Error: ${message}`);
});

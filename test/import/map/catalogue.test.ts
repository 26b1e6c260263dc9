import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CatalogueRow, openCatalogue } from '../../../src/import/map/catalogue.ts';
import { importableProducts } from '../../../src/resources/importable-products.ts';
import { newProduct } from '../../../src/resources/products.ts';
import { isThorough, runsOf } from '../../support/thorough.ts';
import { chunkSizes, onlyFault, open, read, refusalOf, rowsOf, textFile } from './files.ts';

describe.each(chunkSizes)('A catalogue in chunks of %d bytes', (chunkSize) => {
  test('is read into products, with the line on which each begins', async () => {
    const file =
      'SKU;Naam;Prijs excl. btw;Voorraad\r\n\r\n001;"Gieter, ""groot""\r\nblauw";12,50;5\r\n\r\n1E5;Schep;0,125;\r\n';
    const catalogue = await open(file, {}, chunkSize);
    expect((await rowsOf(catalogue)).map(({ stated, ...row }) => row)).toEqual([
      {
        record: 1,
        line: 3,
        values: { sku: '001', name: 'Gieter, "groot"\r\nblauw', price: { units: 1250n, scale: 2 }, quantity: 5 },
        keys: [{ field: 'sku', code: '001' }],
        faults: [],
        warnings: [],
      },
      {
        record: 2,
        line: 6,
        values: { sku: '1E5', name: 'Schep', price: { units: 125n, scale: 3 } },
        keys: [{ field: 'sku', code: '1E5' }],
        faults: [],
        warnings: [],
      },
    ]);
    expect(catalogue.description).toEqual({
      encoding: 'utf-8',
      delimiter: ';',
      decimal: ',',
      columns: [
        { heading: 'SKU', field: 'sku' },
        { heading: 'Naam', field: 'name' },
        { heading: 'Prijs excl. btw', field: 'price' },
        { heading: 'Voorraad', field: 'quantity' },
      ],
      map: { sku: 'SKU', name: 'Naam', price: 'Prijs excl. btw', quantity: 'Voorraad' },
      unread: [],
      ignored: [],
      otherPrices: [],
      priceChoice: expect.anything(),
      preset: undefined,
      mayBeCut: false,
      notes: [],
      noted: [],
    });
  });

  test.each([
    ['that never ends', 'sku,name\nA,x\nB,"never\nC,y\n', 'Line 3: a quoted cell starts here and is never closed.'],
    ['with text after it in the header', 'sku,"na"me\nA,x\n', 'Line 1: a heading has text after its closing quote.'],
  ])('with a quote %s is refused with the line', async (_, file, problem) => {
    expect(await refusalOf(file, {}, chunkSize)).toBe(
      `${problem} Put the whole cell in quotes and double each quote inside it ("").`,
    );
  });

  const rowsAndOddities = async (file: string) => {
    const catalogue = await open(file, {}, chunkSize);
    const rows = (await rowsOf(catalogue)).map(({ line, values, faults }) => [
      line,
      values?.name ?? faults.map(({ message }) => message.slice(0, 26)),
    ]);
    return [...rows, catalogue.oddities];
  };

  test('has one invalid row where text comes after a closing quote, and goes on after it', async () => {
    const file =
      'sku,name\nA,"x"y\nB,"1 ""big"" x"z\nC,ok\nD,"two\nlines"z\nE,"a ""b"""\n"""F""",f\nG,"x\nH,"y"\nI,i\n';
    const invalid = ['text after a closing quote'];
    expect(await rowsAndOddities(file)).toEqual([
      [2, invalid],
      [3, invalid],
      [4, 'ok'],
      [5, invalid],
      [7, 'a "b"'],
      [8, 'f'],
      [9, invalid],
      [11, 'i'],
      { blank: 0, quotes: { count: 0, line: 0 } },
    ]);
  });

  test('has quotes inside unquoted cells as characters, whatever its line ends and its delimiter', async () => {
    for (const [delimiter, end] of [',\n', ';\r\n', '\t\r'].map((both) => [both.slice(0, 1), both.slice(1)]))
      expect(
        await rowsAndOddities(
          ['sku,name', 'A,5" pipe', 'B,x "x"', 'C,"24"" wide"', 'D,a""b"', '']
            .join(end)
            .replaceAll(',', delimiter ?? ''),
        ),
      ).toEqual([
        [2, '5" pipe'],
        [3, 'x "x"'],
        [4, '24" wide'],
        [5, 'a""b"'],
        { blank: 0, quotes: { count: 3, line: 2 } },
      ]);
  });

  test('has no rows where only delimiters and blanks are, and counts them', async () => {
    const file = ',\n \t,\nsku,name\n,\nA,x\n , \n"",""\n,\u00a0\nB,y\n,';
    expect(await rowsAndOddities(file)).toEqual([[5, 'x'], [9, 'y'], { blank: 5, quotes: { count: 0, line: 0 } }]);
  });

  test.each(['sep=;\n', 'SEP=;\r\n', '"sep=;"\n', '\ufeffsep=;\r', '\ufeff\ufeffsep=;\n'])(
    'has its delimiter from the line %j, which is no row',
    async (first) => {
      const catalogue = await open(`${first}sku;name;price\nA;x, y, z, w;1,50\n`, {}, chunkSize);
      expect([catalogue.description.delimiter, (await rowsOf(catalogue)).map(({ values }) => values?.name)]).toEqual([
        ';',
        ['x, y, z, w'],
      ]);
    },
  );

  test('gives the bytes of records back as they were, with their lines', async () => {
    const file = Buffer.from('sku;name\r\n\r\nA;"caf\xe9\r\n\x80"\r\nB;x\nC;\xa3', 'latin1');
    const catalogue = await open(file, {}, chunkSize);
    const found = [];
    for await (const { record, line, bytes } of catalogue.locate(new Set([0, 1, 3])))
      found.push([record, line, Buffer.from(bytes).toString('latin1')]);
    expect(found).toEqual([
      [0, 1, 'sku;name'],
      [1, 3, 'A;"caf\xe9\r\n\x80"'],
      [3, 6, 'C;\xa3'],
    ]);
  });
});

test.each([
  [
    'A,x',
    '2 cells, but the header has 3: a cell or a delimiter is missing. Excel omits empty cells at the end of rows: if price is empty here, add the delimiters',
  ],
  ['A,x,1,2', '4 cells, but the header has 3: put cells that contain the delimiter in quotes'],
  ['A,x,1, ', '4 cells, but the header has 3: put cells that contain the delimiter in quotes'],
  [',x,1', 'no SKU or EAN: add one, or pass --generate-sku'],
  ['A, ,1', 'no name: add one'],
])('The row %j is a fault: %s', async (row, message) => {
  expect(await onlyFault(`sku,name,price\n${row}\n`)).toEqual({ line: 2, message });
});

const shortRows = async (header: string, ...rows: readonly string[]) =>
  (await read([header, ...rows, ''].join('\n'))).map(({ values, faults }) => values?.sku ?? faults.length);

test.each([
  ['only ignored columns', ['sku,name,note,colour', 'A,x,new,red', 'B,y', 'C,z,'], ['A', 'B', 'C']],
  ['a column that is blank in the other rows', ['sku,name,model', 'A,x,', 'B,y', 'C,z,'], ['A', 'B', 'C']],
  ['a column that has a value in a row below', ['sku,name,model', 'A,x,', 'B,y', 'C,z,M'], ['A', 1, 'C']],
  ['a column that no row has', ['sku,name,model', 'A,x', 'B,y'], [1, 1]],
  ['the price, though it is blank', ['sku,name,price', 'A,x,', 'B,y'], ['A', 1]],
  ['an ignored column and the price', ['sku,name,price,note', 'A,x,1,', 'B,y'], ['A', 1]],
])('A row that lacks %s at its end is read, or is a fault', async (_, [header = '', ...rows], expected) => {
  expect(await shortRows(header, ...rows)).toEqual(expected);
});

test.runIf(isThorough)('A column that is blank in the first rows counts as blank until a row has a value', async () => {
  const rows = Array.from({ length: 30_000 }, (__, at) =>
    at === 29_000 ? `${at},x,M` : at % 2 ? `${at},x,` : `${at},x`,
  );
  const found = await read(['sku,name,model', 'A,x,', ...rows, ''].join('\n'));
  const invalid = found.filter(({ faults }) => faults.length > 0).map(({ record }) => record);
  expect([invalid.length, invalid[0]]).toEqual([499, 29_004]);
});

test('A file whose lines are in quotes as a whole is named as that', async () => {
  expect(await refusalOf('"sku,name,price"\r\n"A,""Mug, red"",12.50"\r\n')).toBe(
    'Each line of the file is quoted as a whole, so it has only one column. Export it again without these quotes. Or open it in a spreadsheet, split the column at its delimiter, and save it as CSV.',
  );
});

const rounded = 'was rounded by a spreadsheet and lost digits: format the column as text and enter the EAN again';
test.each([
  ['sku', ' A1', 'has leading or trailing spaces (" A1"): remove them'],
  ['sku', 'A1\u00a0', 'has leading or trailing spaces ("A1\\u00a0"): remove them'],
  ['sku', 'A\u0001', 'has an invisible character (U+0001): remove it'],
  ['sku', 'A\0', 'has an invisible character (U+0000): remove it'],
  ['ean', '\u200e4006381333931\u200b', 'has invisible characters (U+200E, U+200B): remove them'],
  ['model', 'A\u00adB', 'has an invisible character (U+00AD): remove it'],
  ['name', 'a\0b', 'contains a NUL character: remove it, or check the encoding of the file'],
  ['ean', '8.71235E+12', rounded],
  ['ean', '8,71235E+12', rounded],
  ['status', 'maybe', 'must be one of offline, 0, online, 1, false, true, no, yes, and 28 more'],
  ['taxRate', '5.5', 'must be a whole percentage from 0 to 100, such as 21'],
  ['quantity', '1.5', 'must be a whole number'],
  ['price', '12,50 p.st.', 'must be an amount, such as 12.50: it contains "p.st."'],
])('The %s %j is a fault with its column and value', async (field, value, message) => {
  const others = Object.entries({ sku: 'S', name: 'N' }).filter(([name]) => name !== field);
  const header = [field, ...others.map(([name]) => name)].join(',');
  const row = [`"${value}"`, ...others.map(([, cell]) => cell)].join(',');
  expect(await onlyFault(`${header}\n${row}\n`)).toEqual({ line: 2, column: field, value, message });
});

test('Every fault of every row is found', async () => {
  const rows = await read('sku,ean,name,price,status\nA,,x,abc,7\n B,,,1,1\nC,,z,2.5,0\n');
  expect(rows.map(({ line, faults }) => [line, ...faults.map(({ column, message }) => column ?? message)])).toEqual([
    [2, 'price', 'status'],
    [3, 'sku', 'no name: add one'],
    [4],
  ]);
});

test('Values are read as the words of the shop allow: percent signs, words for a status, outer spaces around numbers', async () => {
  const [row] = await read(
    'ean;name;taxRate;status;quantity;price\n"5901234123457"; mug ;21,00 %;Online; 100.0000 ;€ 12,50\n',
  );
  expect(row?.values).toEqual({
    ean: '5901234123457',
    name: 'mug',
    taxRate: 21,
    status: 1,
    quantity: 100,
    price: { units: 1250n, scale: 2 },
  });
});

test('A wrong EAN check digit is a warning, not a fault', async () => {
  const [row] = await read('ean,name\n4006381333932,x\n');
  const message = 'the check digit is 2, expected 1: one of the digits may be wrong';
  expect(row).toMatchObject({
    ...{ values: { ean: '4006381333932', name: 'x' }, faults: [] },
    warnings: [{ line: 2, column: 'ean', value: '4006381333932', message }],
  });
});

test('--set is a constant for every row and wins over the cells', async () => {
  const file = 'sku,name,status,price\nA,x,wrong,1\nB,y,1,2\n';
  const rows = await read(file, { set: { status: 'offline', price: '1.5' } });
  expect(rows.map(({ values }) => values)).toEqual(
    ['A', 'B'].map((sku, at) => ({ sku, name: 'xy'[at], status: 0, price: { units: 15n, scale: 1 } })),
  );
});

describe('The formula guard of our own export', () => {
  const cells = { sku: "'-5", name: "''s ochtends", purchasePrice: "'-1.5", imageAlt: "'t Hart" };
  const file = (header: readonly string[]): string =>
    `${header.join(',')}\n${header.map((name) => (cells as Readonly<Record<string, string>>)[name] ?? '').join(',')}\n`;

  test.each([
    ['all of its columns', newProduct.names],
    ['some of them', ['sku', 'name', 'purchasePrice', 'imageAlt']],
    ['another order', newProduct.names.toReversed()],
    ['more columns', ['Kleur', ...newProduct.names, 'Maat']],
    ['the columns of a rejected file', [...newProduct.names, 'error_line', 'error_field', 'error_message']],
  ])('is removed from a file with %s, only where it guards', async (_, header) => {
    const [own] = await read(file(header));
    expect(own?.values).toEqual({
      sku: '-5',
      name: "'s ochtends",
      purchasePrice: { units: -15n, scale: 1 },
      imageAlt: "'t Hart",
    });
  });

  test('stays where another program wrote the headings, and is warned of in a code', async () => {
    const [other] = await read(file(['sku', 'name', 'imageAlt']).replace('name', 'Naam'));
    expect(other?.values).toEqual({ sku: "'-5", name: "''s ochtends", imageAlt: "'t Hart" });
    expect(other?.warnings).toEqual([
      {
        line: 2,
        column: 'sku',
        value: "'-5",
        message: "begins with the ' of a spreadsheet: if the code does not have it, remove it",
      },
    ]);
  });

  test('stays in a column that the user chose', async () => {
    const [row] = await read("sku,name,Titel\n'=A,x,'=B\n", { map: { name: 'Titel' } });
    expect(row?.values).toEqual({ sku: '=A', name: "'=B" });
  });
});

test('Every field of a product is a column of its name', async () => {
  const typed = (name: keyof typeof newProduct.fields): string => {
    const { kind } = newProduct.fields[name];
    if (kind.name === 'percent') return '21';
    return kind.name === 'text' || kind.name === 'code' ? 'A' : '1';
  };
  const file = `${newProduct.names.join('\t')}\n${newProduct.names.map(typed).join('\t')}\n`;
  const [row] = await read(file);
  expect(Object.keys(row?.values ?? {})).toEqual(newProduct.names);
});

test.each([
  ['an empty file', '', {}, 'The file is empty.'],
  ['blank lines only', '\ufeff\r\n\r\n', {}, 'The file is empty.'],
  ['a header only', 'sku,name\n', {}, 'The file has a header but no rows.'],
  ['no key', 'name,prijs\nx,1\n', {}, 'The header has no column for sku or ean. Columns: "name", "prijs".'],
  ['no name', 'sku,prijs\nx,1\n', {}, 'The header has no column for name. Columns: "sku", "prijs".'],
  ['rival columns', 'sku,Titel,Naam\nx,y,z\n', {}, 'matches name: "Titel" and "Naam" (columns 2 and 3).'],
  ['one heading twice', 'sku,name,name\nx,y,z\n', {}, 'matches name: "name" and "name" (columns 2 and 3).'],
  ['--map to no column', 'sku,name,Pris\nA,x,1\n', { map: { price: 'Prijs' } }, 'Did you mean "Pris"?'],
  ['--map of no field', 'sku,name\nA,x\n', { map: { nam: 'name' } }, 'no field "nam". Did you mean "name"?'],
  ['--set of no field', 'sku,name\nA,x\n', { set: { state: '1' } }, '--set state: a product has no field "state".'],
  ['--set to no value', 'sku,name\nA,x\n', { set: { price: '1,5' } }, '--set price="1,5": invalid price.'],
  ['an unknown column', 'sku,name,Kleur\nA,x,1\n', { strictColumns: true }, 'Unknown column "Kleur".'],
])('A file with %s is refused', async (_, file, options, problem) => {
  expect(await refusalOf(file, options)).toContain(problem);
});

test('All faults of the file are reported at once', async () => {
  const message = await refusalOf('naam,titel\n', { map: { price: 'p' }, set: { x: '1' } });
  expect(message.replace(/(?<=The fields are ).*/, '…')).toMatchInlineSnapshot(`
    "Cannot read the file:
    - --set x: a product has no field "x". The fields are …
    - --map price="p": the file has no such column. The columns are "naam", "titel".
    - More than one column matches name: "naam" and "titel" (columns 1 and 2). Choose one: --map name="naam" or --map name="titel"
    - The header has no column for sku or ean. Columns: "naam", "titel". To choose a column: --map sku="<heading>". If no column has it: --generate-sku. If the headings are on another line: --header-row <n>
    - The file has a header but no rows. Check that the export is complete."
  `);
});

test('A row longer than 1 MiB is refused with its line', async () => {
  expect(await refusalOf(`sku,name\nA,x\nB,${'y'.repeat(1024 * 1024)}\nC,z\n`)).toContain(
    'Line 3: this row is longer than 1 MiB.',
  );
});

test.each(['../../../examples/products.csv', '../../support/catalogue.csv'])(
  '%s has no faults and no warnings',
  async (file) => {
    const catalogue = await open(await readFile(new URL(file, import.meta.url)));
    const rows = await rowsOf(catalogue);
    const problems = rows.flatMap(({ faults, warnings }) => [...faults, ...warnings]);
    expect([rows.length, problems, catalogue.description.ignored]).toEqual([69, [], []]);
  },
);

test.runIf(isThorough)('Some rows of a catalogue come back as they do among all, whatever they depend on', async () => {
  const cells = fc.array(fc.constantFrom('"', ',', '\r\n', '\r', '\n', 'é', 'A', '1'), { maxLength: 6 });
  const header = { plain: 'sku,name,quantity', shopify: 'Handle,Title,Variant SKU,Option1 Value' };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('plain', 'shopify'),
      fc.array(fc.array(cells, { minLength: 3, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
      fc.constantFrom(1, 7, 64 * 1024),
      async (kind, rows, wanted, chunkSize) => {
        const quoted = (row: readonly (readonly string[])[]): string =>
          row.map((parts) => `"${parts.join('').replaceAll('"', '""')}"`).join(',');
        // A file of only blank rows is refused.
        const file = [header[kind], 'A,x,1', ...rows.map(quoted)].join('\r\n\n');
        const options = { generateSku: kind === 'plain', preset: kind === 'plain' ? 'none' : undefined } as const;
        const catalogue = await open(file, options, chunkSize);
        const all = await rowsOf(catalogue);
        const some: CatalogueRow[] = [];
        const isWanted = (record: number): boolean => wanted[record] === true;
        for await (const batch of catalogue.rows(isWanted)) some.push(...batch);
        expect(some).toEqual(all.filter(({ record }) => isWanted(record)));
      },
    ),
    { numRuns: runsOf(100) },
  );
});

test('A catalogue can be read in part and again, and every read closes the file', async () => {
  const reads = { begun: 0, ended: 0 };
  const source = async function* () {
    reads.begun++;
    try {
      yield Buffer.from('sku,name\n');
      for (let at = 0; at < 2000; at++) yield Buffer.from(`S${at},n\n`);
    } finally {
      reads.ended++;
    }
  };
  const catalogue = await openCatalogue(await textFile(source), { map: {}, set: {} }, importableProducts);
  for await (const _ of catalogue.rows()) break;
  for await (const _ of catalogue.locate(new Set([1])));
  expect([(await rowsOf(catalogue)).length, reads.begun]).toEqual([2000, reads.ended]);
});

test('A file that a stated delimiter does not split is told so', async () => {
  expect(await refusalOf('sku,name,price\r\nA,Mug,12.50\r\n', { delimiter: ';' })).toBe(
    'With --delimiter ";", the file has only one column. Remove --delimiter, so that it is detected, or pass the character between the columns.',
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogueRow } from '../../../src/import/map/catalogue.ts';
import { columnReader } from '../../../src/import/map/cells/column-readers.ts';
import { DecimalMarks } from '../../../src/import/map/cells/decimal-marks.ts';
import { addressTable, customerTable } from '../../../src/resources/change-tables.ts';
import type { FileTable } from '../../../src/resources/file-table.ts';
import { importableAddresses } from '../../../src/resources/importable-addresses.ts';
import { importableCustomers } from '../../../src/resources/importable-customers.ts';
import { textKind } from '../../../src/resources/kinds.ts';
import { runsOf } from '../../support/thorough.ts';
import { open, rowsOf } from '../map/files.ts';

const read = async (noun: FileTable, file: string, options = {}): Promise<CatalogueRow | undefined> =>
  (await rowsOf(await open(file, options, undefined, noun)))[0];

/** A row of a person with this cell, as an import and as an update of a file reads it. */
const tables: readonly (readonly [string, FileTable, string])[] = [
  ['an import of customers', importableCustomers, 'email,Last name,Phone\na@b.cd,'],
  ['an update of customers', customerTable, 'customerId,Last name,Phone\n101,'],
];

const placeTables: readonly (readonly [string, FileTable, string])[] = [
  ['an import of addresses', importableAddresses, 'email,firstname,lastname,street,house number,zip,country,'],
  ['an update of addresses', addressTable, 'customerId,id,firstname,lastname,street,house number,zip,country,'],
];

const place = (noun: FileTable, header: string, field: string, cell: string, zip = '1012 JS', country = 'NL') =>
  read(
    noun,
    `${header}${field}\n${header.startsWith('email') ? 'a@b.cd' : '101,301'},Jo,Vries,Dam,1,${zip},${country},"${cell}"\n`,
  );

describe.each(tables)('In %s', (_, noun, start) => {
  const first = noun === importableCustomers ? { set: { firstName: 'Jo' } } : {};

  test.each([
    ['O&#039;Brien', "O'Brien"],
    ['K&ouml;ln', 'Köln'],
    ['Vos &amp; Zn', 'Vos & Zn'],
    ['Vos &amp;amp; Zn', 'Vos & Zn'],
    ['&Eacute;mile', 'Émile'],
    ['AT&T', 'AT&T'],
    ['  Smit ', 'Smit'],
    ['\u00a0Smit', 'Smit'],
    ['Null', 'Null'],
    ['None', 'None'],
    ['True', 'True'],
    ["'t Hart", "'t Hart"],
  ])('the last name %j is %j', async (cell, name) => {
    const row = await read(noun, `${start}"${cell}",\n`, first);
    expect([row?.values?.lastName, row?.faults]).toEqual([name, []]);
    expect(row?.warnings.length).toBe(/&\w+;|&#|True/.test(cell) ? 1 : 0);
  });

  test.each([
    ['JosÃ©', '"José"?'],
    ['MuÃ±oz', '"Muñoz"?'],
    ['StraÃŸe', '"Straße"?'],
    ['Ren\ufffde', 'could not read a character'],
    ['FranÃ§ois', '"François"?'],
    ['WÅ‚adysÅ‚aw', '"Władysław"?'],
    ['Ð˜Ð²Ð°Ð½', '"Иван"?'],
    ['Î‘Î½Î½Î±', '"Αννα"?'],
    ['â€œJanâ€\u009d', '"“Jan”"?'],
    ['J├╢rg', 'wrong encoding'],
  ])('the last name %s is damaged, and its reading is shown', async (cell, shown) => {
    const row = await read(noun, `${start}${cell},\n`, first);
    expect(row?.faults).toMatchObject([{ column: 'Last name', message: expect.stringContaining(shown) }]);
  });

  test.each(['\\N', 'n/a', '-', '--', '(null)', '<NULL>', 'undefined', 'n.v.t.'])(
    '%s is no last name',
    async (cell) => {
      expect((await read(noun, `${start}${cell},\n`, first))?.faults).toMatchObject([{ column: 'Last name' }]);
    },
  );

  test.each(['?', '.', '+31612345678', '2024-01-01', 'jo@example.com', '<b>Smit</b>'])(
    'the last name %s is warned of',
    async (cell) => {
      expect((await read(noun, `${start}${cell},\n`, first))?.warnings).toMatchObject([
        { message: expect.stringContaining('does not look like') },
      ]);
    },
  );

  test.each(['Ångström', 'Mañé', 'Þór', 'Nuñez', 'Ñandú', 'Đorđe', 'Çelik', 'Ærø', 'Ähtäri', 'São'])(
    '%s is a name',
    async (cell) => {
      expect((await read(noun, `${start}${cell},\n`, first))?.values?.lastName).toBe(cell);
    },
  );

  test.each([
    ["'+31612345678", '+31612345678'],
    ['=+31612345678', '+31612345678'],
    ['"=""+31612345678"""', '+31612345678'],
    ["'0612345678", '0612345678'],
    ['+31 6 1234 5678', '+31 6 1234 5678'],
    ['(030) 555-0142', '(030) 555-0142'],
  ])('the phone number %s is %s', async (cell, phone) => {
    const row = await read(noun, `${start}Smit,${cell}\n`, first);
    expect([row?.values?.phoneNumber, row?.faults]).toEqual([phone, []]);
  });

  test.each(['NULL', '\\N', 'n/a', '-', 'TRUE', '#N/A', '(null)'])('%s is no phone number', async (cell) => {
    expect((await read(noun, `${start}Smit,${cell}\n`, first))?.faults).toMatchObject([{ column: 'Phone' }]);
  });
});

/** What programs and people put into a cell, beside each other in any order. */
const marks = [
  ...[
    "'",
    '=',
    '+31',
    '0612345678',
    '(0)',
    '&amp;',
    '&#039;',
    '&',
    ';',
    '\ufffd',
    'Ã©',
    'Å‚',
    'â€',
    'Ã',
    'é',
    'ü',
    'Ł',
    '№',
  ],
  ...[
    'NULL',
    'null',
    '\\N',
    'n/a',
    '-',
    'TRUE',
    'NaN',
    '#N/A',
    '1.234',
    '12,5',
    '1E5',
    '12.0',
    'Jo',
    ' ',
    '.',
    ',',
    '/',
    '@',
  ],
  ...[
    'jo@example.com',
    '?subject=x',
    'mailto:',
    '<',
    '>',
    'K',
    'm',
    'Mle',
    'n.v.t.',
    '\u00ad',
    '\u00a0',
    '\u200b',
    "d'",
    '1',
    '0',
  ],
];
const pieces = fc.constantFrom(...marks);

/** The cells of a field as an import reads them: the value or its problem, and the notes. */
function fieldReader(noun: FileTable, field: string): (cell: string) => readonly unknown[] {
  const kind = noun.draft.fields[field]?.kind ?? textKind;
  const reader = columnReader({ index: 0, heading: field, field, kind }, noun, new DecimalMarks(undefined));
  return (cell) => [reader.read(cell), reader.noteOn?.(cell), reader.countedNoteOn?.(cell)];
}

test.each([
  ['emailAddress', importableCustomers],
  ['lastName', importableCustomers],
  ['gender', importableCustomers],
  ['phoneNumber', importableCustomers],
  ['company', importableAddresses],
  ['country', importableAddresses],
  ['houseNumber', importableAddresses],
])('a cell of %s that looks plain is read as one with a blank before it, which does not', (field, noun) => {
  const readCell = fieldReader(noun, field);
  const cells = fc.array(pieces, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('').trim());
  fc.assert(
    fc.property(cells, (cell) => {
      expect(readCell(cell)).toEqual(readCell(` ${cell}`));
    }),
    { numRuns: runsOf(5000), examples: marks.map((mark) => [mark]) },
  );
});

test.each([
  ["'mary@example.com", 'mary@example.com'],
  ['mailto:hans@example.com?subject=x', 'hans@example.com'],
  ['hans@example.com?subject=Hello&cc=x', 'hans@example.com'],
  ['hans@example.com', 'hans@example.com'],
])('the e-mail address %s is %s, in imports and updates', async (cell, address) => {
  const imported = await read(importableCustomers, `email,firstname,lastname\n${cell},Jo,Smit\n`);
  const changed = await read(customerTable, `customerId,email\n101,${cell}\n`);
  expect([imported?.values?.emailAddress, changed?.values?.emailAddress]).toEqual([address, address]);
  expect(imported?.warnings.length).toBe(cell === address ? 0 : 1);
});

describe.each(placeTables)('In %s', (_, noun, header) => {
  test.each(['NULL', '\\N', 'n/a', '-', 'TRUE', 'NaN'])('%s is no company, city, state or VAT number', async (cell) => {
    for (const field of ['company', 'city', 'state', 'btwNumber', 'toevoeging'])
      expect((await place(noun, header, field, cell))?.faults, field).toMatchObject([{ column: field }]);
  });

  test.each([
    ["'01067", '01067', 'DE'],
    [' 1012 JS ', '1012 JS', 'NL'],
  ])('the postcode %j is %s', async (zip, code, country) => {
    expect((await place(noun, header, 'city', 'X', zip, country))?.values?.zipcode).toBe(code);
  });

  test.each([
    ['1067', 'DE'],
    ['150', 'NO'],
    ['1011', 'NL'],
    ['12-5-2024', 'BE'],
  ])('%s is no postcode in %s', async (zip, country) => {
    expect((await place(noun, header, 'city', 'X', zip, country))?.faults).toMatchObject([{ column: 'zip' }]);
  });

  test.each([
    ['Norge', 'NO'],
    ['United Kingdom (UK)', 'GB'],
    ['België/Belgique', 'BE'],
    ['"Netherlands, The"', 'NL'],
    ['Groot-Brittannië', 'GB'],
  ])('the country %s is %s', async (country, code) => {
    expect((await place(noun, header, 'city', 'X', '1012 JS', country))?.values?.country).toBe(code);
  });
});

test('with --mask-pii no message has what a cell says', async () => {
  const rows = [
    'JosÃ©,Vos,Dam 12,14,1011',
    '"Smith, Jr.",Vos,Dam,1,1012 JS',
    'Jo,NULL & Co,Dam 12 a,12 b,1012 JS',
    'Jo,Vos,Dam,1,12-5-2024',
  ];
  const file = `email,firstname,lastname,street,house number,zip,city,country\n${rows.map((row, at) => `p${at}@b.cd,${row},Gouda,NL\n`).join('')}`;
  const hidden = { ...importableAddresses, hidesValues: true };
  const read = await rowsOf(await open(file, {}, undefined, hidden));
  const said = JSON.stringify(read.flatMap(({ faults, warnings }) => [...faults, ...warnings]));
  expect(said).not.toMatch(/José|Smith|Gouda|"14|\(14|12 b|12-5|1011"/);
  expect(read.filter(({ faults }) => faults.length > 0).length).toBeGreaterThan(2);
});

test('a full name that is damaged is not missing as well', async () => {
  const row = await read(importableCustomers, 'email,name\na@b.cd,JosÃ© Vos\n');
  expect(row?.faults).toMatchObject([{ column: 'name' }]);
});

describe('Where a column is blank, another is read', () => {
  const imported = async (header: string, row: string) => {
    const { values, faults } = (await read(importableCustomers, `${header}\n${row}\n`)) ?? {};
    return faults?.length
      ? faults.map(({ message }) => message)
      : [values?.firstName, values?.lastName, values?.phoneNumber];
  };

  test.each([
    ['email,firstname,lastname,Telefon privat,Telefon Firma', 'a@b.cd,Jo,Smit,,030-2', ['Jo', 'Smit', '030-2']],
    ['email,firstname,lastname,Telefon privat,Telefon Firma', 'a@b.cd,Jo,Smit,030-1,030-2', ['Jo', 'Smit', '030-1']],
    ['email,firstname,lastname,Telefon 1,Telefon 2', 'a@b.cd,Jo,Smit,,030-2', ['Jo', 'Smit', '030-2']],
    ['email,firstname,lastname,Telefoon 1,Telefoon 2,Telefoon 3', 'a@b.cd,Jo,Smit,,,030-3', ['Jo', 'Smit', '030-3']],
    ['email,firstname,lastname,Telefoon thuis,Telefoon werk', 'a@b.cd,Jo,Smit,,030-2', ['Jo', 'Smit', '030-2']],
    ['email,firstname,lastname,Phone (home),Phone (office)', 'a@b.cd,Jo,Smit,,030-2', ['Jo', 'Smit', '030-2']],
    ['email,firstname,lastname,Telefon,Telefon 2,Mobil', 'a@b.cd,Jo,Smit,,030-2,', ['Jo', 'Smit', '030-2']],
    ['email,Voornaam,Achternaam,Telefoon,Mobiel', 'a@b.cd,Jo,Smit,,0612345678', ['Jo', 'Smit', '0612345678']],
    [
      'email,Voornaam,Achternaam,Telefoon,Mobiel',
      'a@b.cd,Jo,Smit,030-5550142,0612345678',
      ['Jo', 'Smit', '030-5550142'],
    ],
    ['email,Voornaam,Achternaam,Mobiel', 'a@b.cd,Jo,Smit,0612345678', ['Jo', 'Smit', '0612345678']],
    ['email,Roepnaam,Voorletters,Achternaam', 'a@b.cd,,J.,Smit', ['J.', 'Smit', undefined]],
    [
      'email,first_name,last_name,billing_first_name,billing_last_name',
      'a@b.cd,,,Mary,Smith',
      ['Mary', 'Smith', undefined],
    ],
    [
      'email,first_name,last_name,billing_first_name,billing_last_name',
      'a@b.cd,Jo,Smit,Mary,Smith',
      ['Jo', 'Smit', undefined],
    ],
    [
      'First Name,Last Name,Email,Accepts Marketing,Default Address Phone,Phone',
      "Jo,Smit,a@b.cd,no,'+31612345678,",
      ['Jo', 'Smit', '+31612345678'],
    ],
    [
      'email,firstname,lastname,Home Phone,Mobile Phone,Business Phone',
      'a@b.cd,Jo,Smit,,,030-1',
      ['Jo', 'Smit', '030-1'],
    ],
    [
      'email,firstname,lastname,Home Phone,Mobile Phone,Business Phone',
      'a@b.cd,Jo,Smit,030-2,,030-1',
      ['Jo', 'Smit', '030-2'],
    ],
  ])('%s: %s', async (header, row, expected) => {
    expect(await imported(header, row)).toEqual(expected);
  });

  test('a fault of the other column has its name', async () => {
    const row = await read(importableCustomers, 'email,Voornaam,Achternaam,Telefoon,Mobiel\na@b.cd,Jo,Smit,,TRUE\n');
    expect(row?.faults).toMatchObject([{ column: 'Mobiel', value: 'TRUE' }]);
  });

  test('a column that the user has mapped is read alone', async () => {
    const file = 'email,Voornaam,Achternaam,Telefoon,Mobiel\na@b.cd,Jo,Smit,,0612345678\n';
    const row = await read(importableCustomers, file, { map: { phoneNumber: 'Telefoon' } });
    expect(row?.values?.phoneNumber).toBeUndefined();
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Catalogue } from '../../../src/import/map/catalogue.ts';
import { checkRows, validRows } from '../../../src/import/rows/check.ts';
import { addressTable, customerTable } from '../../../src/resources/change-tables.ts';
import type { FileTable } from '../../../src/resources/file-table.ts';
import { importableAddresses } from '../../../src/resources/importable-addresses.ts';
import { importableCustomers } from '../../../src/resources/importable-customers.ts';
import { importableLines } from '../../../src/resources/importable-lines.ts';
import { importableProducts } from '../../../src/resources/importable-products.ts';
import { runsOf } from '../../support/thorough.ts';
import { open } from '../map/files.ts';

/** What people and spreadsheets write into any cell. */
const words = [
  '',
  ' ',
  '0',
  '-',
  'NL',
  'jo@example.com',
  '<>',
  '1012 JS',
  'Dam',
  'Jo',
  '#N/A',
  '12-feb',
  '\u200b',
  '7',
];

const numbers = fc
  .array(fc.constantFrom('1', '12', '0', 'a', 'E', '/', '+', '-', ' ', '.', ',', '=', 'bis'), { maxLength: 5 })
  .map((parts) => parts.join(''));

const cell = fc.oneof(
  fc.constantFrom(...words),
  numbers,
  numbers.map((number) => `Dam ${number}`),
);

/** A table: what each column is called, and a cell of it that is valid. */
type Columns = readonly (readonly [heading: string, valid: string])[];

const person: Columns = [
  ['first name', 'Jo'],
  ['last name', 'Vries'],
];

const place: Columns = [
  ['e-mail', 'jo@example.com'],
  ['name', 'Jo Vries'],
  ['street', 'Dam 1'],
  ['zipcode', '1012 JS'],
  ['city', 'Utrecht'],
  ['country', 'NL'],
];

/** How many rows no count has: each is invalid, excluded, or can be sent under its key. */
async function uncounted(noun: FileTable, columns: Columns, rows: readonly (readonly string[])[]): Promise<number> {
  const quoted = (cells: readonly string[]): string => cells.map((text) => `"${text}"`).join(';');
  const file = `${[columns.map(([heading]) => heading), ...rows].map(quoted).join('\n')}\n`;
  const catalogue = await open(file, { preset: 'none', decimal: ',' }, undefined, noun);
  const checked = await checkRows(catalogue, new AbortController().signal);
  const { rows: all, unsendable, keys } = checked;
  let sendable = 0;
  for await (const batch of validRows(checked)) sendable += batch.length;
  keys.close();
  return all - unsendable.invalid - unsendable.excluded - sendable;
}

test.each<[string, FileTable, Columns]>([
  [
    'products',
    importableProducts,
    [
      ['sku', 'A1'],
      ['ean', '96385074'],
      ['name', 'Mug'],
      ['price', '1,50'],
    ],
  ],
  ['customers', importableCustomers, [['e-mail', 'jo@example.com'], ...person, ['gender', 'm']]],
  [
    'customers by full name',
    importableCustomers,
    [
      ['e-mail', 'jo@example.com'],
      ['name', 'Jo Vries'],
      ['infix', ''],
    ],
  ],
  ['addresses', importableAddresses, place],
  [
    'addresses with numbers',
    importableAddresses,
    [...place, ['customerId', '101'], ['houseNumber', ''], ['addressLine2', '']],
  ],
  [
    'lines of a basket',
    importableLines,
    [
      ['sku', 'A1'],
      ['uprid', '206'],
      ['quantity', '1'],
    ],
  ],
  [
    'changes of customers',
    customerTable,
    [
      ['customerId', '101'],
      ['phoneNumber', '030'],
      ['gender', 'm'],
    ],
  ],
  [
    'changes of addresses',
    addressTable,
    [
      ['id', '301'],
      ['customerId', '101'],
      ['houseNumber', '1'],
    ],
  ],
])('whatever the cells say, each row of %s is invalid, excluded, or has a key', async (_, noun, columns) => {
  const row = fc.tuple(...columns.map(([, valid]) => fc.oneof({ arbitrary: fc.constant(valid), weight: 3 }, cell)));
  const rows = fc.array(row, { minLength: 30, maxLength: 60, size: 'max' });
  const property = fc.asyncProperty(rows, async (made) => (await uncounted(noun, columns, made)) === 0);
  const { failed, counterexample } = await fc.check(property, { numRuns: runsOf(50) });
  expect({ failed, counterexample }).toEqual({ failed: false, counterexample: null });
});

const streets = ['Dam 12E5', 'Dam 0', '0 Main Street', 'Dam 12.5'];

test.each(streets)('an address whose street is "%s" is invalid, and the house number is asked for', async (street) => {
  const header = 'email;firstname;lastname;street;zip;city;country';
  const catalogue = await open(
    `${header}\njo@example.com;Jo;Vries;${street};1012JS;Amsterdam;NL\n`,
    {},
    undefined,
    importableAddresses,
  );
  const { faults } = await checkRows(catalogue, new AbortController().signal);
  expect(faults.listed).toMatchObject([{ column: 'street', message: expect.stringContaining('house number') }]);
});

test('a row that is in no count stops the check: that is a fault of shop-cli', async () => {
  const catalogue = await open('sku,name\nA,x\nB,y\n');
  const rows: Catalogue['rows'] = async function* () {
    for await (const batch of catalogue.rows())
      yield batch.map((row) => (row.record === 2 ? { ...row, keys: [] } : row));
  };
  await expect(checkRows({ ...catalogue, rows }, new AbortController().signal)).rejects.toMatchObject({
    kind: 'fault',
    message: 'shop-cli has 1 valid rows of this file, where it counted 2. Nothing was sent.',
  });
});

import { describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { isThorough, sampled } from '../support/thorough.ts';
import { arrivals } from './arrivals.ts';
import { addCustomersImport, customersIn, fileOf } from './customers.ts';
import { bookOf, sheetOf } from './file/books.ts';

const fieldsOf = { sku: 'A1', ean: '4006381333931', name: 'Mug', price: '12.50', quantity: '3', status: '1' };
type Field = keyof typeof fieldsOf;
const row = (changed: Partial<Record<Field | 'taxRate' | 'imageAlt', string>>): readonly string[] => {
  const all: Record<string, string> = { ...fieldsOf, taxRate: '21', imageAlt: 'A mug', ...changed };
  return Object.values(all);
};
const headings = [...Object.keys(fieldsOf), 'taxRate', 'imageAlt'];
const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

/** The rows as a CSV file and as a workbook of texts. */
const formats = {
  'a CSV file': async (rows: readonly (readonly string[])[]) => ({
    file: `${[headings, ...rows].map(quoted).join('\n')}\n`,
    name: 'file.csv',
  }),
  'a workbook': async (rows: readonly (readonly string[])[]) => ({
    file: await bookOf(sheetOf(headings, ...rows)),
    name: 'file.xlsx',
  }),
};

describe.each(Object.entries(formats))('In %s', (_, fileOfRows) => {
  const arrived = async (rows: readonly (readonly string[])[]) => {
    const { file, name } = await fileOfRows(rows);
    return await arrivals(file, { name, options: '--skip-invalid' });
  };

  sampled(4).each(headings as Field[])(
    'an error of a spreadsheet as %s keeps the row out, in seven languages',
    async (field) => {
      const errors = [
        '#N/A',
        '#REF!',
        '#WAARDE!',
        '#NAAM?',
        '#N/B',
        '#WERT!',
        '#NV',
        '#BEZUG!',
        '#VALEUR!',
        '#N/D',
        '#ARG!',
        '#¡REF!',
        '#RIF!',
        ' #VALUE! ',
        '####',
        'Err:502',
      ];
      const rows = errors.map((error, at) => row({ sku: `B${at}`, ean: '', [field]: error }));
      const { code, err, skus } = await arrived([...rows, row({})]);
      expect([code, skus]).toEqual([7, ['A1']]);
      expect(err).toContain(`line 2, ${field} "#N/A": is the error of a formula`);
      expect(err).toContain(`, ${field} "####": is what a spreadsheet shows in a column that is too narrow`);
    },
  );

  test('="00123" is 00123, whatever the field, and only as a whole cell', async () => {
    const { products } = await arrived([
      row({ sku: '="00123"', price: '="12.50"', name: '="say ""hi"""' }),
      row({ sku: 'A="1"', ean: '' }),
    ]);
    expect(products).toEqual([
      expect.objectContaining({ sku: '00123', price: '12.5000', name: 'say "hi"' }),
      expect.objectContaining({ sku: 'A="1"' }),
    ]);
  });

  test('a code that a spreadsheet rounded is invalid, and one with an E in it is a code', async () => {
    const rounded = ['8,71E+12', '8.71235E+12', '1.5e3', '8E+12'];
    const codes = ['12E5', '1E1', 'E12', '8.71-E+12', '1.2E'];
    const { err, skus } = await arrived([...rounded, ...codes].map((sku) => row({ sku, ean: '' })));
    expect(skus).toEqual(codes);
    expect(err).toContain(
      'sku "8E+12": was rounded by a spreadsheet and lost digits: format the column as text and enter the SKU again',
    );
  });

  sampled(4).each(['NULL', 'null', 'nan', 'NaN', 'None', '\\N'])(
    '%s is no code, no amount and no number',
    async (mark) => {
      const fields: readonly Field[] = ['sku', 'ean', 'price', 'quantity', 'status'];
      const { err, skus } = await arrived([
        ...fields.map((field, at) => row({ sku: `B${at}`, ean: '', [field]: mark })),
        row({}),
      ]);
      expect(skus).toEqual(['A1']);
      for (const field of fields) expect(err).toContain(`${field} "${mark}": is what programs write for no value`);
    },
  );

  test.runIf(isThorough)('NULL may be a name: it arrives, with one warning that counts it', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => row({ sku: `A${at}`, ean: '', name: 'NULL' }));
    const { err, products } = await arrived(rows);
    expect(products).toHaveLength(1200);
    expect(err.match(/NULL/g)).toHaveLength(2);
    expect(err).toContain(
      'Warning: lines 2-1001 (1,200 rows), name "NULL": is NULL, which programs write for no value: if that is meant, leave the cell empty',
    );
  });

  test('a word that a mark begins with is a text', async () => {
    const names = ['Nullarbor', 'None of it', '#1 mug', 'NaN Bread', 'UNDEFINED BEHAVIOUR', '# N/A'];
    const { err, products } = await arrived(names.map((name, at) => row({ sku: `A${at}`, ean: '', name })));
    expect([products.map(({ name }) => name), err]).toEqual([names, expect.not.stringContaining('Warning')]);
  });
});

test('an error in the name of a product of another shop is not hidden in the names of its variants', async () => {
  const shopify = 'Handle,Title,Variant SKU,Option1 Value\nmug,#N/A,M-1,Blue\nmug,,M-2,Red\ncup,Cup,C-1,#REF!\n';
  const woocommerce =
    'Type,SKU,Name,Published,Regular price,Parent,Attribute 1 value(s)\nvariable,W,#NAAM?,1,,,\nvariation,W-1,,1,5,W,Red\n';
  for (const [file, rows] of [
    [shopify, 3],
    [woocommerce, 1],
  ] as const) {
    const { code, err, skus } = await arrivals(file);
    expect([code, skus, err.match(/error of a formula/g)?.length]).toEqual([2, [], rows]);
  }
});

test('people may be called Null and None', async () => {
  const remove = addCustomersImport();
  try {
    const store = await serveSandbox({ empty: true });
    const { err } = await store.run('customers import a.csv', {
      directory: ownDirectory({ 'a.csv': fileOf(['Null', 'None']) }),
    });
    expect([await customersIn(store), err]).toEqual([['None', 'Null'], expect.not.stringContaining('Warning')]);
  } finally {
    remove();
  }
});

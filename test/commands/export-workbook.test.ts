import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { newProduct } from '../../src/resources/products.ts';
import { ownDirectory } from '../support/run.ts';
import { type Behaviour, json, runInSandbox, serveSandbox, serveStore } from '../support/store.ts';
import { anyCharacter } from '../support/thorough.ts';

/** A store with these products alone. */
const storeWith =
  (products: readonly object[]): Behaviour =>
  ({ query }, response) => {
    const offset = Number(query.get('offset') ?? 0);
    json(response, 200, { numRows: products.length, data: products.slice(offset, offset + 100) });
  };

/** The bodies that an import of this file would send. */
async function bodiesOf(file: string, run: (line: string) => Promise<{ readonly out: string; readonly err: string }>) {
  const { out, err } = await run(`products import ${file} --dry-run --skip-invalid -o ndjson`);
  // XML has none of these two, which are no characters.
  const rows = out
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .split('\n')
    .filter((line) => line.startsWith('{'));
  if (rows.length === 0) return err.split('\n').filter((line) => line.startsWith('line')).length;
  return rows.map((line) => ({ ...JSON.parse(line), line: undefined }));
}

const product = fc.record(
  {
    sku: fc.oneof(fc.stringMatching(/^[0-9]{1,17}$/), fc.stringMatching(/^[A-Z0-9._=+-]{1,10}$/)),
    ean: fc.constantFrom('8712345678906', '0012345678905', ''),
    name: fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1 }),
      fc.constantFrom(
        ...['=1+1', "'=1+1", '-5', ' a  b ', 'line\r\nbreak', '_x0041_'],
        ...['_x005F_', '_xFFFF_', '1.234', 'TRUE', '<&>"', '\uffff#N/A'],
      ),
    ),
    price: fc.constantFrom('1.2340', '0.1000', '12.5', '1234567890.1234', '12345678901234.5', 12.5, 1e-7, 3),
    purchasePrice: fc.constantFrom('0.0001', null, 7),
    quantity: fc.constantFrom('4', 0, 1200),
    status: fc.constantFrom(0, 1),
    taxRate: fc.constantFrom(21, 0, '9'),
  },
  { requiredKeys: ['sku', 'name'] },
);

/** The styles and the first sheet of a workbook. */
async function partsOfFile(path: string): Promise<readonly [styles: string, sheet: string]> {
  const archive = await openPromise(path);
  const found = new Map<string, string>();
  for await (const entry of archive.eachEntry())
    found.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)));
  return [found.get('xl/styles.xml') ?? '', found.get('xl/worksheets/sheet1.xml') ?? ''];
}

describe('products export --output-file products.xlsx', () => {
  test('has a default style, bold headings, columns wide enough for a name, and prices with at least two decimals', async () => {
    const product = { productId: 1, sku: '007', name: 'Mug', price: '12.5000', purchasePrice: '0.0055', quantity: '4' };
    const { run } = await serveStore(storeWith([product]));
    const directory = ownDirectory();
    await run('products export --output-file products.xlsx', { directory });
    const [styles, sheet] = await partsOfFile(join(directory, 'products.xlsx'));
    const formats = [...(styles.match(/<cellXfs.*<\/cellXfs>/)?.[0] ?? '').matchAll(/<xf [^>]*>/g)].map(([xf]) => xf);
    const styleOf = (column: number, row: number): string => {
      const cell = sheet.split('<row ')[row]?.match(/<c[^>]*>/g)?.[column];
      return formats[Number(cell?.match(/s="(\d+)"/)?.[1])] ?? '';
    };
    const [sku, name, price] = (['sku', 'name', 'price'] as const).map((field) => newProduct.names.indexOf(field));
    expect({
      default: styles.includes('<cellStyle name="Normal" xfId="0" builtinId="0"/>'),
      heading: /fontId="1"/.test(styleOf(name ?? 0, 1)) && styles.includes('<font><b/>'),
      sku: /numFmtId="49"/.test(styleOf(sku ?? 0, 2)),
      price: /numFmtId="164"/.test(styleOf(price ?? 0, 2)) && styles.includes('formatCode="0.00##"'),
      width: Number(sheet.match(/<col [^>]*>/g)?.[name ?? 0]?.match(/ width="(\d+)" customWidth="1"/)?.[1]) >= 40,
    }).toEqual({ default: true, heading: true, sku: true, price: true, width: true });
  });

  test('writes a workbook that products import reads like the CSV file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(product, { maxLength: 8, minLength: 1, selector: ({ sku }) => sku }),
        async (products) => {
          const { run } = await serveStore(storeWith(products.map((each, at) => ({ productId: at + 1, ...each }))));
          const directory = ownDirectory();
          const here = (line: string) => run(line, { directory });
          for (const type of ['csv', 'xlsx'])
            expect((await here(`products export --output-file out.${type}`)).code).toBe(0);
          const empty = await serveStore(storeWith([]));
          const there = (line: string) => empty.run(line, { directory });
          expect(await bodiesOf('out.xlsx', there)).toEqual(await bodiesOf('out.csv', there));
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each(['ex.pdf', 'ex.XLS', 'ex.json'])('refuses %s, which is named as a file of another format', async (name) => {
    const { run } = await serveSandbox();
    const directory = ownDirectory();
    for (const command of ['products export', 'template'])
      expect(await run(`${command} --output-file ${name}`, { directory })).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining(`Error: Cannot tell the format from ${name}: use .csv or .xlsx.\n`),
      });
    expect(existsSync(join(directory, name))).toBe(false);
  });

  test('exports the products of the sandbox, with the same columns and count', async () => {
    const { run } = await serveSandbox();
    const directory = ownDirectory();
    const { err } = await run('products export --output-file all.XLSX', { directory });
    expect(err).toBe('Exported 41 products, without variants, to all.XLSX.\n');
    const imported = await run('products import all.XLSX --dry-run', { directory });
    expect(imported.err).toContain('all.XLSX: sheet "Products"\n');
    expect(imported.err).toContain('41 rows checked: none invalid, 1 warning.\n');
  });

  test('leaves no file if a text is longer than a cell', async () => {
    const store = storeWith([{ productId: 1, sku: 'A', name: 'x'.repeat(32_768) }]);
    const { run } = await serveStore(store);
    const directory = ownDirectory();
    const { code, err } = await run('products export --output-file out.xlsx', { directory });
    expect([code, err, existsSync(join(directory, 'out.xlsx'))]).toEqual([
      2,
      'Error: Row 2: name has more than 32,767 characters, too many for a cell.\nWrite a CSV file: --output-file products.csv\n',
      false,
    ]);
  });

  test('is refused with a format of the output', async () => {
    expect((await runInSandbox('products export --output-file out.xlsx -o json')).code).toBe(2);
  });
});

test.each([
  [1, 'has no SKU and no EAN. To import it'],
  [2, 'have no SKU and no EAN. To import them'],
])('%i products without a key: the export says what to do', async (count, text) => {
  const products = [{ productId: 1, sku: 'A' }, ...Array.from({ length: count }, (_, at) => ({ productId: at + 2 }))];
  const { run } = await serveStore(storeWith(products));
  const { err } = await run('products export');
  expect(err).toContain(`${count} of them ${text}, pass --generate-sku to products import.`);
});

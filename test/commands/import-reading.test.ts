import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storeOf } from '../import/product-store.ts';
import { asText, ownDirectory, shopCli } from '../support/run.ts';
import { type SeenRequest, serveSandbox, serveStore } from '../support/store.ts';

const sent = (seen: readonly SeenRequest[]) =>
  seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));

/** The report of an import of this CSV, with its exit code and what was sent. */
const imported = async (options: string, stdin: string) => {
  const { run, seen } = await serveStore(storeOf());
  const { code, out, err } = await run(`products import - --json ${options}`, { stdin });
  const { problems = [], ...counts } = out === '' ? {} : JSON.parse(out);
  return { code, err: asText(err), counts, problems, sent: sent(seen) };
};

describe('--skip-invalid', () => {
  test('sends the valid rows, reports the invalid ones and writes them to a file', async () => {
    const { run, seen } = await serveStore(storeOf());
    const directory = ownDirectory({ 'in.csv': 'sku,name,price\nA,x,1\nB,y,abc\nC,,3\nD,z,4\nD,w,5\nE,v,6\n' });
    const { code, out, err } = await run('products import in.csv --skip-invalid --rejected out.csv', { directory });
    expect([code, out, err, sent(seen).map(({ sku }) => sku)]).toEqual([
      7,
      expect.stringMatching(/^Rows in file +6\nInvalid +4\nCreated +2\n/),
      expect.stringContaining('Skipping 4 invalid rows of 6.'),
      ['A', 'E'],
    ]);
    expect(await readFile(join(directory, 'out.csv'), 'utf8')).toMatchInlineSnapshot(`
      "sku,name,price,error_line,error_field,error_message
      B,y,abc,3,price,"must be an amount, such as 12.50"
      C,,3,4,,no name: add one
      D,z,4,5,sku,"duplicate SKU, also on line 6"
      D,w,5,6,sku,"duplicate SKU, also on line 5"
      "
    `);
  });

  test('a fixed file of rejected rows is imported with the same options', async () => {
    const { run } = await serveSandbox({ empty: true });
    const directory = ownDirectory({ 'in.csv': 'sku,name\nA,x\nB,\n' });
    const options = '--skip-invalid --strict-columns --rejected';
    const first = await run(`products import in.csv ${options} out.csv`, { directory });
    const rejected = await readFile(join(directory, 'out.csv'), 'utf8');
    await writeFile(join(directory, 'fixed.csv'), rejected.replace('B,', 'B,y'));
    const second = await run(`products import fixed.csv ${options} none.csv`, { directory });
    const { out } = await run('products list --all --json');
    const names = JSON.parse(out).map(({ name }: { name: string }) => name);
    expect({ codes: [first.code, second.code], names }).toEqual({ codes: [7, 0], names: ['x', 'y'] });
  });

  test('exits with 2 when no row is valid', async () => {
    expect(await imported('--skip-invalid', 'sku,name\nA,\n,y\n')).toMatchObject({
      code: 2,
      sent: [],
      counts: { invalid: 2 },
    });
  });
});

describe('--expect-rows', () => {
  test('stops the import of a file with another number, also with faults that may be skipped', async () => {
    expect(await imported('--expect-rows 3 --skip-invalid', 'sku,name\nA,x\nB,\n')).toMatchObject({
      code: 2,
      sent: [],
      err: expect.stringContaining(
        'The file has 2 rows, but --expect-rows says 3. 1 of 2 rows is invalid. Nothing was sent.',
      ),
    });
  });

  test('the right number, including excluded rows, lets the import run', async () => {
    const file = 'Handle,Title,Variant SKU,Image Src\na,Mug,1,x\na,,,y\n';
    expect(await imported('--expect-rows 2', file)).toMatchObject({
      code: 0,
      counts: { rows: 2, leftOut: 1, created: 1, notSent: 0 },
    });
  });

  test.each([
    ['a value without a line end', 'sku,name\nA,x', true],
    ['a quoted value without a line end', 'sku,name\nA,"x"', false],
    ['a line end', 'sku,name\nA,x\n', false],
    ['a column that is not read without a line end', 'sku,name,colour\nA,x,red', false],
    ['a value without a line end, in UTF-16', Buffer.from('\ufeffsku,name\nA,x', 'utf16le'), true],
    ['a line end, in UTF-16', Buffer.from('\ufeffsku,name\nA,x\n', 'utf16le'), false],
  ])('a file that ends with %s is warned of: %s', async (_, stdin, isWarned) => {
    const { err } = await shopCli('products import - --dry-run', { stdin });
    expect(err.includes('the last line does not end with a line break')).toBe(isWarned);
  });
});

test('An export of another shop is imported, and every row of the file is accounted for', async () => {
  const { run, seen } = await serveStore(storeOf());
  const stdin = [
    'Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src',
    'tee,Tee,true,Size,S,T-S,120,3,24.20,,https://x.example/1.jpg',
    'tee,,,,M,T-M,120,0,24.20,,',
    'tee,,,,,,,,,,https://x.example/2.jpg',
    '',
  ].join('\n');
  const { code, err } = await run('products import - --vat-included 21 --concurrency 1', { stdin });
  expect([code, sent(seen)]).toMatchObject([
    0,
    [
      { sku: 'T-S', name: 'Tee - S', price: 20, quantity: '3', status: 1 },
      { sku: 'T-M', name: 'Tee - M', price: 20, quantity: '0', status: 1 },
    ],
  ]);
  expect(err).toMatchInlineSnapshot(`
    "Standard input: utf-8, commas, decimal point
    Preset: Shopify, detected from the header (turn off with --preset none)
    Columns: Title → name, Published → status, Variant SKU → sku, Variant Inventory Qty → quantity, Variant Price → price, Variant Barcode → ean
    Ignored: Handle, Option1 Name, Option1 Value, Variant Grams, Image Src
    Note: VAT at 21% is removed from the prices, and 21 is sent as the taxRate.
    Note: Images, categories, discounts and tax classes are not imported. For all products alike: --set categoryId=<id>, --set taxRate=21.
    Excluded 1 row with only an image.
    3 rows, no problems found.
    Sending 2 rows to shop.test, up to 1 at a time.
    Details: shop-cli imports show 1
    "
  `);
});

test('A file of which a preset excludes every row is rejected with a hint', async () => {
  expect(await imported('', 'Handle,Title,Variant SKU,Image Src\na,,,x\n')).toMatchObject({
    code: 2,
    sent: [],
    err: expect.stringContaining(
      'The file has no product to import. Nothing was sent.\nThe preset excluded every row. To import all rows, add --preset none.',
    ),
  });
});

test('--generate-sku lets a second run find what the first one made', async () => {
  const { run } = await serveSandbox({ empty: true });
  const options = { stdin: 'name,price\nx,1.50\nx,1.50\ny,2\n' };
  const first = JSON.parse((await run('products import - --generate-sku --json', options)).out);
  const second = JSON.parse((await run('products import - --generate-sku --json', options)).out);
  expect([first.created, second.created, second.existing]).toEqual([3, 0, 3]);
});

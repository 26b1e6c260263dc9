import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownDirectory, type RunOptions, shopCli } from '../../support/run.ts';
import { json, namedStore, serveStore, type TestStore } from '../../support/store.ts';
import { isThorough } from '../../support/thorough.ts';
import { catalogue, type Product, posts, storeOf } from '../product-store.ts';

const keys = [
  ...['file', 'store', 'rows', 'wouldCreate', 'exists', 'differs', 'duplicate', 'uncertain', 'notSent'],
  ...['invalid', 'leftOut', 'elsewhere', 'faults', 'warnings', 'sample', 'stopped'],
];

/** What a dry run prints as JSON and what it reports, with its exit code. */
const dryRun = async (file: string, store: TestStore | undefined, line = '', options: RunOptions = {}) => {
  const directory = ownDirectory({ 'in.csv': file });
  const run = store ? store.run.bind(store) : shopCli;
  const command = `products import in.csv --dry-run --json --report r.json ${line}`;
  const { code, out, err } = await run(command, { directory, ...options });
  const report = JSON.parse(namedStore(await readFile(join(directory, 'r.json'), 'utf8'))) as Record<string, unknown>;
  return { code, err, out: out === '' ? undefined : JSON.parse(out), report };
};

const products: Product[] = [
  { productId: 1, sku: 'S-0', name: 'Product 0' },
  { productId: 2, sku: 'S-1', name: 'Other' },
  { productId: 3, sku: 'S-2', name: 'Product 2' },
  { productId: 4, sku: 'S-2', name: 'Product 2' },
];
const store = storeOf(products);

test('every warning on stderr is in the JSON, too', async () => {
  const { err, out } = await dryRun('sku,name,price\nA,x,1\nB,y,0', undefined);
  expect(err).toContain('2 rows checked: none invalid, 2 warnings.');
  expect(out.warnings).toEqual([
    { line: 3, column: null, value: null, message: '1 row has no price, or a price of 0: line 3.' },
    { line: null, column: null, value: null, message: expect.stringContaining('If the file was cut off') },
  ]);
});

test.each([
  ['MwSt', 'Line  SKU  EAN  Name  Price  VAT %\n   2  A         x      1.00     19\n'],
  ['Farbe', 'Line  SKU  EAN  Name  Price\n   2  A         x      1.00\n'],
])('the table of a dry run has the VAT rate where the file has it: %s', async (heading, table) => {
  const directory = ownDirectory({ 'in.csv': `sku,name,price,${heading}\nA,x,1,19\n` });
  expect((await shopCli('products import in.csv --dry-run', { directory })).out).toBe(table);
});

describe('a dry run has one shape, printed and in --report', () => {
  test('for a file without invalid rows', async () => {
    const shop = await serveStore(storeOf([...products, { productId: 5, sku: 's-5', name: 'Product 5' }]));
    const { code, out, report, err } = await dryRun(catalogue(6), shop);
    expect([code, Object.keys(out), posts(shop.seen)]).toEqual([0, keys, 0]);
    expect(err).toContain('2 rows already exist and will be skipped. 1 differs: name 1.\n');
    expect(err).toContain('1 row may exist in the store under almost the same key. Such rows are not sent.\n');
    expect(err).toContain('2 rows would be sent. Nothing was sent.\n');
    expect(report).toEqual(out);
    expect(out).toMatchObject({
      ...{ file: 'in.csv', store: 'shop.test', rows: 6, wouldCreate: 2, exists: 2 },
      ...{ duplicate: 1, uncertain: 1, invalid: 0, leftOut: 0, elsewhere: 0, faults: [], stopped: null },
      differs: {
        rows: 1,
        fields: { name: 1 },
        sample: [{ line: 3, key: 'S-1', productId: '2', fields: { name: { store: 'Other', file: 'Product 1' } } }],
      },
      sample: [
        { line: 5, sku: 'S-3', name: 'Product 3' },
        { line: 6, sku: 'S-4', name: 'Product 4' },
      ],
    });
  });

  test('for an invalid file, of which nothing would be created', async () => {
    const shop = await serveStore(store);
    const { code, out, report } = await dryRun('sku,name,price\nA,x,abc\nB,y,1\n', shop);
    expect([code, Object.keys(out), shop.seen]).toEqual([2, keys, []]);
    expect(report).toEqual(out);
    expect(out).toMatchObject({
      ...{ rows: 2, wouldCreate: 0, exists: null, differs: null, invalid: 1, sample: [] },
      faults: [{ line: 2, column: 'price', value: 'abc', message: expect.any(String) }],
      stopped: '1 of 2 rows is invalid.',
    });
  });

  test.runIf(isThorough)('for invalid rows that are skipped, beside the others', async () => {
    const shop = await serveStore(store);
    const { code, out } = await dryRun('sku,name,price\nA,x,abc\nB,y,1\n', shop, '--skip-invalid');
    expect([code, out]).toMatchObject([7, { rows: 2, wouldCreate: 1, invalid: 1, stopped: null }]);
  });

  test('where no store is selected', async () => {
    const { code, out, report } = await dryRun(catalogue(2), undefined);
    expect({ code, keys: Object.keys(out) }).toEqual({ code: 0, keys });
    expect(report).toEqual(out);
    expect(out).toMatchObject({ store: null, wouldCreate: 2, exists: null, differs: null, uncertain: null });
  });

  test('where --on-existing fail would send nothing', async () => {
    const shop = await serveStore(store);
    const { code, out } = await dryRun(catalogue(5), shop, '--on-existing fail');
    expect([code, out.exists]).toEqual([2, 2]);
    expect(out.stopped).toMatch(
      /^3 rows already exist in the store\. Nothing was sent\.\nline 2: SKU "S-0" exists in the store\n/,
    );
  });

  test.each([
    ['a file that is no catalogue', '\u0000PK', 2],
    ['a store that does not answer as one', catalogue(2), 5],
  ])('in the report alone, where it fails: %s', async (_, file, expected) => {
    const shop = await serveStore((_request, response) => json(response, 418, {}));
    const { code, out, report } = await dryRun(file, shop, '--retries 0');
    expect({ code, out, keys: Object.keys(report) }).toEqual({ code: expected, out: undefined, keys });
    expect(report.stopped).toEqual(expect.any(String));
  });

  test('in the report alone after Ctrl-C', async () => {
    const user = new AbortController();
    const shop = await serveStore((request, response, count) => {
      if (count === 3) user.abort('SIGINT');
      store(request, response, count);
    });
    const { code, out, report } = await dryRun(catalogue(5), shop, '', { interrupted: user.signal });
    expect([code, out, Object.keys(report)]).toEqual([130, undefined, keys]);
    expect(report.stopped).toContain('nterrupted');
  });

  test('with --shard, rows in other shards included', async () => {
    const shop = await serveStore(store);
    const parts = [await dryRun(catalogue(9), shop, '--shard 1/2'), await dryRun(catalogue(9), shop, '--shard 2/2')];
    const sum = (name: string) => parts.reduce((total, { out }) => total + out[name], 0);
    expect(['wouldCreate', 'exists', 'elsewhere'].map(sum)).toEqual([6, 2, 9]);
    expect(parts[0]?.err).toContain(`${parts[0]?.out.elsewhere} in other shards. Nothing was sent.`);
  });
});

test('in NDJSON and CSV a dry run prints every row that would be sent, and none of a file that is refused', async () => {
  const { run } = await serveStore(store);
  const print = async (stdin: string, format: string) =>
    (await run(`products import - --dry-run -o ${format}`, { stdin })).out;
  expect([
    await print(catalogue(5), 'csv'),
    await print(catalogue(4), 'ndjson'),
    await print('sku,name,price\nA,x,abc\n', 'ndjson'),
    await print('sku,name,price\nA,x,abc\n', 'csv'),
  ]).toEqual([
    'line,sku,name\n5,S-3,Product 3\n6,S-4,Product 4\n',
    '{"line":5,"sku":"S-3","name":"Product 3"}\n',
    '',
    '',
  ]);
});

test('a dry run writes --rejected, and says that --results is for an import', async () => {
  const directory = ownDirectory();
  const line = 'products import - --dry-run --skip-invalid --rejected bad.csv --results out.csv';
  const { code, err } = await shopCli(line, { directory, stdin: 'sku,name\nA,x\nB,\n' });
  expect([code, await readFile(join(directory, 'bad.csv'), 'utf8')]).toEqual([
    7,
    'sku,name,error_line,error_field,error_message\nB,,3,,no name: add one\n',
  ]);
  expect(err).toContain('Did not write out.csv: it is for the outcomes of an import.\n');
});

test('broken quotes with --json leave one object that names the file and the line, and stdout empty', async () => {
  const directory = ownDirectory({ 'in.csv': 'sku,name\nA,x\nB,"y\n' });
  const { code, out, err } = await shopCli('products import in.csv --dry-run --json', { directory });
  expect([code, out, JSON.parse(err).error.message]).toEqual([
    2,
    '',
    'in.csv: Line 3: a quoted cell starts here and is never closed.',
  ]);
});

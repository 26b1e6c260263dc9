import { describe, expect, test } from 'vitest';
import { bookOf, sheetOf } from '../import/file/books.ts';
import { type Product, storeOf } from '../import/product-store.ts';
import { serveAnyStore } from '../support/bodies.ts';
import { ownDirectory } from '../support/run.ts';
import { serveStore } from '../support/store.ts';

describe('half of a character is sent by no way', () => {
  test.each(['name', 'sku'])('a row of a workbook that has one in its %s is invalid', async (field) => {
    const products: Product[] = [];
    const half = { sku: 'A', name: 'x', [field]: 'a_xD800_b' };
    const book = await bookOf(sheetOf('sku,name,note_xD801_', `${half.sku},${half.name},`, 'B,Cup,c_xDFFF_'));
    const directory = ownDirectory({ 'in.xlsx': book });
    const { run } = await serveStore(storeOf(products, () => ({ status: 201 })));
    const { code, err } = await run('products import in.xlsx --skip-invalid', { directory });
    expect([code, products.map(({ sku }) => sku)]).toEqual([7, ['B']]);
    expect(err).toContain(field === 'sku' ? 'has an invisible character (U+D800)' : 'contains half of a character');
  });

  test('a workbook may write a whole one as two halves', async () => {
    const products: Product[] = [];
    const directory = ownDirectory({ 'in.xlsx': await bookOf(sheetOf('sku,name', 'A,_xD83D__xDE00_')) });
    const { run } = await serveStore(storeOf(products, () => ({ status: 201 })));
    expect([(await run('products import in.xlsx', { directory })).code, products]).toMatchObject([0, [{ name: '😀' }]]);
  });

  test.each([
    ['products create --body -', { sku: 'A', name: 'a\ud83d' }],
    ['products create --body -', { sku: 'A', name: 'x', descriptions: [{ text: '\udc00' }] }],
    ['api POST products --body -', { '\ud83d': 1 }],
  ])('%s is refused with %j', async (line, body) => {
    const { run, seen } = await serveAnyStore();
    const { code, err } = await run(line, { stdin: JSON.stringify(body) });
    expect([code, seen]).toEqual([2, []]);
    expect(err).toContain('Standard input has half of a character');
  });
});

test.each(['api POST products --body -', 'products create --body -', 'customers update 101 --body -'])(
  '%s refuses a body of endless levels',
  async (line) => {
    const { run, seen } = await serveAnyStore();
    const levels = 100_000;
    const { code, err } = await run(line, { stdin: `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}` });
    expect([code, seen, err]).toEqual([2, [], 'Error: Standard input has more levels than any body of the API.\n']);
  },
);

describe('an argument that was not UTF-8 is refused', () => {
  test.each([
    ['products', 'create', '--sku', 'A', '--name', 'caf\ufffd'],
    ['products', 'create', '--sku=caf\ufffd'],
    ['api', 'POST', 'products', '-f', 'name=caf\ufffd'],
    ['customers', 'update', '101', '--first-name', 'Andr\ufffd'],
    ['products', 'get', 'caf\ufffd'],
  ])('shop-cli %s %s %s', async (...line) => {
    const { run, seen } = await serveAnyStore();
    const { code, err } = await run(line);
    expect([code, seen]).toEqual([2, []]);
    expect(err).toContain('is not UTF-8 text. Nothing was sent.');
  });
});

import { expect, test } from 'vitest';
import { products } from '../../../src/client/endpoints/products.ts';
import { matchIn } from '../../../src/import/march/lookup.ts';

const record = (productId: number, sku: string, stockId?: number) => ({ productId, sku, stockId });

test.each([
  ['nothing', [], { kind: 'absent' }],
  ['another product', [record(1, '008')], { kind: 'absent' }],
  ['the product', [record(1, '007a')], { kind: 'found', recordId: '1' }],
  ['the product in two option records', [record(1, '007a', 1), record(1, '007a', 2)], { kind: 'found', recordId: '1' }],
  ['two products', [record(1, '007a'), record(2, '007a')], { kind: 'duplicate', recordIds: ['1', '2'] }],
  ['another case', [record(1, '007A')], { kind: 'near', code: '007A', recordId: '1' }],
  ['no leading zeros', [record(1, '7a')], { kind: 'near', code: '7a', recordId: '1' }],
  ['spaces around it', [record(1, ' 007a ')], { kind: 'near', code: ' 007a ', recordId: '1' }],
  ['both exactly and nearly', [record(1, '7A'), record(2, '007a')], { kind: 'found', recordId: '2' }],
])('a search for the SKU "007a" says what the row is, where it finds %s', (_, records, expected) => {
  expect(matchIn(products, { field: 'sku', code: '007a' }, records)).toMatchObject(expected);
});

import { describe, expect, test } from 'vitest';
import { sightingOf } from '../../src/imports/lookup.ts';

describe('what a search says of the SKU "007a"', () => {
  test.each([
    ['nothing', [], { kind: 'absent' }],
    ['another product', [{ productId: 1, sku: '008' }], { kind: 'absent' }],
    ['the product', [{ productId: 1, sku: '007a' }], { kind: 'found', productId: '1' }],
    [
      'the product in two option records',
      [
        { productId: 1, sku: '007a', stockId: 1 },
        { productId: 1, sku: '007a', stockId: 2 },
      ],
      { kind: 'found', productId: '1' },
    ],
    [
      'two products',
      [
        { productId: 1, sku: '007a' },
        { productId: 2, sku: '007a' },
      ],
      { kind: 'twice', productIds: ['1', '2'] },
    ],
    ['another case', [{ productId: 1, sku: '007A' }], { kind: 'near', code: '007A' }],
    ['no leading zeros', [{ productId: 1, sku: '7a' }], { kind: 'near', code: '7a' }],
    ['spaces around it', [{ productId: 1, sku: ' 007a ' }], { kind: 'near', code: ' 007a ' }],
    [
      'both exactly and nearly',
      [
        { productId: 1, sku: '7A' },
        { productId: 2, sku: '007a' },
      ],
      { kind: 'found', productId: '2' },
    ],
  ])('%s', (_, records, expected) => {
    expect(sightingOf({ field: 'sku', code: '007a' }, records)).toEqual(expected);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keysOf, keyText } from '../../../../src/import/map/rows/key.ts';
import { importableProducts } from '../../../../src/resources/importable-products.ts';
import { HashSet, hashOf } from '../../../../src/text/hash-set.ts';

test.each([
  [{ sku: 'A', ean: '1' }, 'sku:A'],
  [{ ean: '1' }, 'ean:1'],
  [{ sku: '', ean: '1' }, 'ean:1'],
  [{ name: 'x' }, 'none'],
])('the key of a row of the values %j is %s', (values, expected) => {
  const [key] = keysOf(importableProducts, values);
  expect(key ? keyText(key) : 'none').toBe(expected);
});

describe('hashes', () => {
  test('are whole numbers of 53 bits, and differ for 200,000 keys that differ in one digit', () => {
    const hashes = new Set(Array.from({ length: 200_000 }, (_, number) => hashOf(`sku:GEN-${number}`)));
    expect([hashes.size, [...hashes].every(Number.isSafeInteger)]).toEqual([200_000, true]);
  });

  test('a hash set has the same as a Set, also while it grows', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 5000 }), (hashes) => {
        const [ours, theirs] = [new HashSet(), new Set<number>()];
        const isNew = hashes.map((hash) => !theirs.has(hash) && Boolean(theirs.add(hash)));
        expect(hashes.map((hash) => ours.add(hash))).toEqual(isNew);
      }),
      { numRuns: 30 },
    );
  });
});

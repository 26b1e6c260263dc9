import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashIndex, hashOf } from '../../src/text/hash-set.ts';

test('an index numbers hashes in the order in which they come, as a Map does', () => {
  const words = fc.array(fc.oneof(fc.string({ maxLength: 3 }), fc.nat(5000).map(String)), {
    maxLength: 4000,
    size: 'max',
  });
  fc.assert(
    fc.property(words, (texts) => {
      const [index, map] = [new HashIndex(), new Map<number, number>()];
      for (const hash of texts.map(hashOf)) {
        const known = map.get(hash) ?? map.size;
        map.set(hash, known);
        expect(index.numberOf(hash)).toBe(known);
      }
    }),
    { numRuns: 20 },
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashOf } from '../../src/text/hash-set.ts';

it('the hash of a text with a prefix is that of both joined', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (prefix, text) => {
      expect(hashOf(text, prefix)).toBe(hashOf(prefix + text));
    }),
  );
});

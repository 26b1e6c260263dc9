import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf } from '../../src/text/hash-set.ts';
import { anyCharacter } from '../support/thorough.ts';

test('the hash of a text with a prefix is that of both joined', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (prefix, text) => {
      expect(hashOf(text, prefix)).toBe(hashOf(prefix + text));
    }),
  );
});

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmacOf } from '../../src/text/hmac.ts';
import { anyCharacter } from '../support/thorough.ts';

test('the HMAC of texts is that of node:crypto, for keys and texts of any length', () => {
  const texts = fc.array(fc.string({ unit: anyCharacter, maxLength: 30 }), { maxLength: 3 });
  const long = fc.integer({ min: 1300, max: 1400 }).map((length) => '€'.repeat(length));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), texts, long, (key, some, longer) => {
      const ours = hmacOf(Buffer.from(key));
      for (const text of [...some, longer, ''])
        expect(ours(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
    }),
    { numRuns: 50 },
  );
});

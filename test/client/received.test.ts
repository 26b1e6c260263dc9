import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReceivedRecords } from '../../src/client/received.ts';

const ids = fc.oneof(
  fc.integer({ min: -2, max: 12 }),
  fc.constantFrom(
    '0',
    '1',
    '5',
    '05',
    ' 5',
    '5.0',
    '1e0',
    '',
    'A',
    '4294967296',
    '4294967301',
    '1048576',
    null,
    2 ** 53,
  ),
  fc.constantFrom({ uprid: 'x' }, 1.5, true),
);
const records = fc.array(
  fc.record({ productId: ids, stockId: fc.constantFrom(-1, '-1', 0, null) }, { requiredKeys: ['productId'] }),
);

test('a record of a list is known again by its ID and its stock, whatever they look like', () => {
  fc.assert(
    fc.property(records, fc.constantFrom(undefined, 0, 3, 10 ** 9), (list, expected) => {
      const [received, known] = [new ReceivedRecords(expected), new Set<string>()];
      for (const record of list) {
        const { productId, stockId } = record;
        const text = JSON.stringify([productId === null ? JSON.stringify(record) : productId, stockId], (_, value) =>
          value === null || typeof value === 'object' ? value : String(value),
        );
        expect(received.add(record)).toBe(!known.has(text));
        known.add(text);
      }
    }),
  );
});

import { expect, test } from 'vitest';
import { differingText } from '../../../src/import/words/differing.ts';

test('a status that differs is said as the table says it, and other fields as they are', () => {
  const fields = { status: { store: '0', file: '1' }, price: { store: '12.00', file: '1' } };
  expect(differingText(fields)).toBe(
    'the store differs in status (store offline, file online) and price (store 12.00, file 1)',
  );
});

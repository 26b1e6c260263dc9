import { expect, test } from 'vitest';
import { card } from '../../src/output/card/card.ts';
import { alignDecimals } from '../../src/output/display.ts';

const count = 150_000;

test('a record with more fields than a stack holds is drawn as a card', () => {
  const record = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k ${at}`, 1]));
  expect(card({ fields: {} }, record, { width: undefined, color: false }).split('\n')).toHaveLength(count + 1);
});

test('more amounts than a stack holds are aligned', () => {
  expect(alignDecimals(['1', ...Array<string>(count).fill('1.50')])[0]).toBe('1   ');
});

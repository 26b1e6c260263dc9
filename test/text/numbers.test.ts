import { expect, test } from 'vitest';
import { formatCount, formatSpan, inNumber, parseDuration } from '../../src/text/numbers.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12_340, '12,340'],
  [1_000_000, '1,000,000'],
  [-1234, '-1,234'],
  [-123, '-123'],
  [20 / 3, '6.667'],
  [1234.5, '1,234.5'],
  [0.5, '0.5'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [1e21, '1e+21'],
  [12_345_678_901_234_567_890n, '12,345,678,901,234,567,890'],
])('the number %s is written as %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0, '0.0 s'],
  [449, '0.4 s'],
  [949, '0.9 s'],
  [950, '1 s'],
  [47_400, '47 s'],
  [59_600, '1 min'],
  [200_000, '3 min 20 s'],
  [3_599_700, '1 h'],
  [7_500_000, '2 h 5 min'],
  [47 * 3_600_000, '47 h'],
  [100 * 3_600_000, '4 d 4 h'],
  [-5, '0.0 s'],
  [Number.NaN, '0.0 s'],
  [Number.POSITIVE_INFINITY, '0.0 s'],
])('a time of %d milliseconds is written as %s', (milliseconds, text) => {
  expect(formatSpan(milliseconds)).toBe(text);
});

test.each([
  ['30s', 30_000],
  ['30', 30_000],
  ['500ms', 500],
  ['1.5s', 1500],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['0s', undefined],
  ['-1s', undefined],
  ['soon', undefined],
  ['99999h', undefined],
])('the duration %s is read as it is typed', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

test('a sentence about one or several things has the right form of each word', () => {
  const text = '{product|products}: {its|their} variants are imported instead';
  expect(inNumber(text, 1)).toBe('product: its variants are imported instead');
  for (const count of [0, 147]) expect(inNumber(text, count)).toBe('products: their variants are imported instead');
});

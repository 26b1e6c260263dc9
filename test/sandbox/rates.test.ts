import { describe, expect, test } from 'vitest';
import { allocate, percentOf, vatOf } from '../../src/sandbox/amounts.ts';

test.each([
  [123_450n, 50_000n, 6173n],
  [100n, 125_000n, 13n],
  [-100n, 125_000n, -13n],
  [10_000n, 0n, 0n],
  [10n ** 20n, 1_000_000n, 10n ** 20n],
])('a coupon over %d, of %d ten-thousandths of a percent, takes off %d', (amount, percent, part) => {
  expect(percentOf(amount, percent)).toBe(part);
});

test.each([
  [79_500n, 21, 16_695n],
  [50n, 21, 11n],
  [50n, 9, 5n],
  [49_500n, 0, 0n],
  [-50n, 21, -11n],
])('VAT over %d at a rate of %d is %d', (amount, rate, vat) => {
  expect(vatOf(amount, rate)).toBe(vat);
});

describe('an amount is divided to the last ten-thousandth', () => {
  test.each([
    [100n, [1n, 1n, 1n], [33n, 34n, 33n]],
    [5n, [0n, 10n], [0n, 5n]],
    [7n, [1n, 999n], [0n, 7n]],
    [0n, [3n, 4n], [0n, 0n]],
    [9n, [0n, 0n], [0n, 0n]],
    [9n, [], []],
  ])('%s over %s is %s', (amount, parts, shares) => {
    expect(allocate(amount, parts)).toEqual(shares);
  });
});

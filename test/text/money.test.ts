import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideRounded, formatMoney, type Money, moneyToNumber, parseMoney, roundMoney } from '../../src/text/money.ts';

test.each([
  ['12', 12n, 0],
  ['12.5', 125n, 1],
  ['12.50', 1250n, 2],
  ['-0.0750', -750n, 4],
  ['0', 0n, 0],
  ['-0', 0n, 0],
  ['0.00', 0n, 2],
  ['007.5', 75n, 1],
  ['999999999999999', 999999999999999n, 0],
  ['0.000000000000001', 1n, 15],
  ['1234567890123.45', 123456789012345n, 2],
  ['41.28099173553719', 4128099173553719n, 14],
  ['0.30000000000000004', 30000000000000004n, 17],
  ['12345678901234.56', 1234567890123456n, 2],
  ['12.50000000000000000000', 1250000000000000000000n, 20],
])('%s is read as an amount of money', (text, units, scale) => {
  expect(parseMoney(text)).toEqual({ units, scale });
});

test.each([
  ...['', ' ', '12,50', '1.234,56', '1,234.56', '.5', '5.', '+5', '--5'],
  ...['1e3', 'NaN', '12 ', ' 12', '€12', '0x1F', '１２', '5.0\n'],
  ...['9007199254740993', '41.280991735537190082', '0.00000000000000000000000001', '1'.repeat(400), '١٢'],
])('%j is not read as an amount of money', (text) => {
  expect(parseMoney(text)).toBeUndefined();
});

test.each([
  [{ units: 1250n, scale: 2 }, '12.50', 12.5],
  [{ units: -5n, scale: 3 }, '-0.005', -0.005],
  [{ units: 0n, scale: 2 }, '0.00', 0],
  [{ units: 7n, scale: 0 }, '7', 7],
])('%o is written as %s and sent as %d', (money, text, number) => {
  expect(formatMoney(money)).toBe(text);
  expect(moneyToNumber(money)).toBe(number);
});

test.each([
  ['1.005', 2, '1.01'],
  ['1.0049', 2, '1.00'],
  ['-1.005', 2, '-1.01'],
  ['-0.004', 2, '0.00'],
  ['2.5', 0, '3'],
  ['-2.5', 0, '-3'],
  ['5', 2, '5.00'],
  ['5.10', 2, '5.10'],
  ['0.999', 2, '1.00'],
])('%s with %i decimals is %s', (text, decimals, rounded) => {
  expect(formatMoney(roundMoney(amount(text), decimals))).toBe(rounded);
});

test.each([
  [7n, 2n, 4n],
  [-7n, 2n, -4n],
  [7n, -2n, -4n],
  [-7n, -2n, 4n],
  [1n, 3n, 0n],
  [0n, -3n, 0n],
])('an amount of %s divided by %s rounds to %s', (dividend, divisor, quotient) => {
  expect(divideRounded(dividend, divisor)).toBe(quotient);
});

const amounts = fc.record({
  units: fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
  scale: fc.integer({ min: 0, max: 15 }),
});

test('every amount is read back unchanged', async () => {
  await fc.assert(
    fc.property(amounts, (money) => {
      expect(parseMoney(formatMoney(money))).toEqual(money);
    }),
  );
});

test('every amount is sent as a JSON number of the same decimal value', async () => {
  await fc.assert(
    fc.property(amounts, (money) => {
      const [digits = '', exponent = '0'] = JSON.stringify(moneyToNumber(money)).split('e');
      const sent = amount(digits);
      const scale = sent.scale - Number(exponent);
      expect(sent.units * 10n ** BigInt(money.scale)).toBe(money.units * 10n ** BigInt(scale));
    }),
  );
});

test('rounding moves an amount by at most half a unit of the last decimal', async () => {
  await fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 15 }), (money, decimals) => {
      const rounded = roundMoney(money, decimals);
      const scale = Math.max(decimals, money.scale);
      const difference = widen(rounded, scale) - widen(money, scale);
      expect(rounded.scale).toBe(decimals);
      expect(2n * (difference < 0n ? -difference : difference) <= 10n ** BigInt(scale - decimals)).toBe(true);
    }),
  );
});

const widen = ({ units, scale }: Money, to: number): bigint => units * 10n ** BigInt(to - scale);

function amount(text: string): Money {
  return parseMoney(text) ?? expect.unreachable(text);
}

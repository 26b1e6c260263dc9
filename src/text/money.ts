import { isHeld } from './json.ts';

/**
 * An exact amount: `units` divided by ten to the power of `scale`. 12.50 is `{ units: 1250n, scale: 2 }`. Never a
 * float.
 */
export interface Money {
  readonly units: bigint;
  readonly scale: number;
}

/** More decimals than any amount has. */
const maxDecimals = 25;

/** From here on JSON writes an exponent. */
const tooLarge = 1e21;

/** Decimal digits that a binary64 always carries (DBL_DIG). */
const surelyExact = 15;

/** No amount is this long. */
const longest = 64;

/** Reads `12`, `12.5` or `-0.0750`; undefined for anything else, also for more digits than a JSON number (IEEE 754 binary64) carries. */
export function parseMoney(text: string): Money | undefined {
  if (!isDecimal(text)) return undefined;
  if (text.length > surelyExact && !(isHeld(text) && Math.abs(Number(text)) < tooLarge)) return undefined;
  // Not `split`, which takes five times as long: a catalogue has a million amounts.
  const point = text.indexOf('.');
  if (point < 0) return { units: BigInt(text), scale: 0 };
  const scale = text.length - point - 1;
  return scale > maxDecimals ? undefined : { units: BigInt(text.slice(0, point) + text.slice(point + 1)), scale };
}

/** The amount that a JSON number carries in place of this one, which has more digits; undefined for anything else. */
export const roundedMoney = (text: string): string | undefined =>
  text.length > surelyExact && isDecimal(text) && !parseMoney(text) ? nearestNumber(text) : undefined;

const isDecimal = (text: string): boolean =>
  text.length <= longest && /^-?\d+(?:\.\d+)?$/.test(text) && !text.endsWith('\n');

/** The number that a double holds for this text, in digits and without an exponent. */
const nearestNumber = (text: string): string => plainDecimal(String(Number(text)));

/** `1e-7` is 0.0000001, `1.5e+2` is 150. From 1e21 on, where JSON writes an exponent, nothing is an amount. */
export function plainDecimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/.exec(text) ?? [];
  if (exponent === '' || Number(exponent) > 20 || Number(exponent) < -longest) return text;
  const point = whole.length + Number(exponent);
  const digits = `${whole}${fraction}`
    .padEnd(point, '0')
    .padStart(whole.length + fraction.length + Math.max(0, 1 - point), '0');
  const at = Math.max(1, point);
  return `${sign}${digits.slice(0, at)}${digits.length > at ? `.${digits.slice(at)}` : ''}`;
}

/** The amount as text, with as many decimals as it has: `12.50`. */
export function formatMoney({ units, scale }: Money): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}

/**
 * The amount as the JSON number that is written with the same decimal value. Exact, since a `Money` has at most 15
 * digits.
 */
export function moneyToNumber(money: Money): number {
  return Number(formatMoney(money));
}

/** The amount with exactly this many decimals, rounded half away from zero. */
export function roundMoney({ units, scale }: Money, decimals: number): Money {
  if (decimals >= scale) return { units: units * 10n ** BigInt(decimals - scale), scale: decimals };
  return { units: divideRounded(units, 10n ** BigInt(scale - decimals)), scale: decimals };
}

/** Integer division, rounded half away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const top = dividend < 0n ? -dividend : dividend;
  const bottom = divisor < 0n ? -divisor : divisor;
  const quotient = (2n * top + bottom) / (2n * bottom);
  return negative ? -quotient : quotient;
}

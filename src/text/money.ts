/**
 * An exact amount: `units` divided by ten to the power of `scale`. 12.50 is `{ units: 1250n, scale: 2 }`. Never a
 * float.
 */
export interface Money {
  readonly units: bigint;
  readonly scale: number;
}

/** A JSON number carries at most 15 significant digits exactly (IEEE 754 binary64). */
const exactDigits = 15;

/** Reads `12`, `12.5` or `-0.0750`; undefined for anything else, also for more digits than a JSON number carries. */
export function parseMoney(text: string): Money | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits.length > exactDigits || fraction.length > exactDigits) return undefined;
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
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
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const quotient = (2n * top + bottom) / (2n * bottom);
  return negative ? -quotient : quotient;
}

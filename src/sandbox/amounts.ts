import { divideRounded, formatMoney, type Money, roundMoney } from '../text/money.ts';

/** The store keeps amounts as whole ten-thousandths: 12.5 is 125000. */
const decimals = 4;

/** `decimal(15,4)` of the usual shop databases; below 2^53, so a column also reads exactly as a number. */
const maxUnits = 10n ** 15n - 1n;

/** The largest amount the store can keep, as text. */
export const largestAmount = formatMoney({ units: maxUnits, scale: decimals });

/** An amount in ten-thousandths, rounded half away from zero; undefined when it is too large to keep. */
export function toUnits(money: Money): bigint | undefined {
  const { units } = roundMoney(money, decimals);
  return units <= maxUnits && units >= -maxUnits ? units : undefined;
}

/** Ten-thousandths as the API writes decimals: `12.5000`. */
export function decimal(units: bigint | number): string {
  return formatMoney({ units: BigInt(units), scale: decimals });
}

/** 100 percent, in ten-thousandths. */
const whole = 1_000_000n;

/** A percentage of an amount, both in ten-thousandths, rounded half away from zero: 5% of 12.3450 is 0.6173. */
export const percentOf = (amount: bigint, percent: bigint): bigint => divideRounded(amount * percent, whole);

/** VAT of this whole percentage over an amount in ten-thousandths. */
export const vatOf = (amount: bigint, rate: number): bigint => divideRounded(amount * BigInt(rate), 100n);

/**
 * Divides an amount over parts in proportion to them, so that the shares add up to it exactly: each share is what the
 * running total has come to, rounded, less what was allocated before. If the parts add up to 0, all shares are 0.
 */
export function allocate(amount: bigint, parts: readonly bigint[]): readonly bigint[] {
  const total = parts.reduce((sum, part) => sum + part, 0n);
  let running = 0n;
  let allocated = 0n;
  return parts.map((part) => {
    running += part;
    const upTo = total === 0n ? 0n : divideRounded(amount * running, total);
    const share = upTo - allocated;
    allocated = upTo;
    return share;
  });
}

import { divideRounded } from '../text/money.ts';

/** 100 percent, in ten-thousandths. */
const whole = 1_000_000n;

/** So many percent of an amount, both in ten-thousandths, rounded half away from zero: 5% of 12.3450 is 0.6173. */
export const percentOf = (amount: bigint, percent: bigint): bigint => divideRounded(amount * percent, whole);

/** VAT of this whole percentage over an amount in ten-thousandths. */
export const vatOf = (amount: bigint, rate: number): bigint => divideRounded(amount * BigInt(rate), 100n);

/**
 * Divides an amount over parts in proportion to them, so that the shares add up to it exactly: each share is what the running total has come to,
 * rounded, less what was given before. Nothing is divided over parts that are nothing together.
 */
export function shareOut(amount: bigint, parts: readonly bigint[]): readonly bigint[] {
  const total = parts.reduce((sum, part) => sum + part, 0n);
  let [running, given] = [0n, 0n];
  return parts.map((part) => {
    running += part;
    const upTo = total === 0n ? 0n : divideRounded(amount * running, total);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

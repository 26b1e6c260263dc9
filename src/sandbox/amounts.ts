import { formatMoney, type Money, roundMoney } from '../text/money.ts';

/** The store keeps amounts as whole ten-thousandths: 12.5 is 125000. */
const decimals = 4;

/** `decimal(15,4)` of the usual shop databases; below 2^53, so a column also reads exactly as a number. */
const mostUnits = 10n ** 15n - 1n;

/** The largest amount the store can keep, as text. */
export const largestAmount = formatMoney({ units: mostUnits, scale: decimals });

/** An amount in ten-thousandths, rounded half away from zero; undefined when it is too large to keep. */
export function toUnits(money: Money): bigint | undefined {
  const { units } = roundMoney(money, decimals);
  return units <= mostUnits && units >= -mostUnits ? units : undefined;
}

/** Ten-thousandths as the API writes decimals: `12.5000`. */
export function decimal(units: bigint | number): string {
  return formatMoney({ units: BigInt(units), scale: decimals });
}

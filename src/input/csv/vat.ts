import { divideRounded, type Money } from '../../text/money.ts';
import { Problem } from './numbers.ts';

/** Decimals of a price that VAT was taken out of: the API's own prices have four. */
const decimals = 4;
/** A JSON number carries so many digits exactly. */
const longest = 10n ** 15n;

/**
 * The price excluding VAT: divided by 1 + rate / 100 as whole numbers, to four decimals, half rounded up (away from zero). A row's own VAT rate
 * goes before the one that was stated for the file.
 */
export function withoutVat(price: Money, taxRate: number | undefined, stated: Money): Money | Problem {
  const { units, scale }: Money = taxRate === undefined ? stated : { units: BigInt(taxRate), scale: 0 };
  const hundred = 100n * 10n ** BigInt(scale);
  const net = divideRounded(price.units * hundred * 10n ** BigInt(decimals), (hundred + units) * 10n ** BigInt(price.scale));
  if (net >= longest || net <= -longest) return new Problem('has too many digits to take VAT out of it');
  return { units: net, scale: decimals };
}

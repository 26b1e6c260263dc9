import { divideRounded } from '../../text/money.ts';

/** What one euro is in other currencies, in ten-thousandths. Fixed: a rehearsal must come to the same every time. */
export const currencies: ReadonlyMap<string, bigint> = new Map([
  ['EUR', 10_000n],
  ['USD', 10_800n],
  ['GBP', 8_600n],
  ['CHF', 9_500n],
  ['DKK', 74_600n],
  ['SEK', 112_500n],
]);

const one = 10_000n;
const cent = 100n;

/** An amount in euros as one in another currency, both in ten-thousandths. */
export const convert = (amount: bigint, rate: bigint): bigint => divideRounded(amount * rate, one);

/** The same for an amount to be paid: rounded to whole cents, and only once. */
export const convertToCents = (amount: bigint, rate: bigint): bigint => divideRounded(amount * rate, one * cent) * cent;

import { parseMoney } from '../../text/money.ts';
import { toUnits } from '../amounts.ts';
import data from './data.json' with { type: 'json' };

/** An amount of the first data, in ten-thousandths. */
function unitsOf(text: string): bigint {
  const money = parseMoney(text);
  const units = money && toUnits(money);
  if (units === undefined) throw new Error(`The first data has an amount that is none: ${text}.`);
  return units;
}

const mapOf = <T, U>(values: Readonly<Record<string, T>>, read: (value: T) => U): ReadonlyMap<string, U> =>
  new Map(Object.entries(values).map(([name, value]) => [name, read(value)]));

/** The images that "already exist on the shop". A new product may name one of these, nothing else. */
export const imageNames: ReadonlySet<string> = new Set(data.images);

/**
 * Where a delivery goes, as far as costs and VAT know it: the shop's own country, the rest of the EU, anywhere else.
 */
export type GeoZone = 1 | 2 | 3;

/** A way of shipping. Costs exclude VAT, in ten-thousandths. */
export interface ShippingModule {
  /** Whether a carrier brings it. */
  readonly isCarrier: boolean;
  readonly costs: Readonly<Record<GeoZone, bigint>>;
  /** In the shop's own country, free from this value of products on. */
  readonly freeFrom?: bigint | undefined;
}

interface WrittenShipping extends Pick<ShippingModule, 'isCarrier'> {
  readonly costs: Readonly<Record<GeoZone, string>>;
  readonly freeFrom?: string;
}

/** The shipping modules of the back office. The first one is the default. */
export const shippingModules = mapOf<WrittenShipping, ShippingModule>(data.shippingModules, (module) => ({
  isCarrier: module.isCarrier,
  costs: { 1: unitsOf(module.costs[1]), 2: unitsOf(module.costs[2]), 3: unitsOf(module.costs[3]) },
  freeFrom: module.freeFrom === undefined ? undefined : unitsOf(module.freeFrom),
}));

/** A way of paying. Its commission has no VAT. */
export interface PaymentModule {
  readonly commission: bigint;
  readonly title: string;
}

/** The payment modules of the back office. The first one is the default. */
export const paymentModules: ReadonlyMap<string, PaymentModule> = mapOf(
  data.paymentModules,
  ({ commission, title }) => ({ commission: unitsOf(commission), title }),
);

/**
 * A coupon: a percentage off the products or an amount excluding VAT, in ten-thousandths, from a value of products on.
 */
export interface Coupon {
  readonly percent?: bigint;
  readonly amount?: bigint;
  readonly from: bigint;
}

/** The coupons of the back office, by code in capitals. */
export const coupons = mapOf<{ percent?: string; amount?: string; from: string }, Coupon>(data.coupons, (coupon) => ({
  percent: unitsOf(coupon.percent ?? '0'),
  amount: unitsOf(coupon.amount ?? '0'),
  from: unitsOf(coupon.from),
}));

/** Discount groups of the customer-groups add-on, by id: the percentage off the products in ten-thousandths. */
export const discountGroups: ReadonlyMap<number, { readonly name: string; readonly discount: bigint }> = new Map(
  data.discountGroups.map(({ id, name, discount }) => [id, { name, discount: unitsOf(discount) }]),
);

/** What one euro is in other currencies, in ten-thousandths. Fixed: a rehearsal must come to the same every time. */
export const currencies: ReadonlyMap<string, bigint> = mapOf(data.currencies, unitsOf);

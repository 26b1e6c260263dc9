import data from './data.json' with { type: 'json' };

/** The numbers of the first data that are amounts, in ten-thousandths of a euro and excluding VAT, or percentages. */
type Amounts<T> = {
  readonly [K in keyof T]: T[K] extends number ? bigint : T[K] extends object ? Amounts<T[K]> : T[K];
};

function amountsIn<T extends object>(values: T): Amounts<T> {
  const read = (value: unknown): unknown => {
    if (typeof value === 'number') return BigInt(value);
    return typeof value === 'object' && value !== null ? amountsIn(value) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(value)])) as Amounts<T>;
}

/** The images that "already exist on the shop". A new product may name one of these, nothing else. */
export const imageNames: ReadonlySet<string> = new Set(data.images);

/**
 * Where a delivery goes, as far as costs and VAT know it: the shop's own country, the rest of the EU, anywhere else.
 */
export type GeoZone = 1 | 2 | 3;

export interface ShippingModule {
  /** Whether a carrier brings it. */
  readonly isCarrier: boolean;
  readonly costs: Readonly<Record<GeoZone, bigint>>;
  /** In the shop's own country, free from this value of products on. */
  readonly freeFrom?: bigint;
}

/** The shipping modules of the back office. The first one is the default. */
export const shippingModules: ReadonlyMap<string, ShippingModule> = new Map(
  Object.entries(amountsIn(data.shippingModules)),
);

/** A way of paying. Its commission has no VAT. */
export interface PaymentModule {
  readonly commission: bigint;
  readonly title: string;
}

/** The payment modules of the back office. The first one is the default. */
export const paymentModules: ReadonlyMap<string, PaymentModule> = new Map(
  Object.entries(amountsIn(data.paymentModules)),
);

/** A percentage off the products, or an amount, from a value of products on. */
export interface Coupon {
  readonly percent?: bigint;
  readonly amount?: bigint;
  readonly from: bigint;
}

/** The coupons of the back office, by code in capitals. */
export const coupons: ReadonlyMap<string, Coupon> = new Map(Object.entries(amountsIn(data.coupons)));

/** Discount groups of the customer-groups add-on, by id: the percentage off the products. */
export const discountGroups: ReadonlyMap<number, { readonly name: string; readonly discount: bigint }> = new Map(
  data.discountGroups.map(({ id, ...group }) => [id, amountsIn(group)]),
);

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
  readonly freeFrom?: bigint;
}

/** The shipping modules of the back office. The first one is the default. */
export const shippingModules: ReadonlyMap<string, ShippingModule> = new Map([
  ['parcel', { isCarrier: true, costs: { 1: 49_500n, 2: 99_500n, 3: 199_500n }, freeFrom: 750_000n }],
  ['express', { isCarrier: true, costs: { 1: 125_000n, 2: 249_500n, 3: 449_500n } }],
  ['pickup', { isCarrier: false, costs: { 1: 0n, 2: 0n, 3: 0n } }],
]);

/** A way of paying. Its commission has no VAT. */
export interface PaymentModule {
  readonly commission: bigint;
  readonly title: string;
}

/** The payment modules of the back office. The first one is the default. */
export const paymentModules: ReadonlyMap<string, PaymentModule> = new Map([
  ['ideal', { commission: 0n, title: '' }],
  ['creditcard', { commission: 9_500n, title: 'Toeslag creditcard' }],
  ['cashondelivery', { commission: 35_000n, title: 'Rembourskosten' }],
  ['banktransfer', { commission: 0n, title: '' }],
]);

/**
 * A coupon: a percentage off the products or an amount excluding VAT, in ten-thousandths, from a value of products on.
 */
export interface Coupon {
  readonly percent?: bigint;
  readonly amount?: bigint;
  readonly from: bigint;
}

/** The coupons of the back office, by code in capitals. */
export const coupons: ReadonlyMap<string, Coupon> = new Map([
  ['WELKOM10', { percent: 100_000n, from: 0n }],
  ['FIETS5', { amount: 50_000n, from: 250_000n }],
]);

/** Discount groups of the customer-groups add-on: id, name, and the percentage off the products in ten-thousandths. */
export const discountGroups: ReadonlyMap<number, { readonly name: string; readonly discount: bigint }> = new Map([
  [1, { name: 'Vaste klanten', discount: 50_000n }],
  [2, { name: 'Wederverkopers', discount: 125_000n }],
]);

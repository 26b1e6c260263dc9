import { allocate, percentOf, vatOf } from '../amounts.ts';
import type { Coupon, GeoZone, PaymentModule, ShippingModule } from '../first-data/shop.ts';

/** What a basket is calculated from. Amounts in ten-thousandths of a euro, excluding VAT. */
interface TotalsInput {
  readonly lines: readonly { readonly value: bigint; readonly taxRate: number }[];
  readonly calculateTax: boolean;
  readonly zone: GeoZone;
  readonly shipping: ShippingModule;
  readonly payment: PaymentModule;
  readonly coupon: Coupon | undefined;
  /** Points to cash in, and how many the customer has. */
  readonly points: number;
  readonly balance: number;
}

/** What a basket comes to, in ten-thousandths of a euro. */
export type BasketTotals = ReturnType<typeof calculateTotals>;

/** One point is worth a cent, VAT included: it is money, not a discount. */
const pointValue = 100n;

const shippingRate = 21;

/**
 * What a basket comes to. VAT is taken over the products per rate and over shipping, each rounded to ten-thousandths. A
 * coupon takes off products and their VAT, in proportion over the rates. Points pay a part of the rest, never more than
 * all of it.
 */
export function calculateTotals(basket: TotalsInput) {
  const perRate = ratesOf(basket);
  const value = sum(perRate.map((part) => part.value));
  const tax = sum(perRate.map((part) => part.tax));
  const discount = discountOf(basket.coupon, value);
  const couponTax = sum(
    allocate(
      discount,
      perRate.map((part) => part.value),
    ).map((share, at) => vatOf(share, perRate[at]?.rate ?? 0)),
  );
  const shippingValue = basket.lines.length === 0 ? 0n : shippingCosts(basket, value);
  const shippingTaxRate = basket.calculateTax ? shippingRate : 0;
  const shippingTax = vatOf(shippingValue, shippingTaxRate);
  const commission = basket.lines.length === 0 ? 0n : basket.payment.commission;
  const payable = value + tax - discount - couponTax + shippingValue + shippingTax + commission;
  const pointsMax = maxPoints(basket.balance, payable);
  const points = Math.min(basket.points, pointsMax);
  const pointsDiscount = BigInt(points) * pointValue;
  return {
    /** Of the products, before coupon and points. */
    value,
    tax,
    /** By whole percentage, ascending. */
    perRate,
    shippingValue,
    shippingTax,
    shippingTaxRate,
    commission,
    couponValid: isValid(basket.coupon, value),
    couponDiscount: discount,
    /** The VAT that the coupon takes off as well. */
    couponTax,
    points,
    pointsMax,
    pointsDiscount,
    /** What is to be paid. */
    total: payable - pointsDiscount,
  };
}

/** The lines of one rate together; without VAT there is one rate, 0. */
function ratesOf({ lines, calculateTax }: TotalsInput) {
  const values = new Map<number, bigint>();
  for (const { value, taxRate } of lines) {
    const rate = calculateTax ? taxRate : 0;
    values.set(rate, (values.get(rate) ?? 0n) + value);
  }
  return [...values]
    .sort(([left], [right]) => left - right)
    .map(([rate, value]) => ({ rate, value, tax: vatOf(value, rate) }));
}

const isValid = (coupon: Coupon | undefined, value: bigint): boolean =>
  coupon !== undefined && value > 0n && value >= coupon.from;

/** Never more than the products are worth. */
function discountOf(coupon: Coupon | undefined, value: bigint): bigint {
  if (!coupon || !isValid(coupon, value)) return 0n;
  return least(percentOf(value, coupon.percent ?? 0n) + (coupon.amount ?? 0n), value);
}

function shippingCosts({ shipping, zone }: TotalsInput, value: bigint): bigint {
  const isFree = zone === 1 && shipping.freeFrom !== undefined && value >= shipping.freeFrom;
  return isFree ? 0n : shipping.costs[zone];
}

function maxPoints(balance: number, payable: bigint): number {
  return Number(least(BigInt(balance), payable > 0n ? payable / pointValue : 0n));
}

const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

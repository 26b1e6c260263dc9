import { type NewOrder, newOrder } from '../../resources/orders.ts';
import { divideRounded } from '../../text/money.ts';
import { addressRecord } from '../addresses/shape.ts';
import { decimal } from '../amounts.ts';
import { lineRecord } from '../baskets/lines.ts';
import type { PricedBasket } from '../baskets/pricing.ts';
import type { Customer } from '../customers/store.ts';
import type { Language } from '../http/language.ts';
import { withOtherFields } from '../storage/fields.ts';

/** What an order has in addition to its basket. */
export interface Terms {
  readonly currency: string;
  /** Of one euro, in ten-thousandths. */
  readonly rate: bigint;
  readonly language: Language;
  readonly languageId: number;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly now: string;
}

/**
 * An order as the sandbox shows it; the API documents no shape for it. All of it is as it was when it was ordered, but
 * for its id.
 */
export function orderRecord(priced: PricedBasket, terms: Terms, request: NewOrder): Readonly<Record<string, unknown>> {
  const { basket, billing, delivery, customer } = priced;
  const record = {
    basketKey: `{${basket.basketKey}}`,
    customerId: String(customer?.id ?? 0),
    status: '1',
    statusName: 'Nieuw',
    currencyType: terms.currency,
    currencyValue: decimal(terms.rate),
    languageId: String(terms.languageId),
    dateCreated: terms.now,
    lastModified: null,
    customer: customer ? ordererOf(customer) : null,
    billingAddress: billing ? addressRecord(billing) : null,
    deliveryAddress: delivery ? addressRecord(delivery) : null,
    btwNumber: billing?.fields.btwNumber ?? '',
    shippingModule: priced.shippingModule,
    paymentModule: priced.paymentModule,
    coupon: basket.fields.coupon ?? '',
    loyaltyPoints: String(priced.totals.points),
    calculateTax: priced.calculateTax,
    ...amounts(priced, terms),
    products: productsOf(priced, terms),
  };
  return withOtherFields(record, newOrder.toJson(request));
}

function ordererOf({ fields, password }: Customer) {
  const { emailAddress = '', firstName = '', lastName = '', gender = '', phoneNumber = '' } = fields;
  return { emailAddress, firstName, lastName, gender, phoneNumber, guestAccount: password === '' ? '1' : '0' };
}

/** Each amount is converted by itself; what is to be paid is rounded to cents. */
function amounts({ totals }: PricedBasket, { rate }: Terms) {
  const amount = (units: bigint): string => decimal(convert(units, rate));
  return {
    value: amount(totals.value),
    tax: amount(totals.tax),
    taxPerRate: Object.fromEntries(totals.perRate.map((part) => [String(part.rate), amount(part.tax)])),
    shippingValue: amount(totals.shippingValue),
    shippingTax: amount(totals.shippingTax),
    paymentCommission: amount(totals.commission),
    couponDiscount: amount(totals.couponDiscount),
    couponTaxCalculated: amount(totals.couponTax),
    loyaltyPointsDiscount: amount(totals.pointsDiscount),
    total: decimal(convertToCents(totals.total, rate)),
  };
}

function productsOf({ lines, calculateTax }: PricedBasket, { language, rate }: Terms) {
  const view = { language, calculateTax, amount: (units: bigint) => decimal(convert(units, rate)) };
  return lines.map((line) => lineRecord(line, view));
}

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
const convert = (amount: bigint, rate: bigint): bigint => divideRounded(amount * rate, one);

/** The same for an amount to be paid: rounded to whole cents, and only once. */
const convertToCents = (amount: bigint, rate: bigint): bigint => divideRounded(amount * rate, one * cent) * cent;

import { newBasket } from '../../resources/baskets.ts';
import { countryId } from '../addresses/shape.ts';
import type { Address } from '../addresses/store.ts';
import { decimal } from '../amounts.ts';
import { paymentModules, shippingModules } from '../first-data/catalogue.ts';
import type { Language } from '../http/language.ts';
import { withOtherFields } from '../storage/fields.ts';
import { lineRecord } from './lines.ts';
import type { PricedBasket } from './pricing.ts';

/** A basket as the API shows it. */
export function basketRecord(priced: PricedBasket, language: Language): Readonly<Record<string, unknown>> {
  const { basket, calculateTax, zone, lines } = priced;
  const record = {
    ...whose(priced),
    ...worth(priced),
    ...addressed(priced),
    ...shipped(priced),
    ...paid(priced),
    ...reduced(priced),
    deletedFreeProducts: [],
    geoZoneId: String(zone),
    calculateTax,
    contentType: 'physical',
    invalidate: '0',
    dateCreated: basket.dateCreated,
    lastModified: basket.lastModified,
    displayTax: true,
    products: lines.map((line) => lineRecord(line, { language, calculateTax, amount: decimal })),
  };
  return withOtherFields(record, newBasket.toJson(basket.fields));
}

function whose({ basket, customer }: PricedBasket) {
  return {
    id: String(basket.id),
    basketKey: `{${basket.basketKey}}`,
    basketType: '1',
    customerId: idOf(customer),
    orderId: basket.orderId === undefined ? null : String(basket.orderId),
    guestAccount: customer?.password === '' ? '1' : '0',
  };
}

/** Without products there is nothing to divide over rates: null. */
function worth({ lines, totals: { value, tax, perRate } }: PricedBasket) {
  const byRate = (amount: 'value' | 'tax') =>
    Object.fromEntries(perRate.map((part) => [String(part.rate), decimal(part[amount])]));
  return {
    value: decimal(value),
    valuePerRate: lines.length === 0 ? null : byRate('value'),
    tax: lines.length === 0 ? null : decimal(tax),
    taxPerRate: lines.length === 0 ? null : byRate('tax'),
  };
}

function addressed({ billing, delivery }: PricedBasket) {
  return {
    billingAddressId: idOf(billing),
    deliveryAddressId: idOf(delivery),
    billingCountryId: countryIdOf(billing),
    deliveryCountryId: countryIdOf(delivery),
    btwNumber: billing?.fields.btwNumber ?? '',
  };
}

const idOf = (record: { readonly id: number } | undefined): string => String(record?.id ?? 0);
const countryIdOf = (address: Address | undefined): string => countryId(address?.fields.country ?? '');

function shipped({ shippingModule, calculateTax, totals }: PricedBasket) {
  return {
    shippingModule,
    shippingProvider: shippingModules.get(shippingModule)?.isCarrier ?? false,
    shippingValue: decimal(totals.shippingValue),
    shippingTax: decimal(totals.shippingTax),
    shippingTaxClassId: calculateTax ? '1' : '0',
    shippingTaxRate: decimal(totals.shippingTaxRate * 10_000),
  };
}

function paid({ paymentModule, totals }: PricedBasket) {
  return {
    paymentModule,
    paymentOption: '',
    paymentCommission: decimal(totals.commission),
    paymentCommissionTitle: paymentModules.get(paymentModule)?.title ?? '',
  };
}

function reduced({ basket, totals }: PricedBasket) {
  return {
    coupon: basket.fields.coupon ?? '',
    couponValid: totals.couponValid ? '1' : '0',
    couponDiscount: decimal(totals.couponDiscount),
    couponTaxCalculated: decimal(totals.couponTax),
    loyaltyPoints: String(totals.points),
    loyaltyPointsMax: String(totals.pointsMax),
    loyaltyPointsDiscount: decimal(totals.pointsDiscount),
  };
}

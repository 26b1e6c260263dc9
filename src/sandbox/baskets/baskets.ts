import { basket, basketChanges, newBasket } from '../../resources/baskets.ts';
import type { Json } from '../../resources/kind.ts';
import { basketKeyKind } from '../../resources/shop-kinds.ts';
import { countryId } from '../addresses.ts';
import { decimal } from '../amounts.ts';
import { paymentModules, shippingModules } from '../first-data/shop.ts';
import { refuseIfAny } from '../http/body.ts';
import { type Language, languageOf } from '../http/language.ts';
import { pageFields, readPaging } from '../http/paging.ts';
import { Refusal, type WrongField } from '../http/refusal.ts';
import { routesOf } from '../noun.ts';
import type { RecordStore, Store, StoreRequest } from '../route.ts';
import { shapeOf } from '../shape.ts';
import type { Stored } from '../storage/documents.ts';
import { type AddressRecord, type BasketRecord, basketLines, baskets } from '../storage/records.ts';
import { lineRecord } from './lines.ts';
import { type PricedBasket, priceBasket } from './pricing.ts';
import type { BasketTotals } from './totals.ts';
import { addBasket, alterBasket, newKey } from './writing.ts';

/** The endpoints of baskets. */
export const basketRoutes = routesOf({
  path: '/baskets/:basketKey',
  find: basketInPath,
  show: (found, store, request) => shown(found, store, languageOf(request)),
  list(request, store) {
    const wrong: WrongField[] = [];
    const paging = readPaging(request.query, wrong);
    refuseIfAny(wrong);
    const language = languageOf(request);
    const data = baskets.page(store.database, paging).map((found) => shown(found, store, language));
    return { ...pageFields(baskets.count(store.database), paging, data), data };
  },
  draft: newBasket,
  create: (fields, store) => () => addBasket(store, newKey(store), fields),
  changes: basketChanges,
  alter: (changes, store) => (before) => alterBasket(store, before, changes),
  remove({ id, basketKey }, { database }) {
    for (const line of basketLines.under(database, id)) basketLines.remove(database, line.id);
    baskets.remove(database, id);
    return `{${basketKey}}`;
  },
});

/** The basket of a path. @throws Refusal 404 */
export function basketInPath({ params }: StoreRequest, { database }: Store): Stored<BasketRecord> {
  const basketKey = basketKeyKind.typed(params.basketKey ?? '');
  const found = basketKey === undefined ? undefined : baskets.withKey(database, basketKey.toUpperCase());
  if (!found) throw new Refusal('not_found', 'There is no basket with this key.');
  return found;
}

const shown = (found: Stored<BasketRecord>, store: RecordStore, language: Language): unknown =>
  basketRecord(priceBasket(found, store, language), language);

/** A basket as the API shows it. Without products there is nothing to divide over rates: null. */
export function basketRecord(priced: PricedBasket, language: Language): Readonly<Record<string, Json>> {
  const { customer, lines, totals, shippingModule, paymentModule, calculateTax } = priced;
  const { id, basketKey, orderId, fields, dateCreated, lastModified } = priced.basket;
  const byRate = (part: 'value' | 'tax') => (lines.length === 0 ? null : perRate(totals, part));
  return shapeOf(basket.fields, {
    ...newBasket.toJson(fields),
    id,
    basketKey: `{${basketKey}}`,
    basketType: '1',
    // The customer may be gone from the back office.
    customerId: fields.customerId ?? 0,
    orderId,
    guestAccount: customer?.password === '' ? '1' : '0',
    value: totals.value,
    valuePerRate: byRate('value'),
    tax: lines.length === 0 ? null : totals.tax,
    taxPerRate: byRate('tax'),
    ...addressed(priced),
    shippingModule,
    shippingProvider: shippingModules.get(shippingModule)?.isCarrier ?? false,
    shippingValue: totals.shippingValue,
    shippingTax: totals.shippingTax,
    shippingTaxClassId: calculateTax ? '1' : '0',
    shippingTaxRate: BigInt(totals.shippingTaxRate * 10_000),
    paymentModule,
    paymentCommission: totals.commission,
    paymentCommissionTitle: paymentModules.get(paymentModule)?.title ?? '',
    couponValid: totals.couponValid ? '1' : '0',
    couponDiscount: totals.couponDiscount,
    couponTaxCalculated: totals.couponTax,
    loyaltyPoints: totals.points,
    loyaltyPointsMax: totals.pointsMax,
    loyaltyPointsDiscount: totals.pointsDiscount,
    calculateTax,
    contentType: 'physical',
    dateCreated,
    lastModified,
    displayTax: true,
    products: lines.map((line) => lineRecord(line, language, calculateTax)),
  });
}

/** Where it goes, and what that means. */
const addressed = ({ billing, delivery, zone }: PricedBasket) => ({
  billingAddressId: billing?.id ?? 0,
  deliveryAddressId: delivery?.id ?? 0,
  billingCountryId: countryIdOf(billing),
  deliveryCountryId: countryIdOf(delivery),
  btwNumber: billing?.fields.btwNumber ?? '',
  geoZoneId: zone,
});

const perRate = (totals: BasketTotals, part: 'value' | 'tax') =>
  Object.fromEntries(totals.perRate.map((rate) => [String(rate.rate), decimal(rate[part])]));

const countryIdOf = (address: AddressRecord | undefined): string => countryId(address?.fields.country ?? '');

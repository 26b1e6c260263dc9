import type { Sqlite } from '../../system/sqlite.ts';
import { coupons, discountGroups, type GeoZone, paymentModules, shippingModules } from '../first-data/shop.ts';
import type { Language } from '../http/language.ts';
import type { RecordStore } from '../route.ts';
import type { Stored } from '../storage/documents.ts';
import {
  type AddressRecord,
  addresses,
  type BasketRecord,
  basketLines,
  type CustomerRecord,
  customers,
  orders,
} from '../storage/records.ts';
import { priceLine } from './lines.ts';
import { calculateTotals } from './totals.ts';

/** A basket with everything that it leads to, at today's prices. */
export type PricedBasket = ReturnType<typeof priceBasket>;

/**
 * Looks up the customer, addresses, modules, coupon and products of a basket, and calculates its totals. Fields that
 * are absent get the default of the moment.
 */
export function priceBasket(basket: Stored<BasketRecord>, store: RecordStore, language: Language) {
  const { database } = store;
  const { fields } = basket;
  const customer = customers.find(database, fields.customerId ?? 0);
  const billing = addressOf(database, customer, fields.billingAddressId, customer?.billingAddressId);
  const delivery = addressOf(database, customer, fields.deliveryAddressId, customer?.deliveryAddressId);
  const zone = zoneOfCountry(delivery?.fields.country);
  const calculateTax = zone !== 3;
  const [shippingModule, shipping] = moduleOf(shippingModules, fields.shippingModule);
  const [paymentModule, payment] = moduleOf(paymentModules, fields.paymentModule);
  const discount = groupDiscount(customer, store);
  const lines = basketLines.under(database, basket.id).map((line) => priceLine(database, line, language, discount));
  const points = fields.loyaltyPoints ?? 0;
  const totals = calculateTotals({
    lines,
    calculateTax,
    zone,
    shipping,
    payment,
    coupon: couponOf(fields),
    points,
    balance: (customer?.loyaltyPoints ?? 0) + spentBy(basket, customer, database),
  });
  return { basket, customer, billing, delivery, zone, calculateTax, shippingModule, paymentModule, lines, totals };
}

/** The address that was chosen, else the customer's default. An address that is gone counts as not chosen. */
function addressOf(
  database: Sqlite,
  customer: Stored<CustomerRecord> | undefined,
  chosen = 0,
  fallback = 0,
): Stored<AddressRecord> | undefined {
  const found = [addresses.find(database, chosen), addresses.find(database, fallback)];
  return found.find((address) => address && address.customerId === customer?.id);
}

const ownCountry = 'NL';
/** The EU member states, except the shop's country. */
const union: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT PL PT RO SE SI SK'.split(' '),
);

/** Without an address a delivery is taken to stay in the country. */
function zoneOfCountry(country = ownCountry): GeoZone {
  if (country === ownCountry) return 1;
  return union.has(country) ? 2 : 3;
}

/** A module by name, else the first one. */
function moduleOf<T>(modules: ReadonlyMap<string, T>, name: string | undefined): readonly [string, T] {
  const chosen = [...modules].find(([known]) => known === name) ?? [...modules][0];
  if (!chosen) throw new Error('The store has no module.');
  return chosen;
}

function groupDiscount(customer: CustomerRecord | undefined, { customerGroups }: RecordStore): bigint {
  return (customerGroups ? discountGroups.get(customer?.fields.discountGroupId ?? 0)?.discount : undefined) ?? 0n;
}

/** What the order of a basket took from its customer stays in the basket. */
function spentBy({ orderId }: BasketRecord, customer: Stored<CustomerRecord> | undefined, database: Sqlite): number {
  const order = orderId === null ? undefined : orders.find(database, orderId);
  return order && Number(order.shown.customerId) === customer?.id ? (order.pointsSpent ?? 0) : 0;
}

const couponOf = ({ coupon = '' }: BasketRecord['fields']) => coupons.get(coupon.trim().toUpperCase());

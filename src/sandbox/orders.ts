import { type NewOrder, newOrder, order } from '../resources/orders.ts';
import { languageIds, languages } from '../resources/shop-kinds.ts';
import type { Sqlite } from '../system/sqlite.ts';
import { divideRounded } from '../text/money.ts';
import { addressRecord } from './addresses.ts';
import { decimal } from './amounts.ts';
import { basketRecord } from './baskets/baskets.ts';
import type { PricedBasket } from './baskets/pricing.ts';
import { settled } from './baskets/writing.ts';
import { refuseIfAny, wrongFields } from './http/body.ts';
import { defaultLanguage, type Language } from './http/language.ts';
import { invalid, Refusal } from './http/refusal.ts';
import { routesOf } from './noun.ts';
import { type RecordStore, recordInPath, type Store, type StoreRequest } from './route.ts';
import { formatDate, shapeOf } from './shape.ts';
import type { Stored } from './storage/documents.ts';
import { baskets, type CustomerRecord, customers, type OrderRecord, orders } from './storage/records.ts';

/** The endpoints of orders. */
export const orderRoutes = routesOf({
  path: '/orders/:orderId',
  find: ({ params }: StoreRequest, store: Store) => recordInPath(orders, store, params.orderId, 'order'),
  show: ({ id, shown }) => ({ orderId: String(id), ...shown }),
  draft: newOrder,
  create: (request, store) => () => createOrder(store, request),
  /** The basket can be ordered again, and the customer has the points back. */
  remove({ id, basketKey, shown, pointsSpent = 0 }, { database }) {
    orders.remove(database, id);
    const basket = baskets.withKey(database, basketKey);
    if (basket?.orderId === id) baskets.update(database, { ...basket, orderId: null });
    givePoints(database, Number(shown.customerId), pointsSpent);
    return id;
  },
});

/**
 * Makes an order of a basket, which then names it, and takes the points from its customer. Inside a commit.
 * @throws Refusal 422 for a basket that is not there or holds nothing; 409 for a basket that is ordered already.
 */
export function createOrder(store: RecordStore, request: NewOrder): Stored<OrderRecord> {
  const { database } = store;
  const { basketKey = '', currencyType = 'EUR', languageId } = request;
  refuseIfAny(wrongFields(newOrder.missing(request)));
  const language = languages.find((name) => languageIds[name] === languageId) ?? defaultLanguage;
  const priced = orderableBasket(store, basketKey.toUpperCase(), language);
  const shown = {
    ...shapeOf({}, newOrder.toJson(request)),
    ...orderRecord(priced, language, formatDate(store.now())),
    currencyType,
  };
  const pointsSpent = priced.totals.points;
  const made = orders.insert(database, { basketKey: priced.basket.basketKey, shown, pointsSpent });
  baskets.update(database, { ...priced.basket, orderId: made.id });
  givePoints(database, priced.customer?.id ?? 0, -pointsSpent);
  return made;
}

/** @param points below 0 to take some */
function givePoints(database: Sqlite, customerId: number, points: number): void {
  const customer = points === 0 ? undefined : customers.find(database, customerId);
  if (customer) customers.update(database, { ...customer, loyaltyPoints: customer.loyaltyPoints + points });
}

function orderableBasket(store: RecordStore, basketKey: string, language: Language): PricedBasket {
  const basket = baskets.withKey(store.database, basketKey);
  if (!basket) throw invalid([{ field: 'basketKey', message: `is not a basket of this store: ${basketKey}` }]);
  if (basket.orderId !== null) {
    throw new Refusal('conflict', `The basket is already ordered: order ${basket.orderId}.`, { field: 'basketKey' });
  }
  const priced = settled(store, basket, language);
  if (priced.lines.length === 0) throw invalid([{ field: 'basketKey', message: 'names an empty basket' }]);
  return priced;
}

/**
 * An order as the sandbox shows it: with the fields of its basket that both records define, as they were when it was
 * ordered. It has no exchange rates: amounts stay as they are in any currency. What is to be paid is rounded to cents.
 */
function orderRecord(priced: PricedBasket, language: Language, dateCreated: string) {
  const { billing, delivery, customer, totals } = priced;
  const shown = basketRecord(priced, language);
  const common = Object.entries(shown).filter(([name]) => name in order.fields && !ofBasketAlone.has(name));
  return {
    ...Object.fromEntries(common),
    status: '1',
    statusName: language === 'en' ? 'New' : 'Nieuw',
    currencyValue: decimal(one),
    languageId: String(languageIds[language]),
    dateCreated,
    lastModified: null,
    customer: customer ? ordererOf(customer) : null,
    billingAddress: billing ? addressRecord(billing, language) : null,
    deliveryAddress: delivery ? addressRecord(delivery, language) : null,
    total: decimal(divideRounded(totals.total, cent) * cent),
  };
}

const ofBasketAlone = new Set(['id', 'orderId', 'couponValid', 'valuePerRate', 'paymentCommissionTitle']);

const one = 10_000n;
const cent = 100n;

function ordererOf({ fields, password }: CustomerRecord) {
  const { emailAddress = '', firstName = '', lastName = '', gender = '', phoneNumber = '' } = fields;
  return { emailAddress, firstName, lastName, gender, phoneNumber, guestAccount: password === '' ? '1' : '0' };
}

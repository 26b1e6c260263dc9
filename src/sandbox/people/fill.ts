import type { Sqlite } from '../../system/sqlite.ts';
import { addressRecord } from '../addresses.ts';
import { welcomePoints } from '../customers.ts';
import { streamOf } from '../faults/random.ts';
import { createOrder } from '../orders.ts';
import { productColumns, productIn } from '../products/table.ts';
import type { RecordStore } from '../route.ts';
import { formatDate } from '../shape.ts';
import { addresses, type BasketRecord, basketLines, baskets, customers, orders } from '../storage/records.ts';
import { basketsOf, basketsPerCustomer, type PeopleOptions } from './options.ts';
import { below, type Chance, one, peopleFrom, type Shopper } from './person.ts';

/** Shares of customers. */
const guests = 0.15;
/** Registered, and never had a basket. */
const withoutBasket = 0.05;
/** Have a second address. */
const twoAddresses = 0.15;

/** Of those who have baskets, each hundredth is gone since, so that a small shop has some too. */
const goneEach = 100;
const firstGone = 30;

/** Shares of baskets. */
const ordered = 0.35;
/** Of nobody, and not ordered. */
const anonymous = 0.08;
/** Without a customer, and ordered: only the order says who ordered it. */
const guestOrders = 0.04;

/** The shop is three years old, in milliseconds. */
const age = 3 * 365 * 24 * 3_600_000;

/** When a shop was opened that is filled with people now: at a midnight. */
export const openingOf = (now: Date): Date => new Date(midnightOf(now) - age);

/** In UTC, as all dates of the sandbox. */
const midnightOf = (now: Date): number => new Date(now).setUTCHours(0, 0, 0, 0);

/** Baskets of today, in each thousand, and at least so many. */
const todayShare = 2;
const minToday = 6;

/** A hash that no password has: nobody logs in to the sandbox. */
const password = `scrypt$${'0'.repeat(32)}$${'0'.repeat(64)}`;

/**
 * Adds customers, their addresses, baskets and orders, from three years ago until now: the oldest first, as a shop gets
 * them. Inside a transaction, after the products.
 */
export function addPeople(store: RecordStore, { count, seed }: PeopleOptions): void {
  const chance = streamOf(seed, 'people');
  const next = peopleFrom(streamOf(seed, 'names'), accountsIn(store.database));
  const variants = variantsIn(store.database);
  const total = basketsOf(count);
  const timeOf = timesUntil(store.now(), total, chance);
  const shoppers: number[] = [];
  for (let index = 0, made = 0; index < total; index++) {
    const now = timeOf(index);
    const at = { ...store, now: () => now };
    for (; made < count && made * basketsPerCustomer <= index; made++) {
      const id = addCustomer(at, next(), chance);
      if (chance() >= withoutBasket) shoppers.push(id);
    }
    addBasket(at, { shoppers, variants, next, chance });
  }
  for (let at = firstGone; at < shoppers.length; at += goneEach) leave(store.database, shoppers[at] ?? 0);
}

/** The e-mail addresses that the first data has taken. */
const accountsIn = (database: Sqlite): readonly string[] =>
  database.all('SELECT key FROM customers WHERE key IS NOT NULL').map(({ key }) => String(key));

/** What a new basket is made of. */
interface Shop {
  /** The IDs of customers who have baskets. */
  readonly shoppers: readonly number[];
  readonly variants: readonly string[];
  readonly next: () => Shopper;
  readonly chance: Chance;
}

/** The customer with addresses: the first one is the default. */
function addCustomer({ database, now }: RecordStore, { customer, address }: Shopper, chance: Chance): number {
  const isGuest = chance() < guests;
  const date = formatDate(now());
  const made = customers.insert(database, {
    fields: customer,
    password: isGuest ? '' : password,
    account: isGuest ? null : (customer.emailAddress ?? ''),
    billingAddressId: 0,
    deliveryAddressId: 0,
    loyaltyPoints: isGuest ? 0 : welcomePoints,
    dateCreated: date,
    lastModified: date,
  });
  const { id } = addresses.insert(database, { customerId: made.id, fields: address });
  customers.update(database, { ...made, billingAddressId: id, deliveryAddressId: id });
  const second = { ...address, company: 'Kantoor', houseNumber: 1 + below(99, chance) };
  if (chance() < twoAddresses) addresses.insert(database, { customerId: made.id, fields: second });
  return made.id;
}

function addBasket(store: RecordStore, { shoppers, variants, next, chance }: Shop): void {
  const { database } = store;
  const isGuestOrder = chance() < guestOrders;
  const isNobodys = isGuestOrder || chance() < anonymous || shoppers.length === 0;
  // Most people who come back are recent ones.
  const customerId = shoppers[shoppers.length - 1 - Math.floor(shoppers.length * chance() ** 2)];
  const fields: BasketRecord['fields'] = isNobodys || customerId === undefined ? {} : { customerId };
  const made = baskets.insert(database, {
    basketKey: keyFrom(chance),
    orderId: null,
    fields,
    dateCreated: formatDate(store.now()),
    lastModified: null,
  });
  addLines(database, made.id, variants, chance);
  if (!isGuestOrder && (isNobodys || chance() >= ordered)) return;
  const { id } = createOrder(store, { basketKey: made.basketKey });
  if (isGuestOrder) sign(database, id, next());
}

function addLines(database: Sqlite, basketId: number, variants: readonly string[], chance: Chance): void {
  const chosen = new Set([one(variants, chance), ...(chance() < 0.4 ? [one(variants, chance)] : [])]);
  for (const uprid of chosen)
    basketLines.insert(database, { basketId, uprid, fields: { uprid, quantity: 1 + below(2, chance) } });
}

/** Puts a person into an order whose basket is nobody's. */
function sign(database: Sqlite, orderId: number, { customer, address }: Shopper): void {
  const order = orders.find(database, orderId);
  if (!order) return;
  const shownAddress = addressRecord({ id: 0, customerId: 0, fields: address });
  const { emailAddress = '', firstName = '', lastName = '', gender = '', phoneNumber = '' } = customer;
  const shown = {
    ...order.shown,
    guestAccount: '1',
    customer: { emailAddress, firstName, lastName, gender, phoneNumber, guestAccount: '1' },
    billingAddress: shownAddress,
    deliveryAddress: shownAddress,
  };
  orders.update(database, { ...order, shown });
}

/** Deleted in the back office: baskets and orders name the customer still. */
function leave(database: Sqlite, id: number): void {
  for (const address of addresses.under(database, id)) addresses.remove(database, address.id);
  customers.remove(database, id);
}

/** What can be put into a basket: each product that is online, with the options of each of its records. */
const variantsIn = (database: Sqlite): readonly string[] =>
  database
    .all(`SELECT ${productColumns} FROM products WHERE place >= 0`)
    .map(productIn)
    .filter(({ status }) => status === 1)
    .map(
      ({ id, attributes }) => `${id}${attributes.map(({ optionId, valueId }) => `{${optionId}}${valueId}`).join('')}`,
    );

/**
 * The times of baskets, ascending: ever more of them until yesterday, and the last ones this morning from seven on, or in
 * the last hour.
 */
function timesUntil(now: Date, total: number, chance: Chance): (index: number) => Date {
  const midnight = midnightOf(now);
  const end = now.getTime();
  const morning = Math.max(midnight, Math.min(midnight + 7 * hour, end - hour));
  const today = Math.min(total, Math.max(minToday, Math.round((total * todayShare) / 1000)));
  const earlier = total - today;
  return (index) => {
    if (index >= earlier) return new Date(morning + (end - morning) * ((index - earlier + chance()) / today));
    return new Date(midnight - age * (1 - Math.sqrt((index + chance()) / earlier)));
  };
}

const hour = 3_600_000;

/** A random GUID, version 4 (RFC 9562, section 5.4), in capitals. */
function keyFrom(chance: Chance): string {
  const hex = Array.from({ length: 4 }, () =>
    below(2 ** 32, chance)
      .toString(16)
      .padStart(8, '0'),
  );
  return hex
    .join('')
    .toUpperCase()
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-A$4-$5');
}

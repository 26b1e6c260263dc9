import type { Order } from '../../resources/orders.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { type InCity, type Person, partsOfPerson, placesOf } from '../index/person.ts';
import { type Part, partsOf } from '../words/parts.ts';
import { matches, matchesPlace, type PeopleQuery } from './query.ts';

interface WantedReason {
  readonly query: PeopleQuery;
  /** Whether parts of words are enough. */
  readonly isPartial: boolean;
  /** Whether the index knows the person in the city that was searched. */
  readonly isKnownInCity: boolean;
}

/**
 * A person with the place that matches, and the order, where the place is that of an order, or where the customer has not,
 * or no more, what was searched. The city of the last order is no such reason, as customers have none.
 */
export function withReason(found: Person, { query, isPartial, isKnownInCity }: WantedReason): Person {
  const anywhere = { ...query, city: undefined };
  const city = query.city ?? query.cityFirst;
  const there = { ...query, city };
  const isByOrder = found.customer && !found.foundOrder && !hasWith(found, [], anywhere, isPartial);
  const orderOf = (wanted: PeopleQuery) => found.orders.find((order) => hasWith(found, [order], wanted, isPartial));
  const matched = isByOrder ? (orderOf(there) ?? orderOf(anywhere)) : undefined;
  const places = [...found.addresses, ...(matched ? placesOf(matched) : []), ...found.orders.flatMap(placesOf)];
  const person = partsOfPerson(found);
  const placeOf = (wanted: PeopleQuery) =>
    places.find((one) => matchesPlace(wanted, { place: partsOf(one), person }, isPartial));
  const place = placeOf(there) ?? placeOf(anywhere);
  const inCity = city === undefined ? undefined : inCityOf(found, city, isKnownInCity);
  return { ...found, place, matchedOrder: orderOfPlace(found, place) ?? matched, inCity };
}

/** Of a customer, the order that a place was taken from. */
const orderOfPlace = ({ customer, foundOrder, orders }: Person, place: StoreRecord | undefined): Order | undefined =>
  customer && !foundOrder && place ? orders.find((order) => placesOf(order).includes(place)) : undefined;

/** An address that was read is the present one; what the index knows may be a former one. */
function inCityOf({ customer, addresses, orders }: Person, city: readonly Part[], isKnown: boolean): InCity {
  const isThere = (place: StoreRecord): boolean => {
    const parts = partsOf(place);
    return city.some((name) => parts.has(name));
  };
  if (addresses.some(isThere)) return 'lives';
  if (orders.flatMap(placesOf).some(isThere)) return customer ? 'known' : 'lives';
  return isKnown && addresses.length === 0 ? 'known' : 'no';
}

/** Whether a person with some of the orders has what was searched. */
const hasWith = (person: Person, records: readonly StoreRecord[], query: PeopleQuery, isPartial: boolean): boolean =>
  matches(query, partsOfPerson({ ...person, orders: records }), isPartial);

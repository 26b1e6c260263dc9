import type { Order } from '../resources/orders.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { partsOf } from './parts.ts';
import { type Person, partsOfPerson, placesOf } from './person.ts';
import { matches, matchesPlace, type PeopleQuery } from './query.ts';

interface WantedReason {
  readonly query: PeopleQuery;
  /** Whether parts of words are enough. */
  readonly isPartial: boolean;
  /** Whether the addresses were not read: the place of an order may still be one of them. */
  readonly mayLiveThere: boolean;
}

/**
 * A person with the place that matches, and the order, where the customer has not, or no more, what was searched. The city
 * of the last order is no such reason, as customers have none.
 */
export function withReason(found: Person, { query, isPartial, mayLiveThere }: WantedReason): Person {
  const anywhere = { ...query, city: undefined };
  const isByOrder = found.customer && !found.foundOrder && !hasWith(found, [], anywhere, isPartial);
  const orderOf = (wanted: PeopleQuery) => found.orders.find((order) => hasWith(found, [order], wanted, isPartial));
  const matched = isByOrder ? (orderOf(query) ?? orderOf(anywhere)) : undefined;
  const places = [...found.addresses, ...(matched ? placesOf(matched) : []), ...found.orders.flatMap(placesOf)];
  const placeOf = (wanted: PeopleQuery) => places.find((one) => matchesPlace(wanted, partsOf(one), isPartial));
  const place = placeOf(query) ?? placeOf(anywhere);
  const byOther = matched && !(mayLiveThere && hasWith(found, placesOf(matched), anywhere, isPartial));
  const former = mayLiveThere ? undefined : formerOrderOf(found, place);
  return { ...found, place, matchedOrder: byOther ? matched : former };
}

/** The order of a place where a customer had an order sent who had the last one sent elsewhere. */
const formerOrderOf = ({ customer, foundOrder, orders }: Person, place: StoreRecord | undefined): Order | undefined =>
  customer && !foundOrder && place ? orders.slice(1).find((order) => placesOf(order).includes(place)) : undefined;

/** Whether a person with some of the orders has what was searched. */
const hasWith = (person: Person, records: readonly StoreRecord[], query: PeopleQuery, isPartial: boolean): boolean =>
  matches(query, partsOfPerson({ ...person, orders: records }), isPartial);

import { type Order, orderIdIn } from '../../resources/orders.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';
import { spacedLine } from '../../text/words.ts';
import { type Person, placesOf } from '../index/person.ts';

/** A person as `foundPerson` shows them. */
export function recordOf(person: Person): StoreRecord {
  const { customer, known, orders, addresses, foundOrder, matchedOrder, place } = person;
  const [last] = known;
  const places = [place ?? [], foundOrder ? placesOf(foundOrder) : [], addresses, ...orders.map(placesOf)].flat();
  const people = [...(customer ? [customer] : []), ...orders.flatMap(peopleOf)];
  const shown = places.find(({ city, zipcode }) => [city, zipcode].some(isText));
  return {
    customerId: customer?.customerId ?? null,
    foundOrderId: idIn(foundOrder),
    name: nameOf([...people, ...places]),
    emailAddress: firstText(people, 'emailAddress'),
    company: firstText([...places, ...people], 'company'),
    streetAddress: textIn(place, 'streetAddress'),
    houseNumber: textIn(place, 'houseNumber'),
    houseNumberExtension: textIn(place, 'houseNumberExtension'),
    currentAddress: currentAddressOf(person),
    zipcode: textIn(shown, 'zipcode'),
    city: textIn(shown, 'city'),
    lastOrderId: last?.orderId ?? null,
    lastOrderDate: last && last.date !== '' ? last.date : null,
    matchedOrderId: idIn(matchedOrder),
    changedSince: hasChanged(person) ? true : null,
    phoneNumber: firstText([...people, ...places], 'phoneNumber'),
    orderIds: known.map(({ orderId }) => orderId),
    customer: customer ?? null,
    orders,
  };
}

/** Whether somebody had what was searched when last read, and has something else now. */
export const hasChanged = ({ isFormer, hasLeftCity }: Person): boolean => isFormer === true || hasLeftCity === true;

const idIn = (order: Order | undefined): string | null => (order && orderIdIn(order)) ?? null;

/** The addresses that somebody has now who is shown with that of an order. */
function currentAddressOf({ addresses, place }: Person): string | null {
  if (place === undefined || addresses.length === 0 || addresses.some((address) => address === place)) return null;
  return addresses
    .map(lineOf)
    .filter((line) => line !== '')
    .join('; ');
}

/** `Kerkstraat 12 A, 1012 JS Amsterdam` */
const lineOf = (address: StoreRecord): string =>
  [
    ['streetAddress', 'houseNumber', 'houseNumberExtension'],
    ['zipcode', 'city'],
  ]
    .map((fields) => spacedLine(fields.flatMap((field) => textIn(address, field) ?? [])))
    .filter((text) => text !== '')
    .join(', ');

const peopleOf = (order: Order): readonly StoreRecord[] => [...[order.customer].filter(isObject), order];

/** The name in the first record that has one. */
function nameOf(records: readonly StoreRecord[]): string | null {
  for (const { firstName, lastName, name } of records) {
    const whole = [firstName, lastName].filter((part) => typeof part === 'string' && part.trim() !== '').join(' ');
    if (whole !== '') return whole;
    if (typeof name === 'string' && name.trim() !== '') return name;
  }
  return null;
}

function firstText(records: readonly StoreRecord[], field: string): string | null {
  return textIn(
    records.find((record) => isText(record[field])),
    field,
  );
}

/** Stores write numbers as numbers and as text. */
function textIn(record: StoreRecord | undefined, field: string): string | null {
  const value = record?.[field];
  return isText(value) ? String(value).trim() : null;
}

const isText = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== '';
